import { INVOICE_KINDS, invoiceNumber, type Series, seriesOf } from '#core/finance/invoices/series.ts';
import { bigint, currency, int, oneOf, optional, text, time, uuid } from '#projections/kernel/columns.ts';
import { objectIdOf, type Projection } from '#projections/kernel/projection.ts';
import { type Database, sql } from '#projections/kernel/sql.ts';
import { defineTable, type Rows, rowOf } from '#projections/kernel/table.ts';
import { conditionsOf, defineView, findRow, findRows, type ItemOf } from '#projections/kernel/view.ts';
import { orders } from './orders.ts';

/** Invoices and credit notes, each with the number that the log gives it. */
const invoices = defineTable(
  'invoices',
  ['invoice_id'],
  {
    /** The order's id; for a credit note, the id of the refunding event. */
    invoice_id: uuid(),
    order_id: uuid(),
    customer_id: uuid(),
    kind: oneOf(INVOICE_KINDS),
    year: int(),
    sequence: int(),
    number: text(),
    issued_at: time(),
    currency: currency(),
    /** The invoiced or credited amount, in minor units. */
    amount: bigint(),
    /** For a credit note: the invoice that it credits. */
    credits: optional(text()),
    position: bigint(),
  },
  {
    indexes: {
      by_order: ['order_id', 'position'],
      by_customer: ['customer_id', 'position'],
      by_position: ['position'],
      by_number: ['number'],
    },
  },
);

/** The last number of each series. */
const invoiceSeries = defineTable('invoice_series', ['kind', 'year'], {
  kind: oneOf(INVOICE_KINDS),
  year: int(),
  last: int(),
});

/** Gives each invoice its number, in the order of the log. Runs after the orders, which have the customers. */
export const invoicesProjection: Projection = {
  tables: [invoices, invoiceSeries],
  reads(event) {
    const series = seriesOf(event);
    if (!series) return [];
    const orderId = objectIdOf(event);
    const rows = [rowOf(orders, orderId), rowOf(invoices, orderId), rowOf(invoiceSeries, series.kind, series.year)];
    return series.kind === 'invoice' ? rows : [...rows, rowOf(invoices, event.id)];
  },
  apply(event, rows) {
    const series = seriesOf(event);
    if (!series || (event.type !== 'OrderPaid' && event.type !== 'OrderRefunded')) return;
    const orderId = objectIdOf(event);
    const credited = series.kind === 'credit-note' ? rows.get(invoices, orderId) : undefined;
    if (series.kind === 'credit-note' && !credited) return;
    const sequence = nextOf(series, rows);
    rows.insert(invoices, {
      invoice_id: credited ? event.id : orderId,
      order_id: orderId,
      customer_id: rows.require(orders, orderId).customer_id,
      ...series,
      sequence,
      number: invoiceNumber(series, sequence),
      issued_at: event.metadata.time,
      currency: event.data.amount.currency,
      amount: event.data.amount.amount,
      credits: credited?.number ?? null,
      position: event.position,
    });
  },
};

function nextOf({ kind, year }: Series, rows: Rows): number {
  const last = (rows.get(invoiceSeries, kind, year)?.last ?? 0) + 1;
  rows.put(invoiceSeries, { kind, year, last });
  return last;
}

const view = defineView(invoices);
export type InvoiceView = ItemOf<typeof view>;

/** The invoice of an order and its credit notes, oldest first. Check first whose order it is. */
export const listInvoicesOfOrder = (database: Database, orderId: string): Promise<readonly InvoiceView[]> =>
  findRows(database, view, sql.fragment`where order_id = ${orderId} order by position`);

/** An invoice or a credit note of an order, or null. Check first whose order it is. */
export const findInvoiceOfOrder = (
  database: Database,
  orderId: string,
  invoiceId: string,
): Promise<InvoiceView | null> =>
  findRow(database, view, conditionsOf(invoices, { order_id: orderId, invoice_id: invoiceId }));

/** A customer's invoices and credit notes after this place in the log, oldest first. */
export const listInvoicesOfCustomer = (
  database: Database,
  customerId: string,
  after: bigint,
  limit: number,
): Promise<readonly InvoiceView[]> =>
  findRows(
    database,
    view,
    sql.fragment`where customer_id = ${customerId} and position > ${after} order by position limit ${limit}`,
  );

/** All after this place in the log, oldest first. */
export const listInvoicesAfter = (database: Database, after: bigint, limit: number): Promise<readonly InvoiceView[]> =>
  findRows(database, view, sql.fragment`where position > ${after} order by position limit ${limit}`);
