import { z } from 'zod';
import { Currency } from '#core/kernel/money/money.ts';

/** Times are ISO 8601 text, days YYYY-MM-DD. */
export type Value = string | bigint | number | boolean | null;
export type Row = Readonly<Record<string, Value>>;

/** The names of types in Postgres, also of their arrays. */
type ColumnType = 'uuid' | 'text' | 'int8' | 'int4' | 'bool' | 'timestamptz' | 'date';

/** One column: how Postgres stores it, what a projection writes, what a query reads. */
export type Column<Write extends Value = Value, Read extends z.ZodType = z.ZodType> = {
  readonly type: ColumnType;
  /** A value as the BFF's pool returns it. */
  readonly read: Read;
  /** For types only. */
  readonly write?: Write;
  readonly isNullable?: true;
  readonly isBytewise?: true;
  /** The value in a new row that does not name the column. */
  readonly initial?: Value;
};
export type Columns = Readonly<Record<string, Column>>;

const column = <Write extends Value, Read extends z.ZodType>(type: ColumnType, read: Read): Column<Write, Read> => ({
  type,
  read,
});

export const uuid = () => column<string, z.ZodUUID>('uuid', z.uuid());
export const text = () => column<string, z.ZodString>('text', z.string());
/** Minor units, positions in the log, and counts in the millions. */
export const bigint = () => column<bigint, z.ZodBigInt>('int8', z.bigint());
export const int = () => column<number, z.ZodInt>('int4', z.int());
export const boolean = () => column<boolean, z.ZodBoolean>('bool', z.boolean());
/** Written as ISO 8601 text, read as a Date. */
export const time = () => column<string, z.ZodDate>('timestamptz', z.date());
/** A UTC day, YYYY-MM-DD. */
export const day = () => column<string, z.ZodString>('date', z.string());
export const currency = () => column<Currency, typeof Currency>('text', Currency);
export const oneOf = <const Word extends string>(words: readonly Word[]) =>
  column<Word, z.ZodType<Word>>('text', z.enum(words));

/** Null until something is written to it. */
export const optional = <Write extends Value, Read extends z.ZodType>(of: Column<Write, Read>) => ({
  ...(of as Column<Write | null>),
  read: of.read.nullable() as z.ZodNullable<Read>,
  isNullable: true as const,
  initial: null,
});

/** With the value in a new row. */
export const initially = <Write extends Value, Read extends z.ZodType>(initial: Write, of: Column<Write, Read>) => ({
  ...of,
  initial,
});

/** Text that is compared byte by byte: an index on it costs a third of one in the order of a language. */
export const bytewise = <Of extends Column>(of: Of): Of => ({ ...of, isBytewise: true });

export type WriteOf<C extends Column> = Exclude<C['write'], undefined>;
type Initial = { readonly initial: Value };

/** A row as projections see it. */
export type RowOf<C extends Columns> = { readonly [K in keyof C & string]: WriteOf<C[K]> };
/** A row as it is inserted: columns with an initial value may be left out. */
export type NewRowOf<C extends Columns> = {
  readonly [K in keyof C & string as C[K] extends Initial ? never : K]: WriteOf<C[K]>;
} & { readonly [K in keyof C & string as C[K] extends Initial ? K : never]?: WriteOf<C[K]> };
