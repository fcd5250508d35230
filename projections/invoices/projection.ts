import { invoiceNumber, type Series, seriesOf } from '#core/invoice/series.ts';
import { objectIdOf, type Projection } from '../kernel/projection.ts';
import { type Rows, rowOf } from '../kernel/table.ts';
import { orders } from '../orders/table.ts';
import { invoiceSeries, invoices } from './table.ts';

/** Gives each invoice its number, in the order of the log. Runs after the orders, which have the customers. */
export const invoicesProjection: Projection = {
  name: 'invoices',
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
