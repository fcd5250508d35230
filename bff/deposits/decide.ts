import type { ApproveDepositBody } from '#bff/contract/deposit.ts';
import { invalidField } from '#bff/lib/api-error.ts';
import { formatMoney, type Money, multiplyHalfEven, parseDecimal, parseRatio } from '#core/kernel/money.ts';
import type { DepositView } from '#projections/deposits/queries.ts';

/**
 * The approved amount in the deposit's currency.
 * @throws ApiError 422 on `approved_amount`, in the words that its field shows
 */
export function readApprovedAmount(body: ApproveDepositBody, deposit: DepositView): Money {
  const approved = parseDecimal(body.approved_amount, deposit.currency);
  const requested = { amount: deposit.amount, currency: deposit.currency };
  if (approved.amount <= 0n) throw invalidField('approved_amount', 'Approved amount must be greater than 0');
  if (approved.amount > requested.amount) {
    throw invalidField(
      'approved_amount',
      `Approved amount cannot exceed the requested amount of ${formatMoney(requested)}`,
    );
  }
  return approved;
}

/** The configured percentage ("0", "1.5") of what was approved, rounded half to even. */
export function depositFee(approved: Money, feePercent: string): Money {
  const { numerator, denominator } = parseRatio(feePercent);
  const ratio = { numerator, denominator: denominator * 100n };
  return { amount: multiplyHalfEven(approved.amount, ratio), currency: approved.currency };
}
