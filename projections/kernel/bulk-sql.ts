import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { Row, Value } from './columns.ts';
import { list, qualified, quoted } from './names.ts';
import { othersOf, type Table } from './table.ts';

/** Most rows in one statement: bounds its memory here and in Postgres. */
const MAX_ROWS_PER_STATEMENT = 5_000;
/**
 * From this many rows on, COPY is worth its two extra round trips: Postgres stores them in half the time ('read models
 * catching up').
 */
export const MIN_ROWS_TO_COPY = 200;
/** A long text is built in pieces, so that the parts of each become garbage early. */
const COPY_PIECE_CHARS = 32 * 1024;

/** Rows as one array for each column: the statement's text is the same for any number of rows. */
function unnest(table: Table, columns: readonly string[]): string {
  return `unnest(${columns.map((column, index) => `$${index + 1}::${typeOf(table, column)}[]`).join(', ')})`;
}

function typeOf(table: Table, column: string): string {
  const type = table.columns[column]?.type;
  if (!type) throw new Error(`${table.name} has no column ${column}.`);
  return type;
}

/** The rows with these keys. */
export async function selectRows(
  client: pg.ClientBase,
  schema: string,
  table: Table,
  keys: readonly (readonly Value[])[],
): Promise<Row[]> {
  const columns = Object.keys(table.columns);
  const text = `select ${columns.map((column) => `t.${quoted(column)}`).join(', ')}
    from ${unnest(table, table.key)} as k(${list(table.key)}) join ${qualified(schema, table.name)} t using (${list(table.key)})`;
  const found: Row[] = [];
  for (const chunk of chunksOf(keys)) {
    const values = table.key.map((_, index) => arrayLiteral(chunk.map((key) => key[index] ?? null)));
    found.push(...(await run(client, `select:${schema}.${table.name}`, text, values)));
  }
  return found;
}

/** The rows of a table under a name, for a `from` clause; a table of sums is added up, and its rows of zeros are left out. */
export function rowsOf(table: Table, name: string): string {
  if (!table.isSums) return name;
  const sums = othersOf(table).map(quoted);
  return `(select ${list(table.key)}, ${sums.map((sum) => `sum(${sum})::int8 as ${sum}`).join(', ')} from ${name}
    group by ${list(table.key)} having ${sums.map((sum) => `sum(${sum}) <> 0`).join(' or ')})`;
}

/** A statement with its values, ready to run. */
export type Statement = (client: pg.ClientBase) => Promise<void>;

/** Inserts new rows. An existing key is an error, because a single writer always has the rows. */
export function insertRows(schema: string, table: Table, rows: readonly Row[]): Statement {
  const columns = Object.keys(table.columns);
  if (rows.length >= MIN_ROWS_TO_COPY) return copyRows(schema, table, createCopyEncoder(table)(rows));
  const text = `insert into ${qualified(schema, table.name)} (${list(columns)}) select * from ${unnest(table, columns)}`;
  return writing(`insert:${schema}.${table.name}`, text, columns, rows);
}

/** Encodes rows of a table as text for COPY, in pieces. */
export function createCopyEncoder(table: Table): (rows: readonly Row[]) => Buffer[] {
  const columns = Object.entries(table.columns).map(([name, { type }]) => ({ name, type }));
  return (rows) => {
    const pieces: Buffer[] = [];
    let text = '';
    for (const row of rows) {
      let separator = '';
      for (const { name, type } of columns) {
        const value = row[name];
        text += separator;
        if (value === null || value === undefined) text += '\\N';
        // The text of all other types contains nothing to escape.
        else text += type === 'text' ? copyText(String(value)) : value;
        separator = '\t';
      }
      text += '\n';
      if (text.length < COPY_PIECE_CHARS) continue;
      pieces.push(Buffer.from(text));
      text = '';
    }
    if (text !== '') pieces.push(Buffer.from(text));
    return pieces;
  };
}

/** Inserts new rows from the output of `createCopyEncoder`. */
export function copyRows(schema: string, table: Table, pieces: readonly Buffer[]): Statement {
  const copying = `copy ${qualified(schema, table.name)} (${list(Object.keys(table.columns))}) from stdin`;
  return async (client) => {
    await pipeline(Readable.from(pieces), client.query(copyFrom(copying)));
  };
}

const COPY_ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };
const NEEDS_COPY_ESCAPE = /[\\\t\n\r]/;
const COPY_ESCAPED = /[\\\t\n\r]/g;

/** A value in the text format of COPY. */
function copyText(value: string): string {
  if (!NEEDS_COPY_ESCAPE.test(value)) return value;
  return value.replace(COPY_ESCAPED, (character) => COPY_ESCAPES[character] ?? character);
}

/** Updates rows that exist. */
export function updateRows(schema: string, table: Table, rows: readonly Row[]): Statement {
  const columns = Object.keys(table.columns);
  const changing = othersOf(table);
  const text = `update ${qualified(schema, table.name)} t
    set ${changing.map((column) => `${quoted(column)} = n.${quoted(column)}`).join(', ')}
    from ${unnest(table, columns)} as n(${list(columns)}) where ${sameKey(table, 't', 'n')}`;
  return writing(`update:${schema}.${table.name}`, text, columns, rows);
}

export function deleteRows(schema: string, table: Table, rows: readonly Row[]): Statement {
  const text = `delete from ${qualified(schema, table.name)} t
    using ${unnest(table, table.key)} as n(${list(table.key)}) where ${sameKey(table, 't', 'n')}`;
  return writing(`delete:${schema}.${table.name}`, text, table.key, rows);
}

/** Replaces the rows with these keys, or inserts them. */
export const putRows = (schema: string, table: Table, rows: readonly Row[]): Statement =>
  insertOr('put', onConflictPut(table), schema, table, rows);

/** Adds to the columns beside the key; a missing row counts as zero. */
export const increaseRows = (schema: string, table: Table, rows: readonly Row[]): Statement =>
  insertOr('increase', onConflictAdd(table), schema, table, rows);

function insertOr(name: string, onConflict: string, schema: string, table: Table, rows: readonly Row[]): Statement {
  const columns = Object.keys(table.columns);
  const text = `insert into ${qualified(schema, table.name)} as t (${list(columns)}) select * from ${unnest(table, columns)}
    ${onConflict}`;
  return writing(`${name}:${schema}.${table.name}`, text, columns, rows);
}

/** The update of an existing row `t` when another one with its key comes. */
export const onConflictPut = (table: Table): string => onConflict(table, (column) => `excluded.${column}`);
export const onConflictAdd = (table: Table): string =>
  onConflict(table, (column) => `t.${column} + excluded.${column}`);

function onConflict(table: Table, newValue: (column: string) => string): string {
  const changes = othersOf(table).map((column) => `${quoted(column)} = ${newValue(quoted(column))}`);
  return `on conflict (${list(table.key)}) do update set ${changes.join(', ')}`;
}

export const sameKey = (table: Table, left: string, right: string): string =>
  table.key.map((column) => `${left}.${quoted(column)} = ${right}.${quoted(column)}`).join(' and ');

function writing(name: string, text: string, columns: readonly string[], rows: readonly Row[]): Statement {
  const chunks = [...chunksOf(rows)].map((chunk) =>
    columns.map((column) => arrayLiteral(chunk.map((row) => row[column] ?? null))),
  );
  return async (client) => {
    for (const values of chunks) await run(client, name, text, values);
  };
}

/** Prepared once for each connection: planning such a statement costs more than running it for a few rows. */
async function run(client: pg.ClientBase, name: string, text: string, values: string[]): Promise<Row[]> {
  return (await client.query<Record<string, Value>>({ name, text, values })).rows;
}

function* chunksOf<T>(items: readonly T[]): Generator<readonly T[]> {
  if (items.length <= MAX_ROWS_PER_STATEMENT) {
    yield items;
    return;
  }
  for (let start = 0; start < items.length; start += MAX_ROWS_PER_STATEMENT) {
    yield items.slice(start, start + MAX_ROWS_PER_STATEMENT);
  }
}

const NEEDS_ESCAPE = /["\\]/g;

/** A Postgres array in its text form. pg does this too, at several times the cost: the bench's row 'read models catching up'. */
function arrayLiteral(values: readonly Value[]): string {
  let text = '{';
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index];
    if (index > 0) text += ',';
    if (value === null || value === undefined) text += 'NULL';
    else if (typeof value === 'string') text += `"${value.replace(NEEDS_ESCAPE, '\\$&')}"`;
    else text += String(value);
  }
  return `${text}}`;
}
