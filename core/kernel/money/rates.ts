import { DomainError } from '#core/kernel/errors.ts';
import { BASE_CURRENCY, CURRENCIES, type Currency } from './currencies.ts';
import { add, type Money, zero } from './money.ts';
import type { Rounding } from './rounding.ts';

/** An exact factor, e.g. a rate of 1.1 is 11/10, a fee of 2 % is 2/100. */
export type Ratio = { readonly numerator: bigint; readonly denominator: bigint };

/** What one unit of a currency is worth in the base currency, as a decimal: `{ USD: '1', EUR: '1.1' }`. */
export type Rates = Readonly<Partial<Record<Currency, string>>>;

/** An amount in minor units of some currencies, always of the base currency. */
export type AmountsByCurrency = Readonly<Partial<Record<Currency, bigint>>> & { readonly [BASE_CURRENCY]: bigint };

/**
 * The amount in that currency; for a currency that is not listed, the base currency's amount at its rate.
 * @throws DomainError as {@link convert}
 */
export const amountOf = (amounts: AmountsByCurrency, currency: Currency, rates: Rates): bigint =>
  amounts[currency] ?? convert({ amount: amounts[BASE_CURRENCY], currency: BASE_CURRENCY }, currency, rates).amount;

/** Reads a decimal string such as "1.1" as an exact ratio. @throws DomainError invalid_value */
export function parseRatio(text: string): Ratio {
  const match = /^(\d{1,9})(?:\.(\d{1,9}))?$/.exec(text.trim());
  if (!match) throw new DomainError('invalid_value', `"${text.slice(0, 40)}" is not a decimal number.`);
  const [, units = '0', fraction = ''] = match;
  return { numerator: BigInt(units + fraction), denominator: 10n ** BigInt(fraction.length) };
}

/** Reads a percentage: "2" → 2/100. @throws DomainError invalid_value */
export function parsePercentage(text: string): Ratio {
  const { numerator, denominator } = parseRatio(text);
  return { numerator, denominator: denominator * 100n };
}

/** `amount × ratio` in minor units, rounded once. */
export function multiply(amount: bigint, ratio: Ratio, rounding: Rounding): bigint {
  const product = amount * ratio.numerator;
  const quotient = product / ratio.denominator;
  const remainder = product % ratio.denominator;
  const twice = 2n * (remainder < 0n ? -remainder : remainder);
  const away = product < 0n ? -1n : 1n;
  const takesHalfAway = rounding === 'half-away-from-zero' || quotient % 2n !== 0n;
  return twice > ratio.denominator || (twice === ratio.denominator && takesHalfAway) ? quotient + away : quotient;
}

/** {@link multiply} half to even (the rounding of IEEE 754 and of most accounting rules), whatever the seller chose. */
export const multiplyHalfEven = (amount: bigint, ratio: Ratio): bigint => multiply(amount, ratio, 'half-even');

/** The amount in another currency, rounded once, half to even. @throws DomainError invalid_value when a rate is missing */
export function convert(value: Money, to: Currency, rates: Rates): Money {
  if (value.currency === to) return value;
  const [sold, bought] = [worthOf(value.currency, rates), worthOf(to, rates)];
  const ratio = {
    numerator: sold.numerator * bought.denominator * 10n ** BigInt(CURRENCIES[to].digits),
    denominator: sold.denominator * bought.numerator * 10n ** BigInt(CURRENCIES[value.currency].digits),
  };
  return { amount: multiplyHalfEven(value.amount, ratio), currency: to };
}

/** The sum in the base currency, each amount converted on its own. @throws DomainError as {@link convert} */
export const sumInBase = (values: readonly Money[], rates: Rates): Money =>
  values.map((value) => convert(value, BASE_CURRENCY, rates)).reduce(add, zero(BASE_CURRENCY));

function worthOf(currency: Currency, rates: Rates): Ratio {
  const rate = rates[currency];
  if (rate === undefined)
    throw new DomainError('invalid_value', `There is no rate of ${currency} to ${BASE_CURRENCY}.`);
  return parseRatio(rate);
}
