import { z } from 'zod';
import { orderEvents } from '#core/aggregates/order/events.ts';
import type { OrderStatus } from '#core/aggregates/order/transitions.ts';
import { ORDER_FULFILMENTS, ORDER_PAYMENTS, ORDER_STATES } from '#core/aggregates/states.ts';
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
import { defineReadModel } from '#projections/kernel/projection.ts';
import { type Database, plain, sql } from '#projections/kernel/sql.ts';
import { defineTable, NUMBER_INDEXES } from '#projections/kernel/table.ts';
import { computed, conditionsOf, defineView, findRow, findRows, type ItemOf } from '#projections/kernel/view.ts';
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

export const orderView = defineView(orders, {
  without: ['paid_position', 'position'],
  add: {
    /** Paid, and waiting for codes to arrive. */
    isAwaitingStock: computed(z.boolean(), AWAITS_STOCK),
    isRefunded: computed(z.boolean(), 'orders.refunded_at is not null'),
  },
});
export type OrderView = ItemOf<typeof orderView>;
export const namedOrderView = withAccount(orderView, { customerName: ACCOUNT.name, customerEmail: ACCOUNT.email });
export type OrderListItem = ItemOf<typeof namedOrderView>;

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
  view: namedOrderView,
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
  findRow(database, namedOrderView, conditionsOf(orders, { order_id: orderId, customer_id: customerId }));

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
