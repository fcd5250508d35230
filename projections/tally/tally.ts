import type { Columns, Row } from '../kernel/columns.ts';
import type { DefinedTable, Rows, Table } from '../kernel/table.ts';
import { type TallySubject, tallies, tallyDays } from './table.ts';

/** The columns by which the rows of a table are counted. */
export type Tally<C extends Columns = Columns> = {
  readonly subject: TallySubject;
  /** The time at which the row's subject began; it is counted by its UTC day. */
  readonly began: keyof C & string;
  readonly status: keyof C & string;
  readonly type?: keyof C & string;
  readonly currency?: keyof C & string;
  readonly amount?: keyof C & string;
  /**
   * Owners whose rows are also counted separately: `customer_id` is the scope 'customer:<id>'. Each is part of the one
   * before.
   */
  readonly scopes?: readonly (keyof C & string)[];
};
export type TalliedTable<C extends Columns> = DefinedTable<C> & { readonly tally: Tally };

/** A table whose rows the tallies count. */
export const tallied = <C extends Columns>(table: DefinedTable<C>, tally: Tally<NoInfer<C>>): TalliedTable<C> => ({
  ...table,
  ...(countedBy(tally as Tally) satisfies Partial<Table>),
  tally: tally as Tally,
});

export const scopeOf = (column: string, id: string): string => `${column.slice(0, -'_id'.length)}:${id}`;

type Counted = {
  readonly row: Row;
  readonly day: string;
  readonly type: string;
  readonly status: string;
  readonly amount: bigint;
};

/** Updates the tallies with a table. */
function countedBy({ subject, began, status, type, currency, amount, scopes = [] }: Tally): Pick<Table, 'onChange'> {
  const counted = (row: Row): Counted => ({
    row,
    day: String(row[began]).slice(0, 10),
    type: type === undefined ? '' : String(row[type]),
    status: String(row[status]),
    amount: amount === undefined ? 0n : (row[amount] as bigint),
  });
  const count = (rows: Rows, { row, ...one }: Counted, sign: 1n | -1n): void => {
    const key = { subject, type: one.type, status: one.status };
    rows.increase(tallies, { ...key, scope: 'all', count: sign });
    for (const column of scopes) {
      rows.increase(tallies, { ...key, scope: scopeOf(column, String(row[column])), count: sign });
    }
    const ownCurrency = currency === undefined ? '' : String(row[currency]);
    rows.increase(tallyDays, { ...key, day: one.day, currency: ownCurrency, count: sign, amount: sign * one.amount });
  };
  return {
    onChange(rows, before, after) {
      const was = before && counted(before);
      const is = after && counted(after);
      if (was && is && isCountedAlike(was, is)) return;
      if (was) count(rows, was, -1n);
      if (is) count(rows, is, 1n);
    },
  };
}

const isCountedAlike = (left: Counted, right: Counted): boolean =>
  left.type === right.type && left.status === right.status && left.amount === right.amount && left.day === right.day;
