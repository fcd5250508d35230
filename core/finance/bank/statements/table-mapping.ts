import { z } from 'zod';
import { CURRENCY_CODES } from '#core/kernel/money/currencies.ts';

/** `none` is not read. Of an `undecided` one a person has to say first whether it is a fee that the amount contains. */
export const COLUMN_ROLES = [
  'none',
  'undecided',
  'booked_on',
  'value_date',
  'amount',
  'money_in',
  'money_out',
  'fee',
  'direction',
  'currency',
  'text',
  'name',
  'iban',
  'reference',
  'bank_reference',
  'account',
  'state',
] as const;
export type ColumnRole = (typeof COLUMN_ROLES)[number];

export const DELIMITERS = [';', ',', '\t', '|'] as const;
export const MAX_COLUMNS = 100;
/** Characters. */
export const MAX_TITLE = 200;
export const MAX_SKIPPED = 50;

/** How the table of a bank is read. A person chooses it once for an account, and it is kept. */
export const TableMapping = z
  .object({
    delimiter: z.enum(DELIMITERS),
    /** Lines before the titles, or before the first row where there are none. */
    skip: z.int().min(0).max(MAX_SKIPPED),
    /** The titles of the columns; empty where the table has none. Another table is refused. */
    titles: z.array(z.string().max(MAX_TITLE)).max(MAX_COLUMNS),
    columns: z
      .array(z.enum(COLUMN_ROLES))
      .min(2)
      .max(MAX_COLUMNS)
      .meta({ examples: [['booked_on', 'amount']] }),
    /** The order of a day's parts; `auto` takes 2026-10-31 and 31.10.2026. */
    days: z.enum(['auto', 'ymd', 'dmy', 'mdy']),
    /** The mark of decimals; `auto` refuses what may be a thousand or a fraction. */
    decimal: z.enum(['auto', '.', ',']),
    /** The currency where no column has it. */
    currency: z.enum(CURRENCY_CODES).nullable(),
    /** Our account where no column has it; empty where it is not known. */
    account: z.string().max(50),
  })
  .meta({ id: 'BankTableMapping' });
export type TableMapping = z.infer<typeof TableMapping>;

/** Roles that only one column can have. */
const SEVERAL: readonly ColumnRole[] = ['none', 'undecided', 'text', 'fee'];
const SINGLE: ReadonlySet<ColumnRole> = new Set(COLUMN_ROLES.filter((role) => !SEVERAL.includes(role)));

/** What a mapping lacks, in words; undefined where it can be used. */
export function mappingProblem({ columns, currency, titles }: TableMapping): string | undefined {
  const has = (role: ColumnRole) => columns.includes(role);
  const twice = columns.find((role, place) => SINGLE.has(role) && columns.indexOf(role) !== place);
  if (twice) return `Two columns are "${twice.replaceAll('_', ' ')}": choose one.`;
  if (!has('booked_on')) return 'No column is the day.';
  if (!has('amount') && !(has('money_in') && has('money_out'))) {
    return 'No column is the amount: choose one with signs, or one for money in and one for money out.';
  }
  if (!has('currency') && currency === null) return 'No column is the currency, and none is chosen.';
  const open = columns.indexOf('undecided');
  if (open >= 0) {
    return `Choose what the column "${titles[open] ?? open + 1}" is: a fee to take off the amount, or not read, because the amount contains it.`;
  }
  return undefined;
}
