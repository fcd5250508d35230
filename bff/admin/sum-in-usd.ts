import { type Currency, multiplyHalfEven, type Ratio } from '#core/kernel/money.ts';

/** Sums amounts of both currencies in USD: EUR × rate, rounded half to even once, on the sum. */
export function sumInUsd(
  amounts: readonly { readonly currency: Currency | ''; readonly amount: bigint }[],
  eurUsdRate: Ratio,
): bigint {
  const sumOf = (currency: Currency) =>
    amounts.reduce((sum, part) => (part.currency === currency ? sum + part.amount : sum), 0n);
  return sumOf('USD') + multiplyHalfEven(sumOf('EUR'), eurUsdRate);
}
