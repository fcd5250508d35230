import type { Projection } from '../kernel/projection.ts';
import { tallies, tallyDays } from './tally.ts';

/** Only the tables: each projection keeps the tallies of its own rows, through recount(). */
export const tallyProjection: Projection = {
  name: 'tally',
  tableSql: new URL('table.sql', import.meta.url),
  tables: [tallies, tallyDays],
  reads: () => [],
  apply: () => {},
};
