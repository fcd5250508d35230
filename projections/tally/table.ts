import { bigint, bytewise, day, oneOf, text } from '../kernel/columns.ts';
import { defineTable } from '../kernel/table.ts';

const TALLY_SUBJECTS = ['customer', 'transaction', 'deposit', 'order', 'withdrawal'] as const;
export type TallySubject = (typeof TALLY_SUBJECTS)[number];

/** The number of rows of each kind, updated with them, so that no list or figure has to count a table. */
export const tallies = defineTable('tallies', ['subject', 'scope', 'type', 'status'], {
  subject: bytewise(oneOf(TALLY_SUBJECTS)),
  /** 'all', 'customer:<id>' or 'wallet:<id>' */
  scope: bytewise(text()),
  /** of transactions: their type; of orders: their fulfilment status; else '' */
  type: bytewise(text()),
  /** of orders: their payment status */
  status: bytewise(text()),
  count: bigint(),
});

/** The same by the UTC day on which the rows' subjects began, with the sum of their amounts. */
export const tallyDays = defineTable(
  'tally_days',
  ['subject', 'day', 'currency', 'type', 'status'],
  {
    subject: bytewise(oneOf(TALLY_SUBJECTS)),
    day: day(),
    /** '' for customers */
    currency: bytewise(text()),
    type: bytewise(text()),
    status: bytewise(text()),
    count: bigint(),
    amount: bigint(),
  },
  { fillfactor: 50 },
);
