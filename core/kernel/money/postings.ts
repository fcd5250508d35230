import { z } from 'zod';
import { DomainError } from '#core/kernel/errors.ts';
import { type Currency, type Money, MoneySchema } from './money.ts';

/** The chart of accounts. Assets and expenses carry debit balances (positive), liabilities, income and equity credit balances (negative). */
export const accounts = {
  bank: (currency: Currency) => `assets:bank:${currency}`,
  wallet: (walletId: string) => `liabilities:wallet:${walletId}`,
  held: (walletId: string) => `liabilities:held:${walletId}`,
  payouts: (currency: Currency) => `liabilities:payouts:${currency}`,
  /** Money whose owner is not known. */
  suspense: (currency: Currency) => `liabilities:suspense:${currency}`,
  /** What is paid for and not yet delivered: an order that waits for stock, or the rest of one that is delivered in part. */
  undelivered: (currency: Currency) => `liabilities:undelivered:${currency}`,
  sales: (currency: Currency) => `income:sales:${currency}`,
  conversionFees: (currency: Currency) => `income:conversion-fees:${currency}`,
  depositFees: (currency: Currency) => `income:deposit-fees:${currency}`,
  fxGains: (currency: Currency) => `income:fx-gains:${currency}`,
  fxLosses: (currency: Currency) => `expenses:fx-losses:${currency}`,
  /** What customers owe because the bank took back deposits that were spent. */
  receivables: (currency: Currency) => `assets:receivables:${currency}`,
  interest: (currency: Currency) => `income:interest:${currency}`,
  otherIncome: (currency: Currency) => `income:other:${currency}`,
  bankCharges: (currency: Currency) => `expenses:bank-charges:${currency}`,
  otherExpenses: (currency: Currency) => `expenses:other:${currency}`,
  /** What the owner paid in, less what they took out. */
  owner: (currency: Currency) => `equity:owner:${currency}`,
} as const;

const ACCOUNT =
  /^(assets:(bank|receivables)|liabilities:(wallet|held|payouts|suspense|undelivered)|income:(sales|conversion-fees|deposit-fees|fx-gains|interest|other)|expenses:(fx-losses|bank-charges|other)|equity:owner):[A-Za-z0-9-]+$/;

/** One line of double entry: a positive amount debits the account, a negative one credits it. */
export const Posting = z.object({ account: z.string().regex(ACCOUNT), amount: MoneySchema });
export type Posting = { readonly account: string; readonly amount: Money };

/** The lines of one event, summing to zero per currency: parsing one that does not balance fails. */
export const Postings = z
  .array(Posting)
  .min(2)
  .max(8)
  .refine((lines) => isBalanced(lines), 'postings do not sum to zero');

export function isBalanced(lines: readonly Posting[]): boolean {
  const totals = new Map<Currency, bigint>();
  for (const { amount } of lines) totals.set(amount.currency, (totals.get(amount.currency) ?? 0n) + amount.amount);
  return [...totals.values()].every((total) => total === 0n);
}

/**
 * The only way to build postings: lines of zero are dropped, the rest must balance.
 * @throws DomainError invalid_value when they do not sum to zero per currency.
 */
export function balanced(...lines: Posting[]): Posting[] {
  const kept = lines.filter(({ amount }) => amount.amount !== 0n);
  if (kept.length < 2 || !isBalanced(kept)) {
    throw new DomainError('invalid_value', 'The postings do not sum to zero: nothing was booked.');
  }
  return kept;
}

export const debit = (account: string, amount: Money): Posting => ({ account, amount });
export const credit = (account: string, amount: Money): Posting => ({
  account,
  amount: { amount: -amount.amount, currency: amount.currency },
});
