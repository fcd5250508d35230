import { z } from 'zod';
import { DomainError } from '#core/kernel/errors.ts';
import { CURRENCY_CODES } from './currencies.ts';
import { formatMinor, minorToDecimal } from './decimals.ts';

export const Currency = z.enum(CURRENCY_CODES);
export type Currency = z.infer<typeof Currency>;

/** An exact amount. `amount` counts minor units (cents, yen, fils), as the currency's digits define them. */
export type Money = { readonly amount: bigint; readonly currency: Currency };

/** The largest magnitude that is accepted: ten trillion dollars, far below what int8 columns can sum. */
export const MAX_MINOR_UNITS = 1_000_000_000_000_000n;

const MinorUnits = z.codec(z.string().regex(/^-?(0|[1-9]\d{0,15})$/), z.bigint(), {
  decode: (text) => BigInt(text),
  encode: (value) => value.toString(),
});

/** The one codec between stored JSON (`{amount: "1250", currency: "USD"}`) and {@link Money}. */
export const MoneySchema = z.object({ amount: MinorUnits, currency: Currency });
/** As {@link MoneySchema}, for amounts that must be above zero. */
export const PositiveMoneySchema = MoneySchema.refine((money) => money.amount > 0n, 'must be above zero');

export const money = (amount: bigint, currency: Currency): Money => ({ amount, currency });
export const zero = (currency: Currency): Money => ({ amount: 0n, currency });

/** @throws DomainError invalid_value when the currencies differ. */
export function add(left: Money, right: Money): Money {
  requireSameCurrency(left, right);
  return { amount: left.amount + right.amount, currency: left.currency };
}

export const negate = (value: Money): Money => ({ amount: -value.amount, currency: value.currency });
export const isSame = (left: Money, right: Money): boolean =>
  left.amount === right.amount && left.currency === right.currency;

export function sum(values: readonly Money[], currency: Currency): Money {
  return values.reduce(add, zero(currency));
}

export function requireSameCurrency(left: Money, right: Money): void {
  if (left.currency !== right.currency) {
    throw new DomainError('invalid_value', `Amounts in ${left.currency} and ${right.currency} cannot be mixed.`);
  }
}

/** @throws DomainError invalid_value unless the amount is above zero and within the accepted range. */
export function requirePositive(value: Money, what = 'The amount'): void {
  if (value.amount <= 0n) throw new DomainError('invalid_value', `${what} must be above zero.`);
  if (value.amount > MAX_MINOR_UNITS) throw new DomainError('invalid_value', `${what} is too large.`);
}

/** "1250" minor units of USD → "12.50". */
export const toDecimal = (value: Money): string => minorToDecimal(value.amount, value.currency);

/** "-$1,234.50": symbol, thousands separators, the currency's decimals. */
export const formatMoney = (value: Money): string => formatMinor(value.amount, value.currency);
