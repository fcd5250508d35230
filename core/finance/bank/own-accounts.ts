import type { Currency } from '#core/kernel/money/currencies.ts';
import { isIban } from './iban.ts';
import type { Statement } from './statements/statement.ts';

export type OwnAccount = { readonly account: string; readonly currencies: readonly Currency[] };

/** A shorter end of an IBAN identifies no account. */
const LEAST_DIGITS = 7;

/**
 * Our account of a statement: found by IBAN or number, or by the number at the end of the IBAN. MT940 may add the
 * currency (`NL91…00EUR`).
 */
export function ownAccountOf(account: string, own: readonly OwnAccount[]): OwnAccount | undefined {
  const exact = own.find(
    (each) => each.account === account || each.currencies.some((currency) => `${each.account}${currency}` === account),
  );
  const [, number = '', currency = ''] = /^(\d+)([A-Z]{3})?$/.exec(account) ?? [];
  if (exact || number.length < LEAST_DIGITS) return exact;
  const [found, ...others] = own.filter(
    (each) =>
      isIban(each.account) &&
      each.account.endsWith(number) &&
      (currency === '' || each.currencies.some((code) => code === currency)),
  );
  return others.length === 0 ? found : undefined;
}

/** A currency of the statement that the account does not hold; undefined when there is none. */
export const foreignCurrencyOf = ({ lines }: Statement, { currencies }: OwnAccount): Currency | undefined =>
  lines.find(({ amount }) => !currencies.includes(amount.currency))?.amount.currency;
