import type { Currency } from '../kernel/currencies.ts';
import { isIban } from './iban.ts';
import type { Statement } from './statements/statement.ts';

/** An account of ours at the bank, and the currencies that move on it. */
export type OwnAccount = { readonly account: string; readonly currencies: readonly Currency[] };

/** Shorter than this, the end of an IBAN names no account. */
const LEAST_DIGITS = 7;

/**
 * Which account of ours a statement is of: by its IBAN or number, as MT940 also has it with its currency behind (`NL91…00EUR`), or by the
 * number at the end of the IBAN.
 */
export function ownAccountOf(account: string, own: readonly OwnAccount[]): OwnAccount | undefined {
  const exact = own.find(
    (each) => each.account === account || each.currencies.some((currency) => `${each.account}${currency}` === account),
  );
  if (exact || account.length < LEAST_DIGITS || !/^\d+$/.test(account)) return exact;
  const [found, ...others] = own.filter((each) => isIban(each.account) && each.account.endsWith(account));
  return others.length === 0 ? found : undefined;
}

/** A currency of the statement in which no money moves on the account; undefined where there is none. */
export const foreignCurrencyOf = ({ lines }: Statement, { currencies }: OwnAccount): Currency | undefined =>
  lines.find(({ amount }) => !currencies.includes(amount.currency))?.amount.currency;
