import type { Projection } from '../kernel/projection.ts';
import { tallies, tallyDays } from './table.ts';

/** Only the tables: the counted tables update them (see `tallied`). */
export const tallyProjection: Projection = {
  name: 'tally',
  tables: [tallies, tallyDays],
  reads: () => [],
  apply: () => {},
};
