import { INVOICE_KINDS } from '#core/invoice/series.ts';
import { bigint, currency, int, oneOf, optional, text, time, uuid } from '../kernel/columns.ts';
import { defineTable } from '../kernel/table.ts';

/** Invoices and credit notes, each with the number that the log gives it. */
export const invoices = defineTable(
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
    },
  },
);

/** The last number of each series. */
export const invoiceSeries = defineTable('invoice_series', ['kind', 'year'], {
  kind: oneOf(INVOICE_KINDS),
  year: int(),
  last: int(),
});
