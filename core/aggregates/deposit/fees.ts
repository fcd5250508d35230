import type { Money } from '#core/kernel/money/money.ts';
import { multiply, parsePercentage } from '#core/kernel/money/rates.ts';
import type { Rounding } from '#core/kernel/money/rounding.ts';

/**
 * The fee: a configured percentage ("0", "1.5") of the approved amount, rounded once.
 * @throws DomainError invalid_value
 */
export function depositFee(
  approved: Money,
  { depositFeePercent, rounding }: { readonly depositFeePercent: string; readonly rounding: Rounding },
): Money {
  return {
    amount: multiply(approved.amount, parsePercentage(depositFeePercent), rounding),
    currency: approved.currency,
  };
}
