import type { Rows } from './rows.ts';

/** Times are ISO 8601 text, days YYYY-MM-DD. */
export type Value = string | bigint | number | boolean | null;
export type ColumnType = 'uuid' | 'text' | 'bigint' | 'int' | 'boolean' | 'timestamptz' | 'date';
export type Row = Readonly<Record<string, Value>>;

/** What the engine must know of a table in table.sql to read and write its rows in bulk. */
export type Table<R extends Row = Row> = {
  readonly name: string;
  readonly key: readonly (keyof R & string)[];
  readonly columns: { readonly [Column in keyof R & string]: ColumnType };
  /**
   * Of a table whose rows are only ever increased. One of nothing but zeros says the same as none. While tables are filled
   * for the first time, what a batch adds comes as rows of its own, which costs a tenth of adding it to those that are there:
   * they are merged when the indexes are made (its key is one of these), and until then, who reads the table adds them up.
   */
  readonly isSums?: true;
  /**
   * What follows in other tables from a row that came (no `before`), changed, or went (no `after`): told once a batch for
   * each row, however often it changed in it. Only increases may follow.
   */
  onChange?(rows: Rows, before: R | undefined, after: R | undefined): void;
};

export type SumsTable<R extends Row = Row> = Table<R> & { readonly isSums: true };

/** One row that an event needs to see, or one that it makes (`isNew`), which nobody need look for in the table. */
export type RowKey = { readonly table: Table; readonly key: readonly Value[]; readonly isNew: boolean };

export const rowOf = <R extends Row>(table: Table<R>, ...key: readonly Value[]): RowKey => ({
  table: table as unknown as Table,
  key,
  isNew: false,
});

export const newRowOf = <R extends Row>(table: Table<R>, ...key: readonly Value[]): RowKey => ({
  table: table as unknown as Table,
  key,
  isNew: true,
});
