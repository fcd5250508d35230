import { readAmount } from '#bff/kit/lib/read-amount.ts';
import { formatMoney, money } from '#core/kernel/money/money.ts';
import type { LedgerCommand } from '#core/ledger/ledger.ts';
import type { OrderView } from '#projections/models/orders.ts';

/** @throws ApiError 422 for an amount that its currency does not have */
export const releaseCommand = ({ orderId, currency }: OrderView, decimal: string): LedgerCommand => ({
  type: 'ReleaseRest',
  orderId,
  amount: readAmount('amount', decimal, currency),
});

/** What happened to the money of the rest; its refund may still be under way. */
export function releasedMessage({ refundedAmount, currency }: OrderView): string {
  const what = 'The rest of the order was released.';
  if (refundedAmount === null) return `${what} What was paid for it is on its way back to the wallet.`;
  if (refundedAmount === 0n) return `${what} Nothing was paid for it.`;
  return `${what} ${formatMoney(money(refundedAmount, currency))} is back in the wallet.`;
}
