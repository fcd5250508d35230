import type { Money } from '#bff/contract/base/common.ts';
import { CURRENCIES, type Currency, currencySymbol } from '#core/kernel/money/currencies.ts';
import { decimalToMinor, formatMinor } from '#core/kernel/money/decimals.ts';

/** The amount in a field of a form as minor units (see `amount` in form-money.tsx); undefined where it is not an unsigned amount of the currency. */
export const parseAmount = (decimal: unknown, currency: Currency): bigint | undefined =>
  decimalToMinor(String(decimal ?? ''), currency);

export const isNonZero = (money: Pick<Money, 'amount'>): boolean => BigInt(money.amount) !== 0n;

export function signOf(money: Pick<Money, 'amount'>): -1 | 0 | 1 {
  const value = BigInt(money.amount);
  if (value === 0n) return 0;
  return value < 0n ? -1 : 1;
}

/** An amount as a number of units; only for charts, where a pixel is coarser than a minor unit. */
export const approximateMajor = (money: Pick<Money, 'decimal'>): number => Number(money.decimal);

/** The same on the axis of a chart: '$1.2K', '-€300'. */
export const formatCompact = (units: number, currency: Currency): string =>
  `${units < 0 ? '-' : ''}${currencySymbol(currency)}${compact.format(Math.abs(units))}`;
const compact = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 });

/** A point of such a chart as an amount. */
export const formatApproximate = (units: number, currency: Currency): string =>
  formatMinor(BigInt(Math.round(units * 10 ** CURRENCIES[currency].digits)), currency);
