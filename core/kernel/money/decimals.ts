// Amounts as text, with the digits of their currency: exact, because no float is involved. It imports only the table of
// currencies.
import { CURRENCIES, type Currency } from './currencies.ts';

/** An amount as it arrives, before its currency is known: digits, no sign, no exponent. */
export const DECIMAL_PATTERN = /^\d{1,12}(\.\d{1,3})?$/;
const MOST_DIGITS = 3;

/**
 * Reads an unsigned decimal ("12", "12.5") as minor units; undefined for anything else, or for more decimals than the
 * currency has.
 */
export function decimalToMinor(decimal: string, currency: Currency): bigint | undefined {
  const { digits } = CURRENCIES[currency];
  if (!DECIMAL_PATTERN.test(decimal) || (decimal.split('.')[1] ?? '').length > digits) return undefined;
  return shift(decimal, digits);
}

/** Whether a decimal is at least this many whole units, in any currency. */
export const isAtLeast = (decimal: string, units: bigint): boolean =>
  shift(decimal, MOST_DIGITS) >= shift(`${units}`, MOST_DIGITS);
/** Whether a decimal is at most this many whole units, in any currency. */
export const isAtMost = (decimal: string, units: bigint): boolean =>
  shift(decimal, MOST_DIGITS) <= shift(`${units}`, MOST_DIGITS);

function shift(decimal: string, digits: number): bigint {
  const [whole = '', fraction = ''] = decimal.split('.');
  return BigInt(whole + fraction.padEnd(digits, '0'));
}

/** Whole units of a currency as minor units. */
export const minorOf = (units: bigint, currency: Currency): bigint => shift(`${units}`, CURRENCIES[currency].digits);

/** Minor units as a decimal: (-123456n, 'USD') → '-1234.56', (1000n, 'JPY') → '1000'. */
export function minorToDecimal(minor: bigint | string, currency: Currency): string {
  const { sign, whole, fraction } = partsOf(minor, currency);
  return sign + whole + fraction;
}

/** Minor units as people read them: (-123456n, 'USD') → '-$1,234.56'. */
export function formatMinor(minor: bigint | string, currency: Currency): string {
  const { sign, whole, fraction } = partsOf(minor, currency);
  return `${sign}${CURRENCIES[currency].symbol}${grouped(whole)}${fraction}`;
}

/** The same without the symbol, for a column whose title has the currency: (-123456n, 'USD') → '-1,234.56'. */
export function groupMinor(minor: bigint, currency: Currency): string {
  const { sign, whole, fraction } = partsOf(minor, currency);
  return sign + grouped(whole) + fraction;
}

const grouped = (whole: string): string => whole.replace(/\B(?=(\d{3})+$)/g, ',');

/** `fraction` includes its point, and is empty in a currency without decimals. */
function partsOf(minor: bigint | string, currency: Currency) {
  const value = BigInt(minor);
  const { digits } = CURRENCIES[currency];
  const text = (value < 0n ? -value : value).toString().padStart(digits + 1, '0');
  const point = text.length - digits;
  return {
    sign: value < 0n ? '-' : '',
    whole: text.slice(0, point),
    fraction: digits === 0 ? '' : `.${text.slice(point)}`,
  };
}

/**
 * The message of a field whose text is no amount in the currency; two decimals are not mentioned, because people expect
 * them.
 */
export function amountMessage(currency: Currency): string {
  const { digits, name } = CURRENCIES[currency];
  if (digits === 2) return 'Please enter a valid amount';
  return `Please enter a valid amount: ${name} have ${digits === 0 ? 'no' : `at most ${digits}`} decimals`;
}
