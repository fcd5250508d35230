import { hash } from 'node:crypto';
import { DomainError } from '#core/kernel/errors.ts';
import { isCurrency } from '#core/kernel/money/currencies.ts';
import { decimalToMinor } from '#core/kernel/money/decimals.ts';
import { type Currency, type Money, toDecimal } from '#core/kernel/money/money.ts';

/** A movement of our account at the bank, as its statement has it. */
export type StatementLine = {
  /** Identifies the movement in every file that contains it. */
  readonly id: string;
  /** Days, `2026-10-31`. Interest counts from the value date, and the books use it. */
  readonly bookedOn: string;
  readonly valueDate: string;
  /** Above zero: money came in. */
  readonly amount: Money;
  /** The payer's end-to-end reference. */
  readonly reference: string;
  /** What the payer wrote. */
  readonly text: string;
  /** The name of the other side. */
  readonly name: string;
  readonly iban: string;
  /** The bank's own number for the movement. */
  readonly bankReference: string;
  /** Names the batch that the bank booked as one amount, where the line is a part of it. */
  readonly batch?: string;
};

/** What the bank had booked on the account before the first line and after the last, and the days of both. */
export type Balances = { readonly opening: Money; readonly closing: Money; readonly from: string; readonly to: string };

export type Statement = {
  readonly format: 'camt.053' | 'MT940' | 'CSV';
  /** Empty where it has none. */
  readonly number: string;
  /** IBAN, or another number that the bank gave to our account; empty when the file has none. */
  readonly account: string;
  /** None where the file has not both: then nothing proves that the lines are all. */
  readonly balances: Balances | null;
  readonly lines: readonly StatementLine[];
  /** What of the file was not taken, in words: rows that are not booked, columns that are not read. */
  readonly notes: readonly string[];
};

/** A statement, or a page of one, before its lines have ids. */
export type DraftStatement = Omit<Statement, 'lines' | 'balances'> & {
  readonly drafts: readonly Draft[];
  readonly opening?: DatedBalance | undefined;
  readonly closing?: DatedBalance | undefined;
  /** Where the bank cut the statement into pages. */
  readonly page?: { readonly number: number; readonly isLast: boolean };
};
export type DatedBalance = Money & { readonly day: string };

/** Largest numbers of lines and of statements that are read from one file. */
export const MAX_LINES = 10_000;
const MAX_STATEMENTS = 500;
/** Largest number of characters of a line's text; no bank has more. */
export const MAX_TEXT = 5_000;

/** The file is no statement that can be read; the message says which line is wrong and why. The caller adds what was not done. */
export const unreadable = (message: string): DomainError =>
  new DomainError('invalid_value', message, { field: 'file' });

/** A table whose columns are not understood: a person may choose what they are. */
export const unclear = (message: string): DomainError =>
  new DomainError('invalid_value', message, { field: 'file', choose: 'columns' });

/** Checked before lines are parsed, which takes longer than counting them. @throws DomainError invalid_value */
export function requireFew(count: { readonly lines?: number; readonly statements?: number }): void {
  if ((count.lines ?? 0) > MAX_LINES) throw unreadable(`The file has more than ${MAX_LINES} lines.`);
  if ((count.statements ?? 0) > MAX_STATEMENTS)
    throw unreadable(`The file has more than ${MAX_STATEMENTS} statements.`);
}

/** An unsigned decimal of a bank: `1234.5`, `1234,50`, `100.000` for 100 euros. @throws DomainError invalid_value */
export function amountOf(text: string, currency: string): Money {
  if (!isCurrency(currency))
    throw unreadable(`The currency "${currency.slice(0, 10)}" is not one that the ledger keeps.`);
  const decimal = text
    .trim()
    .replace(/^\+/, '')
    .replace(',', '.')
    .replace(/^0+(?=\d)/, '')
    .replace(/^\./, '0.');
  const minor = decimalToMinor(decimal.includes('.') ? decimal.replace(/\.?0*$/, '') : decimal, currency);
  if (minor === undefined) throw unreadable(`"${text.slice(0, 40)}" is not an amount in ${currency}.`);
  return { amount: minor, currency };
}

/** @throws DomainError invalid_value for a day that no calendar has */
export function dayOf(year: string | number, month: string | number, day: string | number): string {
  const text = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
  const date = new Date(`${text}T00:00:00.000Z`);
  if (Number.isNaN(date.getTime()) || !date.toISOString().startsWith(text)) throw unreadable(`"${text}" is not a day.`);
  return text;
}

/** `DE89 3704 …` → `DE893704…` */
export const compactIban = (text: string): string => text.replace(/\s/g, '').toUpperCase();

export type Draft = Omit<StatementLine, 'id'>;

/**
 * Gives the lines their ids. An id follows from the bank's number of the movement, or from all that the line contains,
 * and from how many of the same came before it in the statements of its account: two equal transfers of one day are two,
 * on one page or on two. `seen` counts them.
 */
export function withIds(account: string, drafts: readonly Draft[], seen = new Map<string, number>()): StatementLine[] {
  return drafts.map((draft) => {
    const { amount, bankReference, reference, text, name, iban, bookedOn, valueDate } = draft;
    if ([bankReference, reference, text, name, iban].some((each) => each.length > MAX_TEXT)) {
      throw unreadable(`A line of ${bookedOn} says more than ${MAX_TEXT} characters.`);
    }
    const what = [account, bookedOn, valueDate, `${amount.amount}`, amount.currency, bankReference];
    const key = JSON.stringify([...what, ...(bankReference === '' ? [reference, text, name, iban] : [])]);
    const count = seen.get(key) ?? 0;
    seen.set(key, count + 1);
    return { ...draft, id: lineId(key, count) };
  });
}

const lineId = (key: string, count: number): string => hash('sha256', JSON.stringify([key, count]), 'hex');

/** @throws DomainError invalid_value unless the opening balance and the lines add up to the closing balance */
export function requireComplete({
  opening,
  closing,
  drafts,
}: Pick<DraftStatement, 'opening' | 'closing' | 'drafts'>): void {
  const missing = missingBetween({ opening, closing, drafts });
  if (missing === null || missing.amount === 0n) return;
  throw unreadable(
    `The lines do not lead from the opening to the closing balance, ${toDecimal(missing)} ${missing.currency} are missing: the file is cut off or was changed.`,
  );
}

/** By how much the lines fall short of the difference of the balances; null where there are not both. */
export function missingBetween({
  opening,
  closing,
  drafts,
}: Pick<DraftStatement, 'opening' | 'closing' | 'drafts'>): Money | null {
  if (!opening || !closing) return null;
  const { currency } = opening;
  const foreign = [closing, ...drafts.map(({ amount }) => amount)].find((each) => each.currency !== currency);
  if (foreign) throw unreadable(`A statement in ${currency} has an amount in ${foreign.currency}.`);
  const moved = drafts.reduce((sum, { amount }) => sum + amount.amount, 0n);
  return { amount: closing.amount - opening.amount - moved, currency };
}

export const signed = (isDebit: boolean, { amount, currency }: Money): { amount: bigint; currency: Currency } => ({
  amount: isDebit ? -amount : amount,
  currency,
});
