import { isFinalRefusal } from '#core/kernel/errors.ts';
import type { Money } from '#core/kernel/money/money.ts';
import type { ServedOrder } from './ports.ts';
import {
  type EventOfType,
  idOf,
  orderPaymentReference,
  placementOf,
  type ReactionTools,
  reactionTo,
  refusalOf,
} from './reaction.ts';

const ORDERS_AT_A_TIME = 50;
/** Rounds for one event; the next stock or cancellation serves what is left. */
const MAX_ROUNDS = 1_000;

type Placement = EventOfType<'OrderPlaced'>['data'];
type RestReleased = EventOfType<'OrderRestReleased'>;

/** An order placed → its payment requested from the wallet, which takes it at once or queues it. */
export const requestOrderPayment = reactionTo(
  'OrderPlaced',
  'request-order-payment',
  async ({ data }, { send, logger }) => {
    const { orderId, number, walletId, total, conversionFees } = data;
    const refusal = await refusalOf(
      send('request-payment', {
        type: 'RequestPayment',
        walletId,
        reference: orderPaymentReference(orderId),
        amount: total,
        conversionFee: conversionFees,
        document: { kind: 'order', id: orderId, number },
      }),
      'not_found',
      'invalid_value',
      'reference_reused',
    );
    // No later attempt would succeed: the order stays unpaid and expires. No money has moved.
    if (refusal)
      logger.error({ orderId, walletId, refusal }, 'the wallet of an order refused to be asked for its payment');
  },
);

/** A payment taken → its order is paid; or, when the order was cancelled meanwhile, the payment is refunded. */
export const markOrdersPaid = reactionTo('WalletDebited', 'mark-orders-paid', async ({ data, metadata }, tools) => {
  if (data.reason !== 'order' || tools.isDone('mark-paid')) return;
  const orderId = data.document.id;
  const placement = await placementOf(orderId, tools);
  const isConverted = placement.rates !== undefined && placement.rates.length > 0;
  const refusal = await refusalOf(
    tools.send('mark-paid', {
      type: 'MarkOrderPaid',
      orderId,
      paymentReference: data.reference,
      amount: data.amount,
      ...(isConverted && { rates: await tools.rates.on(metadata.time.slice(0, 'YYYY-MM-DD'.length)) }),
    }),
    'invalid_state',
  );
  if (refusal) await refundOrder(placement, tools);
});

/**
 * An order paid → codes for every line, all or none; or, if it takes parts, those in stock. It waits in the queue for
 * the rest.
 */
export const fulfilPaidOrders = reactionTo('OrderPaid', 'fulfil-paid-orders', async (event, tools) => {
  const id = idOf(event.streamId);
  // Only the note that confirms the stock is not in the log: the sender may have died before it.
  if (tools.isDone(fulfilStep(id))) return tools.stock.confirmFulfilled(id);
  const placement = await placementOf(id, tools);
  const allocation = await tools.stock.allocate({
    orderId: placement.orderId,
    position: event.position,
    inPart: placement.mayDeliverInPart ?? false,
    lines: placement.lines.map(({ lineId, variantId, quantity }) => ({ lineId, variantId, quantity })),
  });
  if (allocation.status !== 'waiting') return fulfilOrder(allocation, tools);
  // What is paid and not delivered is owed, from this moment on.
  await tools.send(`defer-${id}`, { type: 'DeferOrder', orderId: id });
});

const fulfilStep = (orderId: string) => `fulfil-${orderId}`;

/**
 * Books allocated codes as delivered. Returns them to stock when the order was cancelled meanwhile, or its rest
 * released.
 */
async function fulfilOrder({ status, orderId, lines }: ServedOrder, tools: ReactionTools): Promise<void> {
  const { send, stock } = tools;
  const codes = lines.reduce((sum, line) => sum + line.quantity, 0);
  // One event may serve an order twice, with more codes the second time: that is a separate step.
  const step = status === 'allocated' ? fulfilStep(orderId) : `${fulfilStep(orderId)}-${codes}`;
  const refusal = await refusalOf(
    send(step, { type: 'FulfilOrder', orderId, lines: lines.map((line) => ({ ...line })) }),
    'invalid_state',
  );
  if (!refusal) return status === 'allocated' ? stock.confirmFulfilled(orderId) : stock.confirmPartly(orderId, codes);
  const released = await releasedRestOf(orderId, tools);
  return released ? giveBackRest(released, tools) : stock.release(orderId);
}

/** Stock added, or an administrator requests it → codes for the orders that wait, oldest first. */
export const fulfilWaitingOrders = reactionTo(
  'AdministratorActed',
  'fulfil-waiting-orders',
  async ({ data }, tools) => {
    if (data.action === 'stock-added' || data.action === 'fulfilment-requested') await serveWaitingOrders(tools);
  },
);

async function serveWaitingOrders(tools: ReactionTools): Promise<void> {
  const refused: string[] = [];
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const allocations = await tools.stock.allocateWaiting(ORDERS_AT_A_TIME, refused);
    for (const allocation of allocations) {
      try {
        await fulfilOrder(allocation, tools);
      } catch (error) {
        if (!isFinalRefusal(error)) throw error;
        // It keeps its codes until a person decides; `ledger check` names it. The orders behind it are served.
        refused.push(allocation.orderId);
        tools.logger.error({ err: error, orderId: allocation.orderId }, 'codes of an order were refused for good');
      }
    }
    if (allocations.length < ORDERS_AT_A_TIME) return;
  }
  tools.logger.warn({ rounds: MAX_ROUNDS }, 'orders may still wait for stock that is there');
}

/**
 * An order cancelled → its payment cancelled. If the payment was taken, it is refunded, and the codes are returned to
 * stock for the orders that wait. An order that was never paid has no codes.
 */
export const releaseCancelledOrders = reactionTo('OrderCancelled', 'release-cancelled-orders', async (event, tools) => {
  if (tools.isDone('cancel-payment')) return;
  const placement = await placementOf(idOf(event.streamId), tools);
  const { orderId, walletId } = placement;
  const refusal = await refusalOf(
    tools.send('cancel-payment', {
      type: 'CancelPayment',
      walletId,
      reference: orderPaymentReference(orderId),
    }),
    'invalid_state',
  );
  if (!refusal) return;
  await refundOrder(placement, tools, event.data.held);
  await tools.stock.release(orderId);
  await serveWaitingOrders(tools);
});

/** The rest of an order released → it is refunded, the order leaves the queue, and the orders that wait are served. */
export const releaseRests = reactionTo('OrderRestReleased', 'release-rests', async (event, tools) => {
  const { amount } = event.data;
  if (amount.amount > 0n) await refundOrder(await placementOf(idOf(event.streamId), tools), tools, amount);
  await giveBackRest(event, tools);
  await serveWaitingOrders(tools);
});

/** Refunds the payment of a cancelled order, or the part held undelivered, to its wallet, once, and records it on the order. */
async function refundOrder(
  { orderId, walletId, total }: Placement,
  { send }: ReactionTools,
  undelivered?: Money,
): Promise<void> {
  const refundReference = `refund:${orderId}`;
  await send('refund', {
    type: 'RefundPayment',
    walletId,
    reference: orderPaymentReference(orderId),
    refundReference,
    ...(undelivered && { undelivered }),
  });
  await send('mark-refunded', { type: 'MarkOrderRefunded', orderId, refundReference, amount: undelivered ?? total });
}

/**
 * Codes that were reserved for an order, and are not booked as delivered when its rest is released, go back to stock.
 */
async function giveBackRest({ streamId, data }: RestReleased, tools: ReactionTools): Promise<void> {
  const { orderId, lines } = await placementOf(idOf(streamId), tools);
  const rest = new Map(data.lines.map(({ lineId, quantity }) => [lineId, quantity]));
  const booked = new Map(lines.map(({ lineId, quantity }) => [lineId, quantity - (rest.get(lineId) ?? 0)]));
  await tools.stock.releaseRest(orderId, booked);
}

async function releasedRestOf(orderId: string, tools: ReactionTools): Promise<RestReleased | undefined> {
  const events = await tools.read(`order-${orderId}`);
  return events.find((event) => event.type === 'OrderRestReleased');
}
