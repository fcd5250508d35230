import { z } from 'zod';
import { orderEvents } from '#core/aggregates/order/events.ts';
import type { OrderStatus } from '#core/aggregates/order/transitions.ts';
import { ORDER_FULFILMENTS, ORDER_PAYMENTS, ORDER_STATES } from '#core/aggregates/states.ts';
import { INVOICE_KINDS } from '#core/finance/invoices/series.ts';
import {
  bigint,
  boolean,
  currency,
  initially,
  int,
  oneOf,
  optional,
  text,
  time,
  uuid,
} from '#projections/kernel/columns.ts';
import { defineReadModel, objectIdOf, type Projection } from '#projections/kernel/projection.ts';
import { type Database, every, plain, sql } from '#projections/kernel/sql.ts';
import { defineTable, NUMBER_INDEXES, rowOf } from '#projections/kernel/table.ts';
import {
  computed,
  conditionsOf,
  defineView,
  extendView,
  findRow,
  findRows,
  type ItemOf,
  withRowOf,
} from '#projections/kernel/view.ts';
import { ACCOUNT, withAccount } from '#projections/lists/accounts.ts';
import { defineList, ownListOf } from '#projections/lists/list.ts';
import { byNumber } from '#projections/lists/search.ts';
import { tallied } from '#projections/lists/tally.ts';

/** Paid, and waiting for codes, or for the rest of them. */
const AWAITS_STOCK = "payment_status = 'completed' and fulfilment_status in ('pending', 'processing')";
/** Its payment, or a part of it, is owed back and not refunded yet. */
const AWAITS_REFUND = `paid_at is not null and refunded_at is null and refunded_amount is null
  and (cancelled_at is not null or released_at is not null)`;

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
        // The few that are not delivered, by amount.
        undelivered_by_total: {
          on: ['fulfilment_status', 'total', 'position'],
          where: "fulfilment_status <> 'completed'",
        },
        // The few that are not paid, by amount.
        unpaid_by_total: { on: ['payment_status', 'total', 'position'], where: "payment_status <> 'completed'" },
        awaiting_stock: { on: ['paid_position'], where: AWAITS_STOCK },
        awaiting_refund: { on: ['customer_id', 'placed_at', 'position'], where: AWAITS_REFUND },
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
const orderLines = defineTable('order_lines', ['order_id', 'line_id'], {
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
const productSales = defineTable(
  'product_sales',
  ['product_id'],
  { product_id: text(), quantity: bigint(), lines: bigint() },
  { fillfactor: 50 },
);

const statusesOf = (state: OrderStatus) => ({
  payment_status: ORDER_STATES[state].payment,
  fulfilment_status: ORDER_STATES[state].fulfilment,
});

export const ordersProjection = defineReadModel({
  table: orders,
  follows: orderEvents,
  begins: 'OrderPlaced',
  begin: ({ data, position }) => ({
    order_id: data.orderId,
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
    position,
  }),
  on: {
    OrderPaid: ({ metadata, position }) => ({
      ...statusesOf('paid'),
      paid_at: metadata.time,
      paid_position: position,
    }),
    OrderPartlyFulfilled: ({ data, metadata }, order) => ({
      ...statusesOf('partly'),
      partly_fulfilled_at: order.partly_fulfilled_at ?? metadata.time,
      held: data.held.amount,
    }),
    OrderFulfilled: ({ metadata }) => ({ ...statusesOf('fulfilled'), fulfilled_at: metadata.time, held: null }),
    OrderRestReleased: ({ data, metadata }) => ({
      ...statusesOf('released'),
      released_at: metadata.time,
      held: null,
      // Of a rest that cost nothing there is no refund.
      ...(data.amount.amount === 0n && { refunded_amount: 0n }),
    }),
    OrderCancelled: ({ data, metadata }) => ({
      ...statusesOf('cancelled'),
      cancelled_at: metadata.time,
      cancel_reason: data.reason,
      cancel_note: data.note,
    }),
    OrderRefunded: ({ data, metadata }) => ({ refunded_at: metadata.time, refunded_amount: data.amount.amount }),
    OrderCodesRevealed: ({ metadata }, { reveals }) => ({ reveals: reveals + 1, last_revealed_at: metadata.time }),
  },
  ignores: ['OrderRateDifferenceBooked', 'OrderDeferred'],
});

export const orderLinesProjection: Projection = {
  tables: [orderLines, productSales],
  reads: (event) =>
    event.type === 'OrderPlaced' || event.type === 'OrderFulfilled' || event.type === 'OrderPartlyFulfilled'
      ? event.data.lines.map(({ lineId }) => rowOf(orderLines, objectIdOf(event), lineId))
      : [],
  apply(event, rows) {
    const orderId = objectIdOf(event);
    if (event.type === 'OrderPlaced') {
      for (const [index, line] of event.data.lines.entries()) {
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
    } else if (event.type === 'OrderFulfilled' || event.type === 'OrderPartlyFulfilled') {
      // Each delivery contains everything that a line has by then.
      for (const { lineId, quantity, codesDigest } of event.data.lines) {
        const line = rows.require(orderLines, orderId, lineId);
        rows.put(orderLines, { ...line, delivered: quantity, codes_digest: codesDigest });
        const lines = line.delivered === 0 ? 1n : 0n;
        rows.increase(productSales, {
          product_id: line.product_id,
          quantity: BigInt(quantity - line.delivered),
          lines,
        });
      }
    }
  },
};

export const orderView = defineView(orders, {
  without: ['paid_position', 'position'],
  add: {
    /** Paid, and waiting for codes to arrive. */
    isAwaitingStock: computed(z.boolean(), AWAITS_STOCK),
    isRefunded: computed(z.boolean(), 'orders.refunded_at is not null'),
  },
});
export type OrderView = ItemOf<typeof orderView>;
const named = withAccount(orderView, { customerName: ACCOUNT.name, customerEmail: ACCOUNT.email });
export type OrderListItem = ItemOf<typeof named>;

export const orderLineView = defineView(orderLines, { without: ['codes_digest'] });
export type OrderLineView = ItemOf<typeof orderLineView>;

/** The number of a paper: 'INV-2026-000123'. */
const PAPER = /^(INV|CN)-\d{4}-\d+$/i;
const byOwnNumber = byNumber(orders);
const byPaper = (term: string) =>
  sql.fragment`orders.order_id in (select order_id from read.invoices where number = ${term.toUpperCase()})`;

/**
 * Orders, newest first unless asked otherwise. `search`: an id, the beginning or end of a number, an amount, the number of an invoice or
 * credit note, or part of a customer's name or e-mail.
 */
export const listOrders = defineList({
  table: orders,
  view: named,
  sorts: ['placed_at', 'total', 'payment_status', 'fulfilment_status'],
  filters: ['customer_id', 'payment_status', 'fulfilment_status'],
  search: async (term, database) => (PAPER.test(term.trim()) ? [byPaper(term.trim())] : byOwnNumber(term, database)),
});
export const listOwnOrders = ownListOf(listOrders);
export type OrderSort = NonNullable<Parameters<typeof listOrders>[1]['sortBy']>;

/** A customer's orders, oldest first, whose payment, or a part of it, is owed back and not refunded yet. */
export const listUnrefunded = (database: Database, customerId: string, limit: number): Promise<readonly OrderView[]> =>
  findRows(
    database,
    orderView,
    sql.fragment`where customer_id = ${customerId} and ${plain(AWAITS_REFUND)} order by placed_at, position limit ${limit}`,
  );

/** Null when there is none or it is another customer's. Administrators leave `customerId` out. */
export const findOrder = (database: Database, orderId: string, customerId?: string): Promise<OrderListItem | null> =>
  findRow(database, named, conditionsOf(orders, { order_id: orderId, customer_id: customerId }));

/** The lines of an order as they were placed. First check that the order belongs to the reader. */
export const listOrderLines = (database: Database, orderId: string): Promise<readonly OrderLineView[]> =>
  findRows(database, orderLineView, sql.fragment`where order_id = ${orderId} order by line_number`);

/** Codes of a line that are listed with it: a preview, not the 99,999 that it may have. */
const MAX_PREVIEWED_CODES = 100;

/** With the last four characters of a line's codes, those of its first part first. Opens no code. */
const lineWithCodes = extendView(orderLineView, {
  codesLastFour: computed(
    z.array(z.string()),
    `array(select code.last_four from app.allocated_code as code
      where code.order_id = order_lines.order_id and code.line_id = order_lines.line_id
      order by code.allocated_at, code.id limit ${MAX_PREVIEWED_CODES})`,
  ),
});
export type OrderLineWithCodes = ItemOf<typeof lineWithCodes>;

/** With its invoice and credit notes, as JSON: their figures are decimal strings of minor units. */
const invoiced = extendView(named, {
  invoices: computed(
    z.array(
      z.object({
        id: z.uuid(),
        kind: z.enum(INVOICE_KINDS),
        number: z.string(),
        issuedAt: z.coerce.date(),
        amount: z.coerce.bigint(),
      }),
    ),
    `(select coalesce(json_agg(json_build_object('id', invoice_id, 'kind', kind, 'number', invoices.number,
        'issuedAt', issued_at, 'amount', invoices.amount::text) order by invoices.position), '[]')
      from read.invoices where invoices.order_id = orders.order_id)`,
  ),
});
export type InvoicedOrder = ItemOf<typeof invoiced>;

const OF_ORDER = 'orders.order_id = order_lines.order_id';
const linesWithCodes = withRowOf(lineWithCodes, invoiced, OF_ORDER);
const plainLines = withRowOf(orderLineView, orderView, OF_ORDER);

const linesOf = (orderId: string, customerId: string | undefined) =>
  sql.fragment`where ${every(conditionsOf(orders, { order_id: orderId, customer_id: customerId }))}
    order by order_lines.line_number`;

function orderOf<Line, Order>(rows: readonly { readonly item: Line; readonly of: Order }[]) {
  const [first] = rows;
  return first ? { order: first.of, lines: rows.map(({ item }) => item) } : null;
}

/** An order with its lines as they were placed, or null when there is none or it is another customer's. */
export const findOrderWithLines = async (
  database: Database,
  orderId: string,
  customerId?: string,
): Promise<{ readonly order: InvoicedOrder; readonly lines: readonly OrderLineWithCodes[] } | null> =>
  orderOf(await linesWithCodes(database, linesOf(orderId, customerId)));

/** The same without codes and invoices: for a caller that opens the codes. */
export const findOrderToOpen = async (
  database: Database,
  orderId: string,
  customerId: string,
): Promise<{ readonly order: OrderView; readonly lines: readonly OrderLineView[] } | null> =>
  orderOf(await plainLines(database, linesOf(orderId, customerId)));

/** Unpaid orders that expire at or before `now`, soonest first: what the expiry job cancels. */
export const listOrdersToExpire = (
  database: Database,
  now: Date,
  limit: number,
): Promise<readonly { orderId: string }[]> =>
  database.any(
    sql.type(z.object({ orderId: z.uuid() }))`select order_id as "orderId" from read.orders
      where payment_status = 'pending' and expires_at <= ${now.toISOString()}::timestamptz
      order by expires_at limit ${limit}`,
  );

const ProductSales = z.object({ productId: z.string(), quantity: z.bigint() });
export type ProductSales = z.infer<typeof ProductSales>;

/** Products by codes delivered, most first. */
export const listMostPurchased = (database: Database, limit: number): Promise<readonly ProductSales[]> =>
  database.any(
    sql.type(ProductSales)`select product_id as "productId", sum(quantity)::int8 as quantity from read.product_sales
      group by product_id order by 2 desc, 1 limit ${limit}`,
  );
