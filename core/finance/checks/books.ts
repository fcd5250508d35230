import { CURRENCY_CODES, DEFAULT_CURRENCIES } from '#core/kernel/money/currencies.ts';
import type { Currency } from '#core/kernel/money/money.ts';
import type { Posting } from '#core/kernel/money/postings.ts';

/** Balances by account and currency, from the postings of the whole log; one entry an account in memory. */
export type Books = Map<string, Map<Currency, bigint>>;

export function post(books: Books, { account, amount }: Posting): void {
  const balances = books.get(account) ?? new Map<Currency, bigint>();
  balances.set(amount.currency, (balances.get(amount.currency) ?? 0n) + amount.amount);
  books.set(account, balances);
}

/** The currencies of the books, and those that every store has, in the order of the table of currencies. */
export const currenciesOf = (books: Books): readonly Currency[] =>
  CURRENCY_CODES.filter(
    (code) => DEFAULT_CURRENCIES.includes(code) || [...books.values()].some((balances) => balances.has(code)),
  );

/** Zero when nothing was posted to it. */
export const balanceIn = (books: Books, account: string, currency: Currency): bigint =>
  books.get(account)?.get(currency) ?? 0n;

/** Both are positive. */
export function totalsIn(books: Books, currency: Currency): { readonly debits: bigint; readonly credits: bigint } {
  let [debits, credits] = [0n, 0n];
  for (const account of books.keys()) {
    const balance = balanceIn(books, account, currency);
    if (balance > 0n) debits += balance;
    else credits -= balance;
  }
  return { debits, credits };
}
