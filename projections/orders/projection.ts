import type { RecordedLedgerEvent } from '#core/events.ts';
import type { OrderStatus } from '#core/order/transitions.ts';
import { ORDER_STATES } from '#core/states.ts';
import type { RowOf } from '../kernel/columns.ts';
import { categoryOf, objectIdOf, type Projection } from '../kernel/projection.ts';
import { type Rows, rowOf } from '../kernel/table.ts';
import { orderLines, orders, productSales } from './table.ts';

type OrderRow = RowOf<typeof orders.columns>;
type Placed = Extract<RecordedLedgerEvent, { type: 'OrderPlaced' }>;
type Delivery = Extract<RecordedLedgerEvent, { type: 'OrderFulfilled' | 'OrderPartlyFulfilled' }>;

const isDelivery = (event: RecordedLedgerEvent): event is Delivery =>
  event.type === 'OrderFulfilled' || event.type === 'OrderPartlyFulfilled';

export const ordersProjection: Projection = {
  name: 'orders',
  tables: [orders, orderLines, productSales],
  reads(event) {
    if (categoryOf(event) !== 'order') return [];
    const id = objectIdOf(event);
    if (event.type === 'OrderPlaced') {
      return [rowOf(orders, id), ...event.data.lines.map((line) => rowOf(orderLines, id, line.lineId))];
    }
    const lines = isDelivery(event) ? event.data.lines : [];
    return [rowOf(orders, id), ...lines.map((line) => rowOf(orderLines, id, line.lineId))];
  },
  apply(event, rows) {
    if (categoryOf(event) !== 'order') return;
    if (event.type === 'OrderPlaced') return place(event, rows);
    const order = rows.require(orders, objectIdOf(event));
    rows.put(orders, evolve(event, order));
    if (isDelivery(event)) deliverLines(event, rows);
  },
};

function place(event: Placed, rows: Rows): void {
  const { data } = event;
  const orderId = objectIdOf(event);
  rows.insert(orders, {
    order_id: orderId,
    number: data.number,
    customer_id: data.customerId,
    wallet_id: data.walletId,
    currency: data.currency,
    subtotal: data.subtotal.amount,
    discount: data.discount.amount,
    conversion_fees: data.conversionFees.amount,
    total: data.total.amount,
    items: data.lines.reduce((sum, line) => sum + line.quantity, 0),
    ...statusesOf('placed'),
    may_deliver_in_part: data.mayDeliverInPart ?? false,
    rates: data.rates ? JSON.stringify(data.rates) : null,
    placed_at: data.placedAt,
    expires_at: data.expiresAt,
    position: event.position,
  });
  for (const [index, line] of data.lines.entries()) {
    rows.insert(orderLines, {
      order_id: orderId,
      line_id: line.lineId,
      line_number: index + 1,
      product_id: line.productId,
      variant_id: line.variantId,
      product_name: line.productName,
      variant_name: line.variantName,
      brand_name: line.brandName,
      region: line.region,
      quantity: line.quantity,
      list_price: line.listPrice?.amount ?? null,
      list_currency: line.listPrice?.currency ?? null,
      unit_price: line.unitPrice.amount,
      discount: line.discount.amount,
      conversion_fee: line.conversionFee.amount,
      total: line.total.amount,
    });
  }
}

function evolve(event: RecordedLedgerEvent, order: OrderRow): OrderRow {
  const { time } = event.metadata;
  switch (event.type) {
    case 'OrderPaid':
      return { ...order, ...statusesOf('paid'), paid_at: time, paid_position: event.position };
    case 'OrderFulfilled':
      return { ...order, ...statusesOf('fulfilled'), fulfilled_at: time, held: null };
    case 'OrderPartlyFulfilled':
      return {
        ...order,
        ...statusesOf('partly'),
        partly_fulfilled_at: order.partly_fulfilled_at ?? time,
        held: event.data.held.amount,
      };
    case 'OrderRestReleased':
      return { ...order, ...statusesOf('released'), released_at: time, held: null };
    case 'OrderCancelled':
      return {
        ...order,
        ...statusesOf('cancelled'),
        cancelled_at: time,
        cancel_reason: event.data.reason,
        cancel_note: event.data.note,
      };
    case 'OrderRefunded':
      return { ...order, refunded_at: time, refunded_amount: event.data.amount.amount };
    case 'OrderCodesRevealed':
      return { ...order, reveals: order.reveals + 1, last_revealed_at: time };
    default:
      return order;
  }
}

const statusesOf = (state: OrderStatus) => ({
  payment_status: ORDER_STATES[state].payment,
  fulfilment_status: ORDER_STATES[state].fulfilment,
});

/** Each delivery contains everything that a line has by then. */
function deliverLines(event: Delivery, rows: Rows): void {
  for (const { lineId, quantity, codesDigest } of event.data.lines) {
    const line = rows.require(orderLines, objectIdOf(event), lineId);
    rows.put(orderLines, { ...line, delivered: quantity, codes_digest: codesDigest });
    const isFirst = line.delivered === 0;
    const sold = BigInt(quantity - line.delivered);
    rows.increase(productSales, { product_id: line.product_id, quantity: sold, lines: isFirst ? 1n : 0n });
  }
}
