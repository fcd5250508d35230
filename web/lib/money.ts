import type { Money } from '#bff/contract/common.ts';
import { decimalToMinor } from '#bff/contract/decimal.ts';

export type CurrencyCode = Money['currency'];

const MINOR_PER_MAJOR = 100n;
const SYMBOLS: Record<CurrencyCode, string> = { USD: '$', EUR: '€' };

/** '$' or '€'. */
export const currencySymbol = (currency: CurrencyCode): string => SYMBOLS[currency];

/** Minor units as a decimal string: 123456n → '1234.56'. */
export function minorToDecimal(minor: bigint | string): string {
  const value = BigInt(minor);
  const absolute = value < 0n ? -value : value;
  const fraction = (absolute % MINOR_PER_MAJOR).toString().padStart(2, '0');
  return `${value < 0n ? '-' : ''}${absolute / MINOR_PER_MAJOR}.${fraction}`;
}

/** Minor units for reading: (-123456n, 'USD') → '-$1,234.56'. Exact for any size, for no float is involved. */
export function formatMinor(minor: bigint | string, currency: CurrencyCode): string {
  const decimal = minorToDecimal(minor);
  const negative = decimal.startsWith('-');
  const [whole = '0', fraction = '00'] = decimal.replace('-', '').split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return `${negative ? '-' : ''}${SYMBOLS[currency]}${grouped}.${fraction}`;
}

/** A Money object of the API from minor units. */
export const moneyOf = (minor: bigint, currency: CurrencyCode): Money => ({
  amount: minor.toString(),
  decimal: minorToDecimal(minor),
  formatted: formatMinor(minor, currency),
  currency,
});

/** What a person typed ('1,234.5', ' 12 ') as minor units; undefined when it is not an unsigned amount. */
export const parseAmount = (text: string): bigint | undefined => decimalToMinor(text.trim().replaceAll(',', ''));

/** True when the amount of a Money object is not nought. */
export const isNonZero = (money: Pick<Money, 'amount'>): boolean => BigInt(money.amount) !== 0n;

/** The sign of an amount: -1, 0 or 1. */
export function signOf(money: Pick<Money, 'amount'>): -1 | 0 | 1 {
  const value = BigInt(money.amount);
  if (value === 0n) return 0;
  return value < 0n ? -1 : 1;
}

/** For charts only, where a pixel is coarser than a cent: minor units as a number of major units. */
export const approximateMajor = (minor: bigint | string): number => Number(minor) / Number(MINOR_PER_MAJOR);
