import type { Rows } from '../kernel/rows.ts';
import type { Row, SumsTable } from '../kernel/table.ts';
import type { TallySubject } from './queries.ts';

type TallyRow = { subject: string; scope: string; type: string; status: string; count: bigint };
export const tallies: SumsTable<TallyRow> = {
  name: 'tallies',
  key: ['subject', 'scope', 'type', 'status'],
  columns: { subject: 'text', scope: 'text', type: 'text', status: 'text', count: 'bigint' },
  isSums: true,
};

type TallyDayRow = {
  subject: string;
  day: string;
  currency: string;
  type: string;
  status: string;
  count: bigint;
  amount: bigint;
};
export const tallyDays: SumsTable<TallyDayRow> = {
  name: 'tally_days',
  key: ['subject', 'day', 'currency', 'type', 'status'],
  columns: {
    subject: 'text',
    day: 'date',
    currency: 'text',
    type: 'text',
    status: 'text',
    count: 'bigint',
    amount: 'bigint',
  },
  isSums: true,
};

/** How one row of a read model is counted. */
export type Counted = {
  readonly subject: TallySubject;
  /** Beside 'all', which is always counted. */
  readonly scopes: readonly string[];
  /** On which the row's subject began, YYYY-MM-DD. */
  readonly day: string;
  readonly currency: string;
  readonly type: string;
  readonly status: string;
  readonly amount: bigint;
};

/** Keeps the tallies in step with a table: its `onChange`. */
export const countedAs =
  <R extends Row>(counted: (row: R) => Counted) =>
  (rows: Rows, before: R | undefined, after: R | undefined): void => {
    const was = before && counted(before);
    const is = after && counted(after);
    if (was && is && isCountedAlike(was, is)) return;
    if (was) count(rows, was, -1n);
    if (is) count(rows, is, 1n);
  };

function count(rows: Rows, counted: Counted, sign: 1n | -1n): void {
  const { subject, day, currency, type, status } = counted;
  for (const scope of ['all', ...counted.scopes]) {
    rows.increase(tallies, { subject, scope, type, status, count: sign });
  }
  rows.increase(tallyDays, { subject, day, currency, type, status, count: sign, amount: sign * counted.amount });
}

const isCountedAlike = (left: Counted, right: Counted): boolean =>
  left.type === right.type && left.status === right.status && left.amount === right.amount && left.day === right.day;
