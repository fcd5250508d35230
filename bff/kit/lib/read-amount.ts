import { amountMessage, decimalToMinor } from '#core/kernel/money/decimals.ts';
import type { Currency, Money } from '#core/kernel/money/money.ts';
import { invalidField } from './api-error.ts';

/** The amount in a form's field. The rest of the form determines its currency. @throws ApiError 422 on that field */
export function readAmount(field: string, decimal: string, currency: Currency): Money {
  const amount = decimalToMinor(decimal, currency);
  if (amount === undefined) throw invalidField(field, amountMessage(currency));
  return { amount, currency };
}
