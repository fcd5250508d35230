import type { ApproveDepositBody } from '#bff/contract/deposit.ts';
import { invalidField } from '#bff/lib/api-error.ts';
import { readAmount } from '#bff/lib/read-amount.ts';
import { formatMoney, type Money } from '#core/kernel/money.ts';
import type { DepositView } from '#projections/deposits/queries.ts';

/**
 * The approved amount in the deposit's currency.
 * @throws ApiError 422 on `approved_amount`, in the words that its field shows
 */
export function readApprovedAmount(body: ApproveDepositBody, deposit: DepositView): Money {
  const approved = readAmount('approved_amount', body.approved_amount, deposit.currency);
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
