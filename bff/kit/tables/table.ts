import type { FragmentSqlToken, ValueExpression } from 'slonik';
import { z } from 'zod';
import { Timestamp } from '#bff/contract/base/common.ts';
import { type PageAsked, pageAsked } from '#bff/kit/lib/asked.ts';
import { pageMeta } from '#bff/kit/lib/present.ts';
import { countRows, every } from '#projections/kernel/sql.ts';
import { type Queryable, sql } from './sql.ts';

type Value = string | number | bigint | boolean | Date | Uint8Array | readonly string[] | FragmentSqlToken | null;
/** Values by the names of columns, in either spelling: `created_at`, `createdAt`. What is undefined is left out. */
export type Values = Readonly<Record<string, Value | undefined>>;

const isSql = (value: Value | Values): value is FragmentSqlToken =>
  value !== null && typeof value === 'object' && 'sql' in value;

/** A time, and text in a list, take the type of their column. */
function written(value: Value): ValueExpression {
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Uint8Array) return sql.binary(Buffer.from(value));
  if (Array.isArray(value)) return sql.array(value, 'text');
  return value as ValueExpression;
}

/** `created_at` of `createdAt`. */
const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const column = (name: string) => sql.identifier([snake(name)]);
const listed = (parts: readonly ValueExpression[]) => sql.join(parts, sql.fragment`, `);
const given = (values: Values) =>
  Object.entries(values).filter((entry): entry is [string, Value] => entry[1] !== undefined);

/** `(a, b) values (1, 2)`, for an `insert into` with more than that. */
export const newRow = (values: Values): FragmentSqlToken =>
  sql.fragment`(${listed(given(values).map(([name]) => column(name)))})
    values (${listed(given(values).map(([, value]) => written(value)))})`;

/** `a = 1, b = 2`, for an `update … set` with more than that. */
export const assigned = (values: Values): FragmentSqlToken =>
  sql.fragment`${listed(given(values).map(([name, value]) => sql.fragment`${column(name)} = ${written(value)}`))}`;

/** Which rows: those of these values, or a condition of its own. No value is undefined, or a statement would be for every row. */
type Which = Readonly<Record<string, Value>> | FragmentSqlToken;
/** The same for lists: what is undefined is no condition. */
type Filter = Values | FragmentSqlToken;
const condition = (which: Filter): FragmentSqlToken =>
  isSql(which)
    ? which
    : every(
        given(which).map(([name, value]) =>
          value === null ? sql.fragment`${column(name)} is null` : sql.fragment`${column(name)} = ${written(value)}`,
        ),
      );

/** @throws where a value is missing, or none is given: it would be any row, or every one */
function certain(which: Which): FragmentSqlToken {
  const values = isSql(which) ? [which] : Object.values(which);
  if (values.length === 0 || values.includes(undefined as never)) {
    throw new Error(`Rows are not named by ${Object.keys(which).join(', ') || 'nothing'} alone.`);
  }
  return condition(which);
}

const Moment = z.date().transform((time) => time.toISOString());
/** A field of an answer as the pool reads it: moments arrive as dates. */
const stored = (field: z.ZodType): z.ZodType => {
  if (field instanceof z.ZodNullable) return stored(field.unwrap() as z.ZodType).nullable();
  return field === Timestamp ? Moment : field;
};

type Computed<Row extends z.ZodObject> = { readonly [Name in keyof Row['shape']]?: FragmentSqlToken };

/**
 * Reads rows of a schema, which may be that of an answer. Its fields have the names of columns, in either spelling; `computed` are the others. `from`: a table,
 * with its joins.
 */
export function rowsOf<Row extends z.ZodObject>(schema: Row, from: FragmentSqlToken, computed: Computed<Row> = {}) {
  const fields = Object.entries<z.ZodType>(schema.shape).map(([name, field]) => [name, stored(field)]);
  const type = z.object(Object.fromEntries(fields)) as unknown as z.ZodType<z.output<Row>>;
  const columns = listed(
    Object.keys(schema.shape).map((name) => {
      const written = computed[name as keyof Row['shape']];
      if (!written && snake(name) === name) return column(name);
      return sql.fragment`${written ?? column(name)} as ${sql.identifier([name])}`;
    }),
  );
  const typed = sql.type(type);
  return {
    type,
    columns: sql.fragment`${columns}`,
    find: (database: Queryable, which: Which): Promise<z.output<Row> | null> =>
      database.maybeOne(typed`select ${columns} from ${from} where ${certain(which)}`),
    /** `order`: what follows the condition. */
    list: async (database: Queryable, which: Filter, order = sql.fragment``): Promise<z.output<Row>[]> => [
      ...(await database.any(typed`select ${columns} from ${from} where ${condition(which)} ${order}`)),
    ],
    /** A page in the contract's envelope. Only an inner join may change the number of rows. */
    page: async (database: Queryable, asked: PageAsked, which: Filter, order: FragmentSqlToken) => {
      const { page, perPage } = pageAsked(asked);
      const wanted = sql.fragment`${from} where ${condition(which)}`;
      const [counted, items] = await Promise.all([
        countRows(database, wanted),
        database.any(
          typed`select ${columns} from ${wanted} order by ${order} limit ${perPage} offset ${(page - 1) * perPage}`,
        ),
      ]);
      return { data: [...items], meta: pageMeta({ page, perPage, ...counted, items }) };
    },
  };
}

/** The plain writes of a table. A statement that does more is written as SQL. */
export function writesOf(name: string) {
  const table = sql.identifier(['app', name]);
  return {
    /** False where a row is in conflict with it: that one stays. */
    add: async (database: Queryable, values: Values): Promise<boolean> =>
      (await database.query(sql.void`insert into ${table} ${newRow(values)} on conflict do nothing`)).rowCount > 0,
    /** How many rows were changed. */
    update: async (database: Queryable, which: Which, changes: Values): Promise<number> =>
      (await database.query(sql.void`update ${table} set ${assigned(changes)} where ${certain(which)}`)).rowCount,
    /** How many rows were removed. */
    remove: async (database: Queryable, which: Which): Promise<number> =>
      (await database.query(sql.void`delete from ${table} where ${certain(which)}`)).rowCount,
  };
}

/** A table that is read alone: {@link rowsOf} it, its {@link writesOf}, and those that return a row. */
export function appTable<Row extends z.ZodObject>(name: string, schema: Row, computed: Computed<Row> = {}) {
  const table = sql.identifier(['app', name]);
  const rows = rowsOf(schema, sql.fragment`${table}`, computed);
  const typed = sql.type(rows.type);
  return {
    ...rows,
    ...writesOf(name),
    insert: (database: Queryable, values: Values): Promise<z.output<Row>> =>
      database.one(typed`insert into ${table} ${newRow(values)} returning ${rows.columns}`),
    /** Null where a row is in conflict with it: that one stays. */
    insertNew: (database: Queryable, values: Values): Promise<z.output<Row> | null> =>
      database.maybeOne(typed`insert into ${table} ${newRow(values)} on conflict do nothing returning ${rows.columns}`),
    /** The one row after its change, or null. */
    change: (database: Queryable, which: Which, changes: Values): Promise<z.output<Row> | null> =>
      database.maybeOne(
        typed`update ${table} set ${assigned(changes)} where ${certain(which)} returning ${rows.columns}`,
      ),
    /** Removes one row, and returns what it was, or null. */
    take: (database: Queryable, which: Which): Promise<z.output<Row> | null> =>
      database.maybeOne(typed`delete from ${table} where ${certain(which)} returning ${rows.columns}`),
  };
}
