/** Times are ISO 8601 text, days YYYY-MM-DD. */
export type Value = string | bigint | number | boolean | null;
export type ColumnType = 'uuid' | 'text' | 'bigint' | 'int' | 'boolean' | 'timestamptz' | 'date';
export type Row = Readonly<Record<string, Value>>;

/** What the engine must know of a table in table.sql to read and write its rows in bulk. */
export type Table<R extends Row = Row> = {
  readonly name: string;
  readonly key: readonly (keyof R & string)[];
  readonly columns: { readonly [Column in keyof R & string]: ColumnType };
};

/** One row that an event needs to see. */
export type RowKey = { readonly table: Table; readonly key: readonly Value[] };

export const rowOf = <R extends Row>(table: Table<R>, ...key: readonly Value[]): RowKey => ({
  table: table as unknown as Table,
  key,
});
