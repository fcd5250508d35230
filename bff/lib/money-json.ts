import type { Money as MoneyJson } from '#bff/contract/common.ts';
import { type Currency, formatMoney, type Money, multiplyHalfEven, parseRatio, toDecimal } from '#core/kernel/money.ts';

/** Money as answers carry it: minor units as a string, '12.34', '$12.34' and the currency. */
export function moneyJson(value: Money): MoneyJson {
  return {
    amount: value.amount.toString(),
    decimal: toDecimal(value),
    formatted: formatMoney(value),
    currency: value.currency,
  };
}

/** {@link moneyJson} of minor units. */
export const minorJson = (amount: bigint, currency: Currency): MoneyJson => moneyJson({ amount, currency });

/** A sum of both currencies in USD at the configured rate ('1.1'), each amount converted and rounded half to even. */
export function sumInUsd(values: readonly Money[], eurUsdRate: string): Money {
  const rate = parseRatio(eurUsdRate);
  const amount = values.reduce(
    (sum, value) => sum + (value.currency === 'USD' ? value.amount : multiplyHalfEven(value.amount, rate)),
    0n,
  );
  return { amount, currency: 'USD' };
}
