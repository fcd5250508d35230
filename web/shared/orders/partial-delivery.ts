import type { OrderDetail } from '#bff/contract/shop/order.ts';
import { isNonZero } from '#web/lib/words/money.ts';

/** How many codes of how many are delivered. */
export function deliveredOf({ items, items_count }: OrderDetail): string {
  const delivered = items.reduce((sum, item) => sum + item.delivered_quantity, 0);
  return `${delivered.toLocaleString('en-US')} of ${items_count.toLocaleString('en-US')} gift codes`;
}

/** The question before the release of the rest. `whose`: the wallet, in the reader's words. */
export function releaseQuestion(order: OrderDetail, whose: string): string {
  const missing = order.items.reduce((sum, item) => sum + item.quantity - item.delivered_quantity, 0);
  const codes = missing === 1 ? 'The gift code that is' : `The ${missing.toLocaleString('en-US')} gift codes that are`;
  const back =
    order.undelivered && isNonZero(order.undelivered)
      ? `${order.undelivered.formatted} goes back to ${whose} at once.`
      : 'Nothing was paid for this, so nothing is refunded.';
  return `${codes} not here yet will not be delivered. ${back} What was delivered stays. This cannot be undone.`;
}
