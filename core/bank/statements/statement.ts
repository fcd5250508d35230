import { hash } from 'node:crypto';
import { isCurrency } from '../../kernel/currencies.ts';
import { decimalToMinor } from '../../kernel/decimals.ts';
import { DomainError } from '../../kernel/errors.ts';
import type { Currency, Money } from '../../kernel/money.ts';

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
};

export type Statement = {
  readonly format: 'camt.053' | 'MT940' | 'CSV';
  /** The bank's number of the statement; empty where it has none. */
  readonly number: string;
  /** IBAN, or another number that the bank gave to our account; empty when the file has none. */
  readonly account: string;
  readonly lines: readonly StatementLine[];
};

/** Largest numbers of lines and of statements that are read from one file. */
export const MAX_LINES = 10_000;
const MAX_STATEMENTS = 500;
/** Largest number of characters of a line's text; no bank has more. */
const MAX_TEXT = 5_000;

/** The file is no statement that can be read; the message says which line is wrong and why. The caller adds what was not done. */
export const unreadable = (message: string): DomainError =>
  new DomainError('invalid_value', message, { field: 'file' });

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
  const decimal = text.trim().replace(',', '.');
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

type Draft = Omit<StatementLine, 'id'>;

/**
 * Gives the lines their ids. An id follows from the bank's number of the movement, or from all that the line contains,
 * and from how many equal lines came before it in the file: two equal transfers of one day are two.
 */
export function withIds(account: string, drafts: readonly Draft[]): StatementLine[] {
  requireFew({ lines: drafts.length });
  const seen = new Map<string, number>();
  return drafts.map((draft) => {
    const { amount, bankReference, ...rest } = draft;
    if ([bankReference, ...Object.values(rest)].some((text) => text.length > MAX_TEXT)) {
      throw unreadable(`A line of ${rest.bookedOn} says more than ${MAX_TEXT} characters.`);
    }
    const what = [account, rest.bookedOn, rest.valueDate, `${amount.amount}`, amount.currency, bankReference];
    const details = bankReference === '' ? [rest.reference, rest.text, rest.name, rest.iban] : [];
    const key = JSON.stringify([...what, ...details]);
    const count = seen.get(key) ?? 0;
    seen.set(key, count + 1);
    return { ...draft, id: hash('sha256', JSON.stringify([key, count]), 'hex') };
  });
}

/** @throws DomainError invalid_value unless the opening balance and the lines add up to the closing balance */
export function requireComplete(opening: Money | undefined, closing: Money | undefined, lines: readonly Draft[]): void {
  if (!opening || !closing || opening.currency !== closing.currency) return;
  const moved = lines.reduce((sum, { amount }) => sum + amount.amount, 0n);
  if (opening.amount + moved === closing.amount) return;
  throw unreadable(
    'The lines do not lead from the opening to the closing balance: the file is cut off or was changed.',
  );
}

export const signed = (isDebit: boolean, { amount, currency }: Money): { amount: bigint; currency: Currency } => ({
  amount: isDebit ? -amount : amount,
  currency,
});
