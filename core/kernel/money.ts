import { z } from 'zod';
import { DomainError } from './errors.ts';

export const CURRENCIES = ['USD', 'EUR'] as const;
export const Currency = z.enum(CURRENCIES);
export type Currency = z.infer<typeof Currency>;

/** An exact amount: `amount` counts minor units (cents). Every currency of this product has two decimals. */
export type Money = { readonly amount: bigint; readonly currency: Currency };

const MINOR_DIGITS = 2;
/** The largest magnitude that is accepted: ten trillion units, far below what int8 columns can sum. */
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

/** @throws DomainError invalid_value when the currencies differ. */
export function subtract(left: Money, right: Money): Money {
  requireSameCurrency(left, right);
  return { amount: left.amount - right.amount, currency: left.currency };
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

/**
 * Reads a decimal string ("12", "12.5", "-12.50") exactly; no float is ever involved.
 * @throws DomainError invalid_value for anything else, more than two decimals, or an amount out of range.
 */
export function parseDecimal(text: string, currency: Currency): Money {
  const match = /^(-?)(\d{1,14})(?:\.(\d{1,2}))?$/.exec(text.trim());
  if (!match)
    throw new DomainError('invalid_value', `"${text.slice(0, 40)}" is not an amount with up to two decimals.`);
  const [, sign, units = '0', fraction = ''] = match;
  const amount = BigInt(units) * 100n + BigInt(fraction.padEnd(MINOR_DIGITS, '0'));
  if (amount > MAX_MINOR_UNITS) throw new DomainError('invalid_value', 'The amount is too large.');
  return { amount: sign ? -amount : amount, currency };
}

/** "1250" minor units → "12.50". */
export function toDecimal(value: Money): string {
  const digits = (value.amount < 0n ? -value.amount : value.amount).toString().padStart(MINOR_DIGITS + 1, '0');
  return `${value.amount < 0n ? '-' : ''}${digits.slice(0, -MINOR_DIGITS)}.${digits.slice(-MINOR_DIGITS)}`;
}

const SYMBOL: Record<Currency, string> = { USD: '$', EUR: '€' };

/** "-$1,234.50": symbol, thousands separators, two decimals. */
export function formatMoney(value: Money): string {
  const [units = '0', fraction = '00'] = toDecimal({
    ...value,
    amount: value.amount < 0n ? -value.amount : value.amount,
  }).split('.');
  const grouped = units.replace(/\B(?=(\d{3})+$)/g, ',');
  return `${value.amount < 0n ? '-' : ''}${SYMBOL[value.currency]}${grouped}.${fraction}`;
}

/** An exact factor, e.g. a rate of 1.1 is 11/10, a fee of 2 % is 2/100. */
export type Ratio = { readonly numerator: bigint; readonly denominator: bigint };

/** Reads a decimal string such as "1.1" as an exact ratio. @throws DomainError invalid_value */
export function parseRatio(text: string): Ratio {
  const match = /^(\d{1,9})(?:\.(\d{1,9}))?$/.exec(text.trim());
  if (!match) throw new DomainError('invalid_value', `"${text.slice(0, 40)}" is not a decimal number.`);
  const [, units = '0', fraction = ''] = match;
  return { numerator: BigInt(units + fraction), denominator: 10n ** BigInt(fraction.length) };
}

/** `amount × ratio`, rounded half to even (the rounding of IEEE 754 and of most accounting rules), in minor units. */
export function multiplyHalfEven(amount: bigint, ratio: Ratio): bigint {
  const product = amount * ratio.numerator;
  const quotient = product / ratio.denominator;
  const remainder = product % ratio.denominator;
  const twice = 2n * (remainder < 0n ? -remainder : remainder);
  const away = product < 0n ? -1n : 1n;
  if (twice > ratio.denominator || (twice === ratio.denominator && quotient % 2n !== 0n)) return quotient + away;
  return quotient;
}
