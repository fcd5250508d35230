import type { Money } from '#core/kernel/money/money.ts';
import { multiplyHalfEven, parsePercentage } from '#core/kernel/money/rates.ts';

/**
 * The fee: a configured percentage ("0", "1.5") of the approved amount, rounded half to even.
 * @throws DomainError invalid_value
 */
export function depositFee(approved: Money, feePercent: string): Money {
  return { amount: multiplyHalfEven(approved.amount, parsePercentage(feePercent)), currency: approved.currency };
}
