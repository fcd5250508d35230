import { copyRows, deleteRows, increaseRows, insertRows, putRows, type Statement, updateRows } from './bulk-sql.ts';
import type { Row } from './columns.ts';
import { deleteFewRows, increaseFewRows, insertFewRows, putFewRows, updateFewRows } from './few-rows-sql.ts';
import type { Table } from './table.ts';

/** What a batch changed in one table. */
export type TableChanges = {
  readonly table: Table;
  readonly removed: Row[];
  readonly updated: Row[];
  readonly inserted: Row[];
  /** More new rows, as text for COPY. */
  readonly copied: Buffer[];
  /** Rows that replace those with their keys. */
  readonly put: Row[];
  readonly increased: Row[];
};

/** How a batch is written, in one transaction: few rows as SQL text, many by statements that are run in this order. */
export type Changes = { readonly sql: string; readonly statements: readonly Statement[] };

/** Up to so many rows of a batch go as text: more are cheaper in bulk. */
const MAX_FEW_ROWS = 50;

export function changesToWrite(schema: string, changes: readonly TableChanges[]): Changes {
  const rows = changes.reduce((sum, change) => sum + rowCount(change), 0);
  if (rows > MAX_FEW_ROWS || changes.some(({ copied }) => copied.length > 0)) {
    return {
      sql: '',
      statements: changes.flatMap((change) => [...writesOf(schema, change, MANY), ...copies(schema, change)]),
    };
  }
  return { sql: changes.flatMap((change) => writesOf(schema, change, FEW)).join('; '), statements: [] };
}

const rowCount = ({ removed, updated, inserted, put, increased }: TableChanges): number =>
  removed.length + updated.length + inserted.length + put.length + increased.length;

const copies = (schema: string, { table, copied }: TableChanges): Statement[] =>
  copied.length > 0 ? [copyRows(schema, table, copied)] : [];

type Writing<Write> = Readonly<
  Record<
    'remove' | 'update' | 'insert' | 'put' | 'increase',
    (schema: string, table: Table, rows: readonly Row[]) => Write
  >
>;
const FEW = {
  remove: deleteFewRows,
  update: updateFewRows,
  insert: insertFewRows,
  put: putFewRows,
  increase: increaseFewRows,
};
const MANY = { remove: deleteRows, update: updateRows, insert: insertRows, put: putRows, increase: increaseRows };

function writesOf<Write>(schema: string, changes: TableChanges, by: Writing<Write>): Write[] {
  const { table, removed, updated, inserted, put, increased } = changes;
  const writes: Write[] = [];
  if (removed.length > 0) writes.push(by.remove(schema, table, removed));
  if (updated.length > 0) writes.push(by.update(schema, table, updated));
  if (inserted.length > 0) writes.push(by.insert(schema, table, inserted));
  if (put.length > 0) writes.push(by.put(schema, table, put));
  if (increased.length > 0) writes.push(by.increase(schema, table, increased));
  return writes;
}
