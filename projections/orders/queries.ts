import { z } from 'zod';
import { Currency } from '#core/kernel/money.ts';
import { listPage, type Page, type PageRequest } from '../kernel/page.ts';
import { matchingNumber } from '../kernel/search.ts';
import { type Database, every, type Fragment, sql, withinDays } from '../kernel/sql.ts';
import { tallyOf, tallyOfDays } from '../tally/queries.ts';

export const PAYMENT_STATUSES = ['pending', 'completed', 'cancelled', 'failed'] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];
export const FULFILMENT_STATUSES = ['pending', 'completed', 'cancelled'] as const;
export type FulfilmentStatus = (typeof FULFILMENT_STATUSES)[number];

const OrderView = z.object({
  orderId: z.uuid(),
  number: z.string(),
  customerId: z.uuid(),
  walletId: z.uuid(),
  currency: Currency,
  /** Minor units of the wallet's currency, as all amounts here. */
  subtotal: z.bigint(),
  discount: z.bigint(),
  conversionFees: z.bigint(),
  total: z.bigint(),
  /** Pieces, not lines. */
  items: z.int(),
  /** `failed` is an order that expired unpaid. */
  paymentStatus: z.enum(PAYMENT_STATUSES),
  fulfilmentStatus: z.enum(FULFILMENT_STATUSES),
  /** Paid, and waiting for codes to arrive. */
  isAwaitingStock: z.boolean(),
  isRefunded: z.boolean(),
  placedAt: z.date(),
  expiresAt: z.date(),
  paidAt: z.date().nullable(),
  fulfilledAt: z.date().nullable(),
  cancelledAt: z.date().nullable(),
  cancelReason: z.enum(['expired', 'customer', 'administrator']).nullable(),
  /** Sealed under the customer's key. */
  cancelNote: z.string().nullable(),
  refundedAt: z.date().nullable(),
  refundedAmount: z.bigint().nullable(),
  /** How often codes of this order were shown. */
  reveals: z.int(),
  lastRevealedAt: z.date().nullable(),
});
export type OrderView = z.infer<typeof OrderView>;
const OrderListItem = OrderView.extend({ customerName: z.string().nullable(), customerEmail: z.string().nullable() });
export type OrderListItem = z.infer<typeof OrderListItem>;

const OrderLineView = z.object({
  orderId: z.uuid(),
  lineId: z.uuid(),
  lineNumber: z.int(),
  productId: z.string(),
  variantId: z.string(),
  productName: z.string(),
  variantName: z.string(),
  brandName: z.string(),
  region: z.string(),
  quantity: z.int(),
  unitPrice: z.bigint(),
  discount: z.bigint(),
  conversionFee: z.bigint(),
  total: z.bigint(),
});
export type OrderLineView = z.infer<typeof OrderLineView>;

export type OrderSort = 'placed_at' | 'total' | 'payment_status' | 'fulfilment_status';
export type OrderFilters = {
  readonly paymentStatus?: PaymentStatus | undefined;
  readonly fulfilmentStatus?: FulfilmentStatus | undefined;
  /** Whole UTC days (YYYY-MM-DD), both inclusive. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
};

const columns = sql.fragment`page.order_id as "orderId", page.number, page.customer_id as "customerId",
  page.wallet_id as "walletId", page.currency, page.subtotal, page.discount, page.conversion_fees as "conversionFees",
  page.total, page.items, page.payment_status as "paymentStatus", page.fulfilment_status as "fulfilmentStatus",
  page.payment_status = 'completed' and page.fulfilment_status = 'pending' as "isAwaitingStock",
  page.refunded_at is not null as "isRefunded", page.placed_at as "placedAt", page.expires_at as "expiresAt",
  page.paid_at as "paidAt", page.fulfilled_at as "fulfilledAt", page.cancelled_at as "cancelledAt",
  page.cancel_reason as "cancelReason", page.cancel_note as "cancelNote", page.refunded_at as "refundedAt",
  page.refunded_amount as "refundedAmount", page.reveals, page.last_revealed_at as "lastRevealedAt"`;
const named = sql.fragment`${columns}, a.name as "customerName", a.email as "customerEmail"`;
const account = sql.fragment`left join app.account a on a.customer_id = page.customer_id`;

/** A customer's own orders, newest first unless asked otherwise. */
export function listOwnOrders(
  database: Database,
  customerId: string,
  request: PageRequest<OrderSort> & OrderFilters,
): Promise<Page<OrderListItem>> {
  return list(database, { ...request, customerId });
}

/** For administrators. `search`: an id, the beginning or end of a number, or part of a customer's name or e-mail. */
export function listOrders(
  database: Database,
  request: PageRequest<OrderSort> & OrderFilters & { customerId?: string | undefined; search?: string | undefined },
): Promise<Page<OrderListItem>> {
  return list(database, request);
}

/** An order, or null when there is none or it is another customer's. Administrators leave `customerId` out. */
export function findOrder(database: Database, orderId: string, customerId?: string): Promise<OrderListItem | null> {
  return database.maybeOne(
    sql.type(OrderListItem)`select ${named} from read.orders page ${account} where page.order_id = ${orderId}
      and (${customerId ?? null}::uuid is null or page.customer_id = ${customerId ?? null}::uuid)`,
  );
}

/** The lines of an order as they were placed. Check whose order it is first. */
export function listOrderLines(database: Database, orderId: string): Promise<readonly OrderLineView[]> {
  return listLinesOfOrders(database, [orderId]);
}

/** The lines of several orders at once, for a list of orders. */
export function listLinesOfOrders(database: Database, orderIds: readonly string[]): Promise<readonly OrderLineView[]> {
  return database.any(
    sql.type(OrderLineView)`select order_id as "orderId", line_id as "lineId", line_number as "lineNumber",
        product_id as "productId", variant_id as "variantId", product_name as "productName",
        variant_name as "variantName", brand_name as "brandName", region, quantity, unit_price as "unitPrice",
        discount, conversion_fee as "conversionFee", total
      from read.order_lines where order_id = any(${sql.array([...orderIds], 'uuid')})
      order by order_id, line_number`,
  );
}

/** Unpaid orders that expire at or before `now`, soonest first: what the expiry job cancels. */
export function listOrdersToExpire(
  database: Database,
  now: Date,
  limit: number,
): Promise<readonly { orderId: string }[]> {
  return database.any(
    sql.type(z.object({ orderId: z.uuid() }))`select order_id as "orderId" from read.orders
      where payment_status = 'pending' and expires_at <= ${now.toISOString()}::timestamptz
      order by expires_at limit ${limit}`,
  );
}

/** Paid orders that wait for codes, first come first served. */
export function listOrdersAwaitingStock(database: Database, limit: number): Promise<readonly OrderListItem[]> {
  return database.any(
    sql.type(OrderListItem)`select ${named} from read.orders page ${account}
      where page.payment_status = 'completed' and page.fulfilment_status = 'pending'
      order by page.paid_position limit ${limit}`,
  );
}

const ProductSales = z.object({ productId: z.string(), quantity: z.bigint() });
export type ProductSales = z.infer<typeof ProductSales>;

/** Products by codes delivered, most first. */
export function listMostPurchased(database: Database, limit: number): Promise<readonly ProductSales[]> {
  return database.any(
    sql.type(ProductSales)`select product_id as "productId", sum(quantity)::int8 as quantity from read.product_sales
      group by product_id order by 2 desc, 1 limit ${limit}`,
  );
}

type AllFilters = OrderFilters & { customerId?: string | undefined; search?: string | undefined };

function list(database: Database, request: PageRequest<OrderSort> & AllFilters): Promise<Page<OrderListItem>> {
  const where: Fragment[] = [];
  if (request.customerId !== undefined) where.push(sql.fragment`o.customer_id = ${request.customerId}`);
  if (request.paymentStatus !== undefined) where.push(sql.fragment`o.payment_status = ${request.paymentStatus}`);
  if (request.fulfilmentStatus !== undefined) {
    where.push(sql.fragment`o.fulfilment_status = ${request.fulfilmentStatus}`);
  }
  where.push(...withinDays(sql.fragment`o.placed_at`, request.from, request.to));
  if (request.search) where.push(sql.fragment`o.order_id in (${matchingNumber('orders', 'order_id', request.search)})`);
  return listPage(
    database,
    {
      from: sql.fragment`read.orders o`,
      where,
      sorts: {
        placed_at: sql.fragment`o.placed_at`,
        total: sql.fragment`o.total`,
        payment_status: sql.fragment`o.payment_status`,
        fulfilment_status: sql.fragment`o.fulfilment_status`,
      },
      defaultSort: 'placed_at',
      tieBreaker: sql.fragment`o.position`,
      select: named,
      joins: account,
      schema: OrderListItem,
      total: () => count(database, request, where),
    },
    request,
  );
}

async function count(database: Database, filters: AllFilters, where: readonly Fragment[]): Promise<number> {
  const hasDays = filters.from !== undefined || filters.to !== undefined;
  const tallyFilter = {
    type: filters.fulfilmentStatus,
    statuses: filters.paymentStatus === undefined ? undefined : [filters.paymentStatus],
  };
  if (!filters.search && !hasDays) {
    const scope = filters.customerId === undefined ? 'all' : `customer:${filters.customerId}`;
    return tallyOf(database, 'order', scope, tallyFilter);
  }
  if (!filters.search && filters.customerId === undefined) return tallyOfDays(database, 'order', filters, tallyFilter);
  const counted = await database.one(
    sql.type(z.object({ count: z.bigint() }))`select count(*) as count from read.orders o where ${every(where)}`,
  );
  return Number(counted.count);
}
