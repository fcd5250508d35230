import { z } from 'zod';
import { CURRENCY_CODES } from '#core/kernel/money/currencies.ts';
import { amountMessage, DECIMAL_PATTERN, decimalToMinor, isAtLeast, isAtMost } from '#core/kernel/money/decimals.ts';
import { splitCommaList } from './comma-list.ts';
import { type Days, daysRefusal } from './days.ts';

/** An object that has a name in the OpenAPI document, and stands there once. */
export const named = <const Shape extends z.ZodRawShape>(id: string, shape: Shape) => z.object(shape).meta({ id });

const DEFAULT_PAGE_SIZE = 15;
export const MAX_PAGE_SIZE = 100;
/** Deep pages cost the database a scan, and nobody pages by hand beyond this. */
const MAX_PAGE = 100_000;
export const MAX_NOTE_LENGTH = 2_000;
export const MAX_SEARCH_LENGTH = 100;
const PLAIN_NUMBER = /^-?\d{1,15}(\.\d{1,15})?$/;
const DIGITS = /^\d{1,15}$/;

/** Every currency that the ledger knows; the store offers those of its configuration. */
export const Currency = z.enum(CURRENCY_CODES).meta({ id: 'Currency' });
export type Currency = z.infer<typeof Currency>;

/**
 * An amount of money. `amount` is minor units as a string, since a bigint does not survive JSON; a leading '-' is an outflow.
 */
export const Money = z
  .object({
    amount: z.string().regex(/^-?\d+$/),
    decimal: z.string().regex(/^-?\d+(\.\d+)?$/),
    formatted: z.string(),
    currency: Currency,
  })
  .meta({ id: 'Money', examples: [{ amount: '1234', decimal: '12.34', formatted: '$12.34', currency: 'USD' }] });
export type Money = z.infer<typeof Money>;

/**
 * An amount as a request gives it: '12.34' or 12.34, unsigned. Parses to the decimal string. A text that is no amount does not end the check
 * of its form, which says in one go all that it lacks; so a rule of an amount is an `ifAmount`.
 */
export const DecimalInput = z
  .union([z.string(), z.number()], { error: 'Please enter a valid amount' })
  .transform(String)
  .pipe(z.string().regex(DECIMAL_PATTERN, 'Please enter a valid amount'));

/** A rule for a DecimalInput's `refine`. It is not asked about a text that is no amount. */
const ifAmount = (holds: (decimal: string) => boolean) => (text: string) => !DECIMAL_PATTERN.test(text) || holds(text);

/** A DecimalInput of at least so many whole units. */
export const decimalAtLeast = (units: bigint, message: string) =>
  DecimalInput.refine(
    ifAmount((decimal) => isAtLeast(decimal, units)),
    message,
  );

/** A rule for a DecimalInput's `refine`: at most so many whole units. */
export const atMost = (units: bigint) => ifAmount((decimal) => isAtMost(decimal, units));

export const positiveDecimal = (message: string) =>
  DecimalInput.refine(
    ifAmount((decimal) => /[1-9]/.test(decimal)),
    message,
  );

/** For an object's `superRefine`: checks that its field is an amount of the currency, where the currency is known. */
export const amountIn =
  <Field extends string, Form extends Record<Field, string>>(
    field: Field,
    currencyOf: (form: Form) => Currency | undefined,
  ) =>
  (form: Form, context: z.RefinementCtx): void => {
    const currency = currencyOf(form);
    if (currency === undefined || ifAmount((decimal) => decimalToMinor(decimal, currency) !== undefined)(form[field]))
      return;
    context.addIssue({ code: 'custom', path: [field], message: amountMessage(currency) });
  };

/** A number in a request: 12, or '12' where everything is text (an address, a form). Nothing else is accepted: not true, '', ' 5', '1e3' or [3]. */
export const numberInput = <N extends z.ZodType<number>>(number: N) => spelled(PLAIN_NUMBER, number);

/** The same for a whole number; as text, digits only. */
export const wholeNumberInput = <N extends z.ZodType<number>>(number: N) => spelled(DIGITS, number);

const spelled = <N extends z.ZodType<number>>(pattern: RegExp, number: N) =>
  z.preprocess((value) => (typeof value === 'string' && pattern.test(value) ? Number(value) : value), number);

/** Lower case, because ids become parts of stream names, where case counts. */
export const Uuid = z.guid('Must be a valid id').toLowerCase();
export const UuidParams = z.object({ id: Uuid });

/** The largest number of a row (an `integer` of Postgres). */
export const MAX_NUMERIC_ID = 2_147_483_647;

/** Brands and carousel images have numbers. */
const NumericId = wholeNumberInput(z.int().positive().max(MAX_NUMERIC_ID));
export const NumericIdParams = z.object({ id: NumericId });

/** A moment. Postgres has no year 0, and no zone 16 hours away. */
export const Timestamp = z.iso
  .datetime({ offset: true })
  .refine((time) => time >= '0001' && !/[+-](1[6-9]|2\d):\d\d$/.test(time), 'Must be a moment with its zone');

/** A day that exists, YYYY-MM-DD. */
export const day = (error = 'Please pick a day') => z.iso.date({ error }).refine((text) => text >= '0001', error);
export const DateOnly = day();

/** Whose days a filter counts, such as 'Asia/Kolkata'; UTC where it is left out. Papers and the ledger always count those of UTC. */
export const TimeZone = z.string().max(64).refine(isTimeZone, 'Must be a time zone, such as Europe/Berlin');

function isTimeZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }) !== undefined;
  } catch {
    return false;
  }
}

/** The query, with an error at `end_date` where its days are not in order. */
export const withDaysInOrder = <Query extends z.ZodType<Days>>(query: Query): Query =>
  query.superRefine((days, context) => {
    const message = daysRefusal(days);
    if (message) context.addIssue({ code: 'custom', path: ['end_date'], message });
  });

export const PageQuery = z.object({
  page: wholeNumberInput(z.int().min(1).max(MAX_PAGE)).default(1),
  per_page: wholeNumberInput(z.int().min(1).max(MAX_PAGE_SIZE)).default(DEFAULT_PAGE_SIZE),
});

export const SortOrder = z.enum(['asc', 'desc']);

export const SearchTerm = z.string().trim().max(MAX_SEARCH_LENGTH);

/** 'steam,xbox' → ['steam', 'xbox']; blanks dropped, and names may hold commas (see splitCommaList). */
export const CommaSeparated = z.string().max(2_000).transform(splitCommaList);

export const PageMeta = named('PageMeta', {
  current_page: z.int(),
  last_page: z.int(),
  per_page: z.int(),
  total: z.int(),
  from: z.int().nullable(),
  to: z.int().nullable(),
  /** There are more than `total`, which were not counted: a search or a filter of a long list is counted up to 10,000 rows. */
  is_at_least: z.boolean().optional(),
});
export type PageMeta = z.infer<typeof PageMeta>;

/** An administrator's yes to an amount. */
export const Approval = named('Approval', {
  by: z.object({ id: z.string(), name: z.string() }),
  at: Timestamp,
  amount: Money,
});
export type Approval = z.infer<typeof Approval>;

/** The owner of an object, as administrators see it. */
export const Owner = named('Owner', { id: Uuid, name: z.string(), email: z.string() });

/** A page of a list: `{ data: […], meta }`. */
export const pageOf = <T extends z.ZodType>(item: T) => z.object({ data: z.array(item), meta: PageMeta });

/** A file for the bank, as its withdrawals and lines name it. */
export const PayoutFile = named('PayoutFile', { id: Uuid, reference: z.string(), created_at: Timestamp });
export type PayoutFile = z.infer<typeof PayoutFile>;

/** `{ data: … }`. */
export const dataOf = <T extends z.ZodType>(item: T) => z.object({ data: item });

/** The answer of a write that has nothing to show. */
export const MessageAnswer = named('MessageAnswer', { message: z.string() });

/** A write's answer with the object after it. */
export const savedOf = <T extends z.ZodType>(item: T) => z.object({ message: z.string(), data: item });

/** The one shape of every error. `code` is stable and meant for programs; `errors` lists messages by field (422). */
export const ErrorBody = named('ErrorBody', {
  message: z.string(),
  code: z.string(),
  errors: z.record(z.string(), z.array(z.string())).optional(),
  correlation_id: z.string().optional(),
});
export type ErrorBody = z.infer<typeof ErrorBody>;

/** Admin and brand lists have the flag that their screens check. */
export const errorFlag = { error: z.boolean() };
