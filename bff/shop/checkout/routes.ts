import { setTimeout as delay } from 'node:timers/promises';
import type { z } from 'zod';
import type { CheckoutBody, OrderDetail } from '#bff/contract/shop/order.ts';
import { checkoutRoutes } from '#bff/contract/shop/order-routes.ts';
import { feature } from '#bff/kit/http/register-routes.ts';
import { conflict, savedButNotShown } from '#bff/kit/lib/api-error.ts';
import { readAmount } from '#bff/kit/lib/read-amount.ts';
import { findOwnOrder, type OwnOrder } from '#bff/shop/orders/own-order.ts';
import { formatMoney } from '#core/kernel/money/money.ts';
import { areAsShown, checkout } from './checkout.ts';
import { takesParts } from './delivery-choice.ts';

/** How long a second click waits for the payment of the first one's order. */
const PAYMENT_WAIT_MS = 3_000;
const LOOK_EVERY_MS = 100;

export const registerCheckout = feature(checkoutRoutes, (deps) => {
  /** The order; where another request is placing it, as it is once that request has paid it. */
  async function orderAfter(customerId: string, orderId: string, isPlacedHere: boolean): Promise<OwnOrder | null> {
    const deadline = performance.now() + (isPlacedHere ? 0 : PAYMENT_WAIT_MS);
    for (;;) {
      const found = await findOwnOrder(deps, customerId, orderId);
      const isSettled = found !== null && found.detail.payment_status !== 'pending';
      if (isSettled || performance.now() >= deadline) return found;
      await delay(LOOK_EVERY_MS);
    }
  }

  return {
    async checkout({ actor, body, execute, shown, newId }) {
      const owner = { customerId: actor.customerId, walletId: body.wallet_id };
      const { partialDelivery } = deps.rules();
      const said = partialDelivery ? body.allow_partial : undefined;
      const asks = partialDelivery && said === undefined;
      const inPart = { said, standing: asks && (await takesParts(deps.database, actor.customerId)) };
      const { orderId, isPlacedHere, position } = await checkout(
        deps,
        owner,
        execute,
        newId('checkout'),
        inPart,
        body.expect_total,
        body.expect_lines,
      );
      if (position !== null) await shown(position);
      const found = await orderAfter(actor.customerId, orderId, isPlacedHere);
      if (!found) throw savedButNotShown();
      const { detail: order } = found;
      if (said !== undefined && said !== order.allow_partial) throw placedOtherwise(order);
      requireAsExpected(found, body);
      return { message: messageOf(order, isPlacedHere), order };
    },
  };
});

/** An earlier checkout went through with the other choice: it can no longer change, and the message says so. */
const placedOtherwise = ({ order_number: number, allow_partial }: OrderDetail) =>
  conflict(
    'earlier_checkout_done',
    `Your earlier checkout went through as order ${number}, which ${allow_partial ? 'delivers what is in stock first' : 'waits until all of it is in stock'}. Nothing else was ordered.`,
  );

/**
 * The second click of a cart that another window had filled and ordered gets no order that it was not shown.
 * @throws ApiError 409 that names both totals, or says that it has other items
 */
function requireAsExpected(
  { detail: { order_number: number, total }, lines }: OwnOrder,
  { expect_total, expect_lines }: z.output<typeof CheckoutBody>,
): void {
  const expected = expect_total === undefined ? null : readAmount('expect_total', expect_total, total.currency);
  const isTotal = expected === null || expected.amount === BigInt(total.amount);
  if (isTotal && areAsShown(lines, total.currency, expect_lines)) return;
  const otherwise =
    expected === null || isTotal
      ? 'with other items than you were shown'
      : `with a total of ${total.formatted}; you were shown ${formatMoney(expected)}`;
  throw conflict(
    'earlier_checkout_done',
    `Your cart was ordered meanwhile, as order ${number} ${otherwise}. Nothing else was ordered.`,
  );
}

/** States what is known of the payment, and no more. */
function messageOf({ payment_status }: OrderDetail, isPlacedHere: boolean): string {
  if (payment_status === 'completed') return 'Your order was placed and paid.';
  if (payment_status !== 'pending') return 'Your order was placed, and cancelled since.';
  return isPlacedHere
    ? 'Your order was placed. It is paid as soon as your wallet covers it.'
    : 'Your order was placed. Its payment is under way, or waits until your wallet covers it.';
}
