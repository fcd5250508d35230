import pg from 'pg';
import { onConflictAdd, onConflictPut } from './bulk-sql.ts';
import type { Row, Value } from './columns.ts';
import { list, qualified, quoted } from './names.ts';
import { othersOf, type Table } from './table.ts';

/**
 * The same as bulk-sql.ts, as SQL text that contains its values. Many of these statements are sent in one round trip,
 * which is most of the cost of a few rows, and plans of such simple statements cost almost nothing. Serves the bench's
 * row 'a deposit announced through HTTP until its list shows it'.
 */
export function insertFewRows(schema: string, table: Table, rows: readonly Row[]): string {
  return `insert into ${qualified(schema, table.name)} (${list(Object.keys(table.columns))}) values ${valuesOf(table, rows)}`;
}

export function updateFewRows(schema: string, table: Table, rows: readonly Row[]): string {
  const changing = othersOf(table);
  return rows
    .map(
      (row) =>
        `update ${qualified(schema, table.name)} set ${equal(changing, row).join(', ')} where ${keyOf(table, row)}`,
    )
    .join('; ');
}

export function deleteFewRows(schema: string, table: Table, rows: readonly Row[]): string {
  return rows.map((row) => `delete from ${qualified(schema, table.name)} where ${keyOf(table, row)}`).join('; ');
}

export const putFewRows = (schema: string, table: Table, rows: readonly Row[]): string =>
  insertFewOr(onConflictPut(table), schema, table, rows);

export const increaseFewRows = (schema: string, table: Table, rows: readonly Row[]): string =>
  insertFewOr(onConflictAdd(table), schema, table, rows);

const insertFewOr = (onConflict: string, schema: string, table: Table, rows: readonly Row[]): string =>
  `insert into ${qualified(schema, table.name)} as t (${list(Object.keys(table.columns))})
    values ${valuesOf(table, rows)} ${onConflict}`;

function valuesOf(table: Table, rows: readonly Row[]): string {
  const columns = Object.keys(table.columns);
  return rows.map((row) => `(${columns.map((column) => literal(row[column])).join(', ')})`).join(', ');
}

const keyOf = (table: Table, row: Row): string => equal(table.key, row).join(' and ');

const equal = (columns: readonly string[], row: Row): string[] =>
  columns.map((column) => `${quoted(column)} = ${literal(row[column])}`);

/** Text literals have no type: Postgres gives them the type of the column. */
function literal(value: Value | undefined): string {
  if (value === null || value === undefined) return 'null';
  return typeof value === 'string' ? pg.escapeLiteral(value) : String(value);
}
