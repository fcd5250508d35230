import { z } from 'zod';
import { INVOICE_KINDS } from '#core/invoice/series.ts';
import { type Database, every, sql } from '../kernel/sql.ts';
import {
  computed,
  conditionsOf,
  defineView,
  extendView,
  findRow,
  findRows,
  type ItemOf,
  withRowOf,
} from '../kernel/view.ts';
import { ACCOUNT, withAccount } from '../lists/accounts.ts';
import { defineList, ownListOf } from '../lists/list.ts';
import { byNumber } from '../lists/search.ts';
import { AWAITS_STOCK, orderLines, orders } from './table.ts';

const view = defineView(orders, {
  without: ['paid_position', 'position'],
  add: {
    /** Paid, and waiting for codes to arrive. */
    isAwaitingStock: computed(z.boolean(), AWAITS_STOCK),
    isRefunded: computed(z.boolean(), 'orders.refunded_at is not null'),
  },
});
export type OrderView = ItemOf<typeof view>;
const named = withAccount(view, { customerName: ACCOUNT.name, customerEmail: ACCOUNT.email });
export type OrderListItem = ItemOf<typeof named>;

const lineView = defineView(orderLines, { without: ['codes_digest'] });
export type OrderLineView = ItemOf<typeof lineView>;

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
  search: (term) => (PAPER.test(term.trim()) ? byPaper(term.trim()) : byOwnNumber(term)),
});
export const listOwnOrders = ownListOf(listOrders);
export type OrderSort = NonNullable<Parameters<typeof listOrders>[1]['sortBy']>;

/** A customer's orders, oldest first, whose payment, or a part of it, is owed back and not refunded yet. */
export const listUnrefunded = (database: Database, customerId: string, limit: number): Promise<readonly OrderView[]> =>
  findRows(
    database,
    view,
    sql.fragment`where customer_id = ${customerId} and paid_at is not null and refunded_at is null
      and (cancelled_at is not null or released_at is not null) order by placed_at, position limit ${limit}`,
  );

/** An order, or null when there is none or it is another customer's. Administrators leave `customerId` out. */
export const findOrder = (database: Database, orderId: string, customerId?: string): Promise<OrderListItem | null> =>
  findRow(database, named, conditionsOf(orders, { order_id: orderId, customer_id: customerId }));

/** The lines of an order as they were placed. First check that the order belongs to the reader. */
export const listOrderLines = (database: Database, orderId: string): Promise<readonly OrderLineView[]> =>
  findRows(database, lineView, sql.fragment`where order_id = ${orderId} order by line_number`);

/** Codes of a line that are listed with it: a preview, not the 99,999 that it may have. */
const MAX_PREVIEWED_CODES = 100;

/** With the last four characters of a line's codes, those of its first part first. Opens no code. */
const lineWithCodes = extendView(lineView, {
  codesLastFour: computed(
    z.array(z.string()),
    `array(select code.last_four from app.gift_code as code
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
const plainLines = withRowOf(lineView, view, OF_ORDER);

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
