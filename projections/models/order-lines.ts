import { z } from 'zod';
import { INVOICE_KINDS } from '#core/finance/invoices/series.ts';
import { bigint, currency, initially, int, optional, text, uuid } from '#projections/kernel/columns.ts';
import { objectIdOf, type Projection } from '#projections/kernel/projection.ts';
import { type Database, every, sql } from '#projections/kernel/sql.ts';
import { defineTable, rowOf } from '#projections/kernel/table.ts';
import {
  computed,
  conditionsOf,
  defineView,
  extendView,
  findRows,
  type ItemOf,
  withRowOf,
} from '#projections/kernel/view.ts';
import { namedOrderView, type OrderView, orders, orderView } from './orders.ts';

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

export const orderLineView = defineView(orderLines, { without: ['codes_digest'] });
export type OrderLineView = ItemOf<typeof orderLineView>;

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
const invoiced = extendView(namedOrderView, {
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

const ProductSales = z.object({ productId: z.string(), quantity: z.bigint() });
export type ProductSales = z.infer<typeof ProductSales>;

/** Products by codes delivered, most first. */
export const listMostPurchased = (database: Database, limit: number): Promise<readonly ProductSales[]> =>
  database.any(
    sql.type(ProductSales)`select product_id as "productId", sum(quantity)::int8 as quantity from read.product_sales
      group by product_id order by 2 desc, 1 limit ${limit}`,
  );
