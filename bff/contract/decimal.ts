/** Minor units of one major unit: both currencies of the store have two decimals. */
const MINOR_DIGITS = 2;

/** What a decimal amount looks like at the edges: digits, at most two after the point, no sign, no exponent. */
export const DECIMAL_PATTERN = /^\d{1,12}(\.\d{1,2})?$/;

/**
 * Reads a decimal string ('12.3') as bigint minor units (1230n) without ever touching a float.
 * Returns undefined for anything that is not an unsigned decimal with at most two places.
 */
export function decimalToMinor(decimal: string): bigint | undefined {
  if (!DECIMAL_PATTERN.test(decimal)) return undefined;
  const [whole = '0', fraction = ''] = decimal.split('.');
  return BigInt(whole + fraction.padEnd(MINOR_DIGITS, '0'));
}
