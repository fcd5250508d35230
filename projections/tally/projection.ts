import type { Projection } from '../kernel/projection.ts';
import { tallies, tallyDays } from './tally.ts';

/** Only the tables: the tables that are counted keep them, by countedAs(). */
export const tallyProjection: Projection = {
  name: 'tally',
  tableSql: new URL('table.sql', import.meta.url),
  tables: [tallies, tallyDays],
  reads: () => [],
  apply: () => {},
};
