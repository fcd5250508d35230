import type { Currency } from '#core/kernel/currencies.ts';
import { minorToDecimal } from '#core/kernel/decimals.ts';
import { parseAmount } from '#web/lib/money.ts';

/** An amount from a form, with all its decimals: '250' → '250.00'. */
export const normalised = (amount: string, currency: Currency): string =>
  minorToDecimal(parseAmount(amount, currency) ?? 0n, currency);
