import { bigint, currency, day } from '../kernel/columns.ts';
import { defineTable } from '../kernel/table.ts';

/** Money into and out of all wallets by the UTC day on which it moved. Counts and distributions come from the tallies. */
export const flowDays = defineTable(
  'flow_days',
  ['day', 'currency'],
  {
    day: day(),
    currency: currency(),
    /** Minor units, both positive. */
    inflow: bigint(),
    outflow: bigint(),
    /** How many movements. */
    inflows: bigint(),
    outflows: bigint(),
  },
  { fillfactor: 50 },
);
