import { copyRows, deleteRows, increaseRows, insertRows, putRows, type Statement, updateRows } from './bulk-sql.ts';
import type { Row } from './columns.ts';
import { deleteFewRows, increaseFewRows, insertFewRows, putFewRows, updateFewRows } from './few-rows-sql.ts';
import type { Table } from './table.ts';

/** In the order of writing. `insert` adds new rows; `put` replaces those with their keys. */
const VERBS = ['remove', 'update', 'insert', 'put', 'increase'] as const;
type Verb = (typeof VERBS)[number];

/** What a batch changed in one table. */
export type TableChanges = Readonly<Record<Verb, Row[]>> & {
  readonly table: Table;
  /** Further new rows, as text for COPY. */
  readonly copied: Buffer[];
};

/** How a batch is written, in one transaction: few rows as SQL text, many by these statements in order. */
export type Changes = { readonly sql: string; readonly statements: readonly Statement[] };

/** Up to this many rows of a batch are sent as text; more are cheaper in bulk. */
const MAX_FEW_ROWS = 50;

export function changesToWrite(schema: string, changes: readonly TableChanges[]): Changes {
  const rows = changes.reduce((sum, change) => VERBS.reduce((own, verb) => own + change[verb].length, sum), 0);
  if (rows > MAX_FEW_ROWS || changes.some(({ copied }) => copied.length > 0)) {
    const statements = changes.flatMap((change) => [...writesOf(schema, change, MANY), ...copies(schema, change)]);
    return { sql: '', statements };
  }
  return { sql: changes.flatMap((change) => writesOf(schema, change, FEW)).join('; '), statements: [] };
}

const copies = (schema: string, { table, copied }: TableChanges): Statement[] =>
  copied.length > 0 ? [copyRows(schema, table, copied)] : [];

type Writing<Write> = Readonly<Record<Verb, (schema: string, table: Table, rows: readonly Row[]) => Write>>;
const FEW: Writing<string> = {
  remove: deleteFewRows,
  update: updateFewRows,
  insert: insertFewRows,
  put: putFewRows,
  increase: increaseFewRows,
};
const MANY: Writing<Statement> = {
  remove: deleteRows,
  update: updateRows,
  insert: insertRows,
  put: putRows,
  increase: increaseRows,
};

const writesOf = <Write>(schema: string, changes: TableChanges, by: Writing<Write>): Write[] =>
  VERBS.filter((verb) => changes[verb].length > 0).map((verb) => by[verb](schema, changes.table, changes[verb]));
