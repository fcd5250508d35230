/** A 64-bit number as protobufjs reads it: in two halves. */
export function bigintOf(value: { readonly low: number; readonly high: number } | number): bigint {
  if (typeof value === 'number') return BigInt(value);
  const low = BigInt(value.low >>> 0);
  return value.high === 0 ? low : (BigInt(value.high >>> 0) << 32n) | low;
}
