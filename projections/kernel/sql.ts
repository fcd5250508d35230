import { type CommonQueryMethods, createSqlTag, type FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import { dayAfter, startOfDay } from './zones.ts';

/** Rows of `sql.type(schema)` are parsed by the pool's row parser. */
export const sql = createSqlTag({ typeAliases: { void: z.object({}).strict() } });

/** What a query needs of a slonik pool: a pool, a connection or a transaction. */
export type Database = Pick<CommonQueryMethods, 'any' | 'maybeOne' | 'one'>;
export type Fragment = FragmentSqlToken;

const nothing = sql.fragment`true`;

/** SQL built from our own definitions: never from a user's input. */
export const plain = (text: string): Fragment => ({ ...nothing, sql: text });

/** All conditions, or true when there are none. */
export function every(conditions: readonly Fragment[]): Fragment {
  return conditions.length === 0 ? nothing : sql.fragment`${sql.join(conditions, sql.fragment` and `)}`;
}

/** One of the conditions, or false when there are none. */
export const anyOf = (conditions: readonly Fragment[]): Fragment =>
  conditions.length === 0 ? sql.fragment`false` : sql.fragment`(${sql.join(conditions, sql.fragment` or `)})`;

/** Whole days (YYYY-MM-DD), both inclusive, of a time zone ('Asia/Kolkata'), else of UTC. */
export type Days = {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly zone?: string | undefined;
};

/** The bounds of days in a column of times. */
export function withinDays(column: Fragment, { from, to, zone }: Days): Fragment[] {
  const conditions: Fragment[] = [];
  if (zone !== undefined) {
    if (from !== undefined) conditions.push(sql.fragment`${column} >= ${startOfDay(from, zone)}::timestamptz`);
    if (to !== undefined) conditions.push(sql.fragment`${column} < ${startOfDay(dayAfter(to), zone)}::timestamptz`);
    return conditions;
  }
  if (from !== undefined) conditions.push(sql.fragment`${column} >= (${from}::date)::timestamp at time zone 'UTC'`);
  if (to !== undefined) conditions.push(sql.fragment`${column} < (${to}::date + 1)::timestamp at time zone 'UTC'`);
  return conditions;
}

/** The bounds of days in a column of days. */
export function betweenDays(column: Fragment, { from, to }: Days): Fragment[] {
  const conditions: Fragment[] = [];
  if (from !== undefined) conditions.push(sql.fragment`${column} >= ${from}::date`);
  if (to !== undefined) conditions.push(sql.fragment`${column} <= ${to}::date`);
  return conditions;
}

/** Rows are counted up to here: a person does not page further, and a count of a whole table takes as long as the table. */
export const MOST_COUNTED = 10_000;
/** `isAtLeast`: there are more, which were not counted. */
export type Counted = { readonly total: number; readonly isAtLeast?: boolean };

/** How many rows there are of `from` (a table's name, and `where` …). */
export async function countRows(database: Database, from: Fragment): Promise<Counted> {
  const { count } = await database.one(
    sql.type(Count)`select count(*) as count from (select from ${from} limit ${MOST_COUNTED + 1}) counted`,
  );
  return count > MOST_COUNTED ? { total: MOST_COUNTED, isAtLeast: true } : { total: Number(count) };
}
const Count = z.object({ count: z.bigint() });

/** A LIKE pattern in which the term's own wildcards are literal. */
export const escapeLike = (term: string): string => term.replace(/[\\%_]/g, '\\$&');

const UUID = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
export const isUuid = (term: string): boolean => UUID.test(term);
