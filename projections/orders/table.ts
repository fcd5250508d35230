import { ORDER_FULFILMENTS, ORDER_PAYMENTS } from '#core/states.ts';
import { bigint, boolean, currency, initially, int, oneOf, optional, text, time, uuid } from '../kernel/columns.ts';
import { defineTable, NUMBER_INDEXES } from '../kernel/table.ts';
import { tallied } from '../tally/tally.ts';

/** Paid, and waiting for codes, or for the rest of them. */
export const AWAITS_STOCK = "payment_status = 'completed' and fulfilment_status in ('pending', 'processing')";

export const orders = tallied(
  defineTable(
    'orders',
    ['order_id'],
    {
      order_id: uuid(),
      number: text(),
      customer_id: uuid(),
      wallet_id: uuid(),
      currency: currency(),
      /** Minor units of the wallet's currency, as all amounts here. */
      subtotal: bigint(),
      discount: bigint(),
      conversion_fees: bigint(),
      total: bigint(),
      /** Pieces, not lines. */
      items: int(),
      payment_status: oneOf(ORDER_PAYMENTS),
      fulfilment_status: oneOf(ORDER_FULFILMENTS),
      /** The customer agreed to get what is in stock before the rest. */
      may_deliver_in_part: boolean(),
      /** The rates of the prices, as JSON; null for orders that were placed before rates were kept. */
      rates: optional(text()),
      placed_at: time(),
      expires_at: time(),
      paid_at: optional(time()),
      /** The position of OrderPaid in the log: the queue for stock uses it. */
      paid_position: optional(bigint()),
      /** When the first part of it was delivered, and the amount held for the rest. */
      partly_fulfilled_at: optional(time()),
      held: optional(bigint()),
      fulfilled_at: optional(time()),
      /** When the rest of it was released. */
      released_at: optional(time()),
      cancelled_at: optional(time()),
      cancel_reason: optional(oneOf(['expired', 'customer', 'administrator'])),
      /** Encrypted under the customer's key. */
      cancel_note: optional(text()),
      refunded_at: optional(time()),
      refunded_amount: optional(bigint()),
      /** How often codes of this order were shown. */
      reveals: initially(0, int()),
      last_revealed_at: optional(time()),
      /** The position of OrderPlaced. */
      position: bigint(),
    },
    {
      indexes: {
        by_time: ['placed_at', 'position'],
        by_total: ['total', 'position'],
        by_customer: ['customer_id', 'placed_at', 'position'],
        by_payment: ['payment_status', 'placed_at', 'position'],
        by_fulfilment: ['fulfilment_status', 'placed_at', 'position'],
        awaiting_stock: { on: ['paid_position'], where: AWAITS_STOCK },
        to_expire: { on: ['expires_at'], where: "payment_status = 'pending'" },
        // What rings at the customer's bell.
        fulfilled: { on: ['customer_id', 'fulfilled_at'], where: 'fulfilled_at is not null' },
        fulfilled_partly: { on: ['customer_id', 'partly_fulfilled_at'], where: 'partly_fulfilled_at is not null' },
        released: { on: ['customer_id', 'released_at'], where: 'released_at is not null' },
        cancelled: { on: ['customer_id', 'cancelled_at'], where: 'cancelled_at is not null' },
        ...NUMBER_INDEXES,
      },
    },
  ),
  {
    subject: 'order',
    began: 'placed_at',
    type: 'fulfilment_status',
    status: 'payment_status',
    currency: 'currency',
    amount: 'total',
    scopes: ['customer_id'],
  },
);

/** As they were placed. */
export const orderLines = defineTable('order_lines', ['order_id', 'line_id'], {
  order_id: uuid(),
  line_id: uuid(),
  line_number: int(),
  product_id: text(),
  variant_id: text(),
  product_name: text(),
  variant_name: text(),
  brand_name: text(),
  region: text(),
  quantity: int(),
  /** Price of one, as the product has it, if its currency is another one. */
  list_price: optional(bigint()),
  list_currency: optional(currency()),
  unit_price: bigint(),
  discount: bigint(),
  conversion_fee: bigint(),
  total: bigint(),
  /** Codes so far. */
  delivered: initially(0, int()),
  /** SHA-256 over their ids. */
  codes_digest: optional(text()),
});

/** Codes delivered, for 'most purchased'. */
export const productSales = defineTable(
  'product_sales',
  ['product_id'],
  { product_id: text(), quantity: bigint(), lines: bigint() },
  { fillfactor: 50 },
);
