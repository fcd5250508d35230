import type { RecordedLedgerEvent } from '#core/aggregates/events.ts';
import { invoiceNumber, type Series, seriesOf } from '#core/finance/invoices/series.ts';
import type { Money } from '#core/kernel/money/money.ts';

/** An invoice or a credit note, as the log numbers it. */
export type Numbered = Series & {
  readonly sequence: number;
  readonly number: string;
  readonly invoiceId: string;
  readonly customerId: string;
  readonly order: string;
  readonly amount: Money;
  /** Of a credit note, the invoice that it credits. */
  readonly credits: string;
  readonly time: string;
};

type Order = { readonly customerId: string; readonly number: string; invoice?: string };

/** Counts the series through the log, independently of the read model, which gives the same numbers. */
export function createInvoiceBook() {
  /** Orders that an invoice or a credit note may still follow. */
  const orders = new Map<string, Order>();
  const last = new Map<string, number>();
  return {
    apply(event: RecordedLedgerEvent): Numbered | null {
      const orderId = event.streamId.slice('order-'.length);
      if (event.type === 'OrderPlaced') {
        orders.set(orderId, { customerId: event.data.customerId, number: event.data.number });
        return null;
      }
      const order = orders.get(orderId);
      if (!order) return null;
      if (event.type === 'OrderFulfilled' || (event.type === 'OrderCancelled' && !event.data.wasPaid)) {
        orders.delete(orderId);
        return null;
      }
      // An order is refunded once, and nothing follows.
      if (event.type === 'OrderRefunded') orders.delete(orderId);
      const series = seriesOf(event);
      if (!series || (event.type !== 'OrderPaid' && event.type !== 'OrderRefunded')) return null;
      const credits = series.kind === 'credit-note' ? order.invoice : '';
      if (credits === undefined) return null;
      const key = `${series.kind} ${series.year}`;
      const sequence = (last.get(key) ?? 0) + 1;
      last.set(key, sequence);
      const number = invoiceNumber(series, sequence);
      if (series.kind === 'invoice') order.invoice = number;
      return {
        ...series,
        sequence,
        number,
        credits,
        customerId: order.customerId,
        order: order.number,
        invoiceId: series.kind === 'invoice' ? orderId : event.id,
        amount: event.data.amount,
        time: event.metadata.time,
      };
    },
  };
}
