import { z } from 'zod';
import type { Column, Columns, WriteOf } from './columns.ts';
import { anyOf, type Database, every, type Fragment, plain, sql } from './sql.ts';
import type { DefinedTable, Table } from './table.ts';

export type Camel<Name extends string> = Name extends `${infer Head}_${infer Rest}`
  ? `${Head}${Capitalize<Camel<Rest>>}`
  : Name;
export const camelOf = (name: string): string =>
  name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/**
 * A value that a query computes besides the row's columns. `sql` names columns with their table:
 * `deposits.proof_file_id`.
 */
export type Computed<Read extends z.ZodType = z.ZodType> = { readonly sql: string; readonly read: Read };
export const computed = <Read extends z.ZodType>(read: Read, sql: string): Computed<Read> => ({ sql, read });
type ComputedColumns = Readonly<Record<string, Computed>>;

/** How queries see rows of a table: its columns in camelCase, and computed or joined values. Each row is parsed. */
export type View<Item extends object = object> = {
  readonly table: Table;
  readonly schema: z.ZodType<Item>;
  /** The select list, over the table by its name and `joins`. */
  readonly select: Fragment;
  readonly joins: Fragment;
  readonly parts: { readonly columns: ComputedColumns; readonly joins: string };
};
export type ItemOf<V extends View> = z.output<V['schema']>;

type ReadColumns<C extends Columns, Without> = {
  [K in keyof C & string as K extends Without ? never : Camel<K>]: z.output<C[K]['read']>;
};
type ReadComputed<X extends ComputedColumns> = { [K in keyof X]: z.output<X[K]['read']> };
type Flat<T> = { [K in keyof T]: T[K] };

/** A view of a table's columns, except those in `without`. */
export function defineView<
  const C extends Columns,
  const Without extends keyof C & string = never,
  const X extends ComputedColumns = Record<never, never>,
>(
  table: DefinedTable<C>,
  { without, add }: { readonly without?: readonly Without[]; readonly add?: X } = {},
): View<Flat<ReadColumns<C, Without> & ReadComputed<X>>> {
  const left: readonly string[] = without ?? [];
  const own = Object.entries<Column>(table.columns).filter(([name]) => !left.includes(name));
  const columns = own.map(([name, { read }]) => [camelOf(name), { sql: `${table.name}.${name}`, read }] as const);
  return viewOf(table, { columns: { ...Object.fromEntries(columns), ...add }, joins: '' });
}

/** The same with more columns, which may come from joins. */
export const extendView = <Item extends object, const X extends ComputedColumns>(
  { table, parts }: View<Item>,
  add: X,
  joins = '',
): View<Flat<Item & ReadComputed<X>>> =>
  viewOf(table, { columns: { ...parts.columns, ...add }, joins: `${parts.joins} ${joins}` });

function viewOf<Item extends object>(table: Table, parts: View['parts']): View<Item> {
  const columns = Object.entries(parts.columns);
  const shape = Object.fromEntries(columns.map(([name, { read }]) => [name, read]));
  return {
    table,
    schema: z.object(shape) as unknown as z.ZodType<Item>,
    select: plain(columns.map(([name, { sql }]) => `${sql} as "${name}"`).join(', ')),
    joins: plain(parts.joins),
    parts,
  };
}

/** Values that columns must have, or one of several; undefined ones set no condition. */
export type Wanted<C extends Columns> = {
  readonly [K in keyof C & string]?: WriteOf<C[K]> | readonly WriteOf<C[K]>[] | undefined;
};

export function conditionsOf<C extends Columns>(table: DefinedTable<C>, wanted: Wanted<NoInfer<C>>): Fragment[] {
  return Object.entries(wanted).flatMap(([name, value]) =>
    value === undefined ? [] : [equals(plain(`${table.name}.${name}`), table.columns[name]?.type ?? 'text', value)],
  );
}

function equals(column: Fragment, type: Column['type'], value: unknown): Fragment {
  if (Array.isArray(value)) return sql.fragment`${column} = any(${sql.array(value, type)})`;
  return sql.fragment`${column} = ${value as string}`;
}

/**
 * The condition that a column of a few words has one of these, with the words in the text of the statement: its plan then knows how rare they
 * are, may use an index of the rare ones, and reads that in its order.
 */
export const isOneOf = (column: Fragment, words: string | readonly string[]): Fragment =>
  anyOf([words].flat().map((word) => sql.fragment`${column} = ${sql.literalValue(word)}`));

/** All rows of a view that match `rest` (`where …`, `order by …`). */
export const findRows = <Item extends object>(
  database: Database,
  view: View<Item>,
  rest: Fragment,
): Promise<readonly Item[]> =>
  database.any(
    sql.type(view.schema)`select ${view.select} from ${plain(`read.${view.table.name}`)} ${view.joins} ${rest}`,
  );

/** The row that matches these conditions, or null. */
export const findRow = <Item extends object>(
  database: Database,
  view: View<Item>,
  conditions: readonly Fragment[],
): Promise<Item | null> =>
  database.maybeOne(
    sql.type(view.schema)`select ${view.select} from ${plain(`read.${view.table.name}`)} ${view.joins}
      where ${every(conditions)}`,
  );

const OF = 'of.';

/**
 * Finds each row of a view that matches `rest`, with the row of another view that it belongs to, in one round trip. The
 * row parser is built once, not at each call: the bench's row 'processor time of a purchase'.
 */
export function withRowOf<Item extends object, Of extends object>(view: View<Item>, of: View<Of>, on: string) {
  const columns = Object.entries(of.parts.columns).map(([name, { sql }]) => `${sql} as "${OF}${name}"`);
  const both = z.looseObject({}).transform((row) => {
    const own = Object.entries(row).filter(([name]) => name.startsWith(OF));
    return {
      item: view.schema.parse(row),
      of: of.schema.parse(Object.fromEntries(own.map(([name, value]) => [name.slice(OF.length), value]))),
    };
  });
  const select = sql.fragment`select ${view.select}, ${plain(columns.join(', '))}
    from ${plain(`read.${view.table.name}`)} ${view.joins} join ${plain(`read.${of.table.name} on ${on}`)} ${of.joins}`;
  return (database: Database, rest: Fragment): Promise<readonly { readonly item: Item; readonly of: Of }[]> =>
    database.any(sql.type(both)`${select} ${rest}`);
}
