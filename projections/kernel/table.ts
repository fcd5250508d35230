import type { Columns, NewRowOf, Row, RowOf, Value } from './columns.ts';

/** A table of a read model. Everything about it follows from its definition: DDL, rows, views and lists. */
export type Table<R extends Row = Row, New extends object = object, C extends Columns = Columns> = {
  readonly name: string;
  readonly key: readonly string[];
  readonly columns: C;
  readonly options: TableOptions;
  /** The values of columns that a new row does not name. */
  readonly initial: Row;
  /**
   * Changes in other tables that follow from a row that was added (no `before`), changed, or removed (no `after`). It
   * may only increase.
   */
  onChange?(rows: Rows, before: R | undefined, after: R | undefined): void;
  /** For types only. */
  readonly types?: { readonly row: R; readonly newRow: New };
};

/** A table with the types of its columns, for views and lists. */
export type DefinedTable<C extends Columns> = Table<RowOf<C>, NewRowOf<C>, C>;

type Name<C extends Columns> = keyof C & string;
/** A column, or what `like 'beginning%'` needs: on a text, or on its reverse. */
type IndexPart<C extends Columns> = Name<C> | `${Name<C>} text_pattern_ops` | `reverse(${Name<C>}) text_pattern_ops`;
export type Index<C extends Columns = Columns> =
  | readonly IndexPart<C>[]
  | { readonly on: readonly IndexPart<C>[]; readonly where?: string; readonly isUnique?: true };

export type TableOptions<C extends Columns = Columns> = {
  /** By their names; in the database, the table's name comes first. A rebuild creates them last. */
  readonly indexes?: Readonly<Record<string, Index<C>>>;
  /** Percent of a page that inserts fill: with free room, an update of a row need not touch the indexes. */
  readonly fillfactor?: number;
  /** Without one, an index must keep rows unique. */
  readonly hasPrimaryKey?: false;
};

/** Defines a table. Columns of fixed width come first: Postgres finds them at once, which speeds up each index. */
export function defineTable<const C extends Columns>(
  name: string,
  key: readonly Name<NoInfer<C>>[],
  columns: C,
  options: TableOptions<NoInfer<C>> = {},
): DefinedTable<C> {
  const initial = Object.entries(columns).flatMap(([column, { initial }]) =>
    initial === undefined ? [] : [[column, initial] as const],
  );
  return { name, key, columns, options: options as TableOptions, initial: Object.fromEntries(initial) };
}

/** For a search by the beginning or the end of a number (lists/search.ts). */
export const NUMBER_INDEXES = {
  by_number: ['number text_pattern_ops'],
  by_number_end: ['reverse(number) text_pattern_ops'],
} as const;

/** A row that an event reads. */
export type RowKey = { readonly table: Table; readonly key: readonly Value[] };
export const rowOf = (table: Table, ...key: readonly Value[]): RowKey => ({ table, key });

/** The rows of one batch, as `apply` sees and changes them. Everything is in memory; the engine reads and writes in bulk. */
export type Rows = {
  /** The row, or undefined when there is none. The key must be among the event's `reads`. */
  get<R extends Row>(table: Table<R>, ...key: readonly Value[]): R | undefined;
  /**
   * Like `get`, for a row that an earlier event must have created.
   * @throws Error (which stops the engine) without it
   */
  require<R extends Row>(table: Table<R>, ...key: readonly Value[]): R;
  /** Adds a new row that may be read again. */
  insert<New extends object>(table: Table<Row, New>, row: New): void;
  remove<R extends Row>(table: Table<R>, row: R): void;
  /** Adds a whole row that is written once and never read again, to a table that no tally counts. */
  append<R extends Row>(table: Table<R>, row: R): void;
  /** Adds a row, or replaces the one with its key. */
  put<R extends Row>(table: Table<R>, row: R): void;
  /** Adds to the columns beside the key, which are all `bigint()`; a missing row counts as zero. */
  increase<R extends Row>(table: Table<R>, row: R): void;
};
