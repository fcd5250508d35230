import { formatMinor, minorToDecimal } from '#core/kernel/money/decimals.ts';
import type { Currency, Money } from './common.ts';

/** Money in answers: minor units as a string, '12.34', '$12.34' and the currency. */
export const minorJson = (minor: bigint, currency: Currency): Money => ({
  amount: minor.toString(),
  decimal: minorToDecimal(minor, currency),
  formatted: formatMinor(minor, currency),
  currency,
});

export const moneyJson = (value: { readonly amount: bigint; readonly currency: Currency }): Money =>
  minorJson(value.amount, value.currency);
