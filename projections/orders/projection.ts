import type { RecordedLedgerEvent } from '#core/events.ts';
import { categoryOf, objectIdOf, type Projection } from '../kernel/projection.ts';
import type { Rows } from '../kernel/rows.ts';
import { newRowOf, rowOf, type SumsTable, type Table } from '../kernel/table.ts';
import { type Counted, countedAs } from '../tally/tally.ts';

type OrderRow = {
  order_id: string;
  number: string;
  customer_id: string;
  wallet_id: string;
  currency: string;
  subtotal: bigint;
  discount: bigint;
  conversion_fees: bigint;
  total: bigint;
  items: number;
  payment_status: string;
  fulfilment_status: string;
  placed_at: string;
  expires_at: string;
  paid_at: string | null;
  paid_position: bigint | null;
  fulfilled_at: string | null;
  cancelled_at: string | null;
  cancel_reason: string | null;
  cancel_note: string | null;
  refunded_at: string | null;
  refunded_amount: bigint | null;
  reveals: number;
  last_revealed_at: string | null;
  position: bigint;
};
export const orders: Table<OrderRow> = {
  name: 'orders',
  key: ['order_id'],
  columns: {
    order_id: 'uuid',
    number: 'text',
    customer_id: 'uuid',
    wallet_id: 'uuid',
    currency: 'text',
    subtotal: 'bigint',
    discount: 'bigint',
    conversion_fees: 'bigint',
    total: 'bigint',
    items: 'int',
    payment_status: 'text',
    fulfilment_status: 'text',
    placed_at: 'timestamptz',
    expires_at: 'timestamptz',
    paid_at: 'timestamptz',
    paid_position: 'bigint',
    fulfilled_at: 'timestamptz',
    cancelled_at: 'timestamptz',
    cancel_reason: 'text',
    cancel_note: 'text',
    refunded_at: 'timestamptz',
    refunded_amount: 'bigint',
    reveals: 'int',
    last_revealed_at: 'timestamptz',
    position: 'bigint',
  },
  onChange: countedAs(counted),
};

type OrderLineRow = {
  order_id: string;
  line_id: string;
  line_number: number;
  product_id: string;
  variant_id: string;
  product_name: string;
  variant_name: string;
  brand_name: string;
  region: string;
  quantity: number;
  unit_price: bigint;
  discount: bigint;
  conversion_fee: bigint;
  total: bigint;
  codes_digest: string | null;
};
export const orderLines: Table<OrderLineRow> = {
  name: 'order_lines',
  key: ['order_id', 'line_id'],
  columns: {
    order_id: 'uuid',
    line_id: 'uuid',
    line_number: 'int',
    product_id: 'text',
    variant_id: 'text',
    product_name: 'text',
    variant_name: 'text',
    brand_name: 'text',
    region: 'text',
    quantity: 'int',
    unit_price: 'bigint',
    discount: 'bigint',
    conversion_fee: 'bigint',
    total: 'bigint',
    codes_digest: 'text',
  },
};

type ProductSalesRow = { product_id: string; quantity: bigint; lines: bigint };
export const productSales: SumsTable<ProductSalesRow> = {
  name: 'product_sales',
  key: ['product_id'],
  columns: { product_id: 'text', quantity: 'bigint', lines: 'bigint' },
  isSums: true,
};

type Placed = Extract<RecordedLedgerEvent, { type: 'OrderPlaced' }>;
type Fulfilled = Extract<RecordedLedgerEvent, { type: 'OrderFulfilled' }>;

export const ordersProjection: Projection = {
  name: 'orders',
  tableSql: new URL('table.sql', import.meta.url),
  tables: [orders, orderLines, productSales],
  reads(event) {
    if (categoryOf(event) !== 'order') return [];
    const id = objectIdOf(event);
    if (event.type === 'OrderPlaced') {
      return [newRowOf(orders, id), ...event.data.lines.map((line) => newRowOf(orderLines, id, line.lineId))];
    }
    const lines = event.type === 'OrderFulfilled' ? event.data.lines : [];
    return [rowOf(orders, id), ...lines.map((line) => rowOf(orderLines, id, line.lineId))];
  },
  apply(event, rows) {
    if (categoryOf(event) !== 'order') return;
    if (event.type === 'OrderPlaced') return place(event, rows);
    const before = rows.require(orders, objectIdOf(event));
    const after = evolve(event, before);
    rows.update(orders, before, after);
    if (event.type === 'OrderFulfilled') fulfilLines(event, rows);
  },
};

function place(event: Placed, rows: Rows): void {
  const { data } = event;
  const orderId = objectIdOf(event);
  const order: OrderRow = {
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
    payment_status: 'pending',
    fulfilment_status: 'pending',
    placed_at: data.placedAt,
    expires_at: data.expiresAt,
    paid_at: null,
    paid_position: null,
    fulfilled_at: null,
    cancelled_at: null,
    cancel_reason: null,
    cancel_note: null,
    refunded_at: null,
    refunded_amount: null,
    reveals: 0,
    last_revealed_at: null,
    position: event.position,
  };
  rows.insert(orders, order);
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
      unit_price: line.unitPrice.amount,
      discount: line.discount.amount,
      conversion_fee: line.conversionFee.amount,
      total: line.total.amount,
      codes_digest: null,
    });
  }
}

function evolve(event: RecordedLedgerEvent, order: OrderRow): OrderRow {
  const { time } = event.metadata;
  switch (event.type) {
    case 'OrderPaid':
      return { ...order, payment_status: 'completed', paid_at: time, paid_position: event.position };
    case 'OrderFulfilled':
      return { ...order, fulfilment_status: 'completed', fulfilled_at: time };
    case 'OrderCancelled':
      return {
        ...order,
        payment_status: paymentAfterCancelling(event.data),
        fulfilment_status: 'cancelled',
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

/** A paid order stays paid; that its money went back is told by the refund. */
function paymentAfterCancelling(cancelled: { reason: string; wasPaid: boolean }): string {
  if (cancelled.wasPaid) return 'completed';
  return cancelled.reason === 'expired' ? 'failed' : 'cancelled';
}

function fulfilLines(event: Fulfilled, rows: Rows): void {
  for (const { lineId, quantity, codesDigest } of event.data.lines) {
    const line = rows.require(orderLines, objectIdOf(event), lineId);
    rows.update(orderLines, line, { ...line, codes_digest: codesDigest });
    rows.increase(productSales, { product_id: line.product_id, quantity: BigInt(quantity), lines: 1n });
  }
}

function counted(order: OrderRow): Counted {
  return {
    subject: 'order',
    scopes: [`customer:${order.customer_id}`],
    day: order.placed_at.slice(0, 10),
    currency: order.currency,
    type: order.fulfilment_status,
    status: order.payment_status,
    amount: order.total,
  };
}
