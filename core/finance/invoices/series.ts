import type { RecordedLedgerEvent } from '#core/aggregates/events.ts';

export const INVOICE_KINDS = ['invoice', 'credit-note'] as const;
type InvoiceKind = (typeof INVOICE_KINDS)[number];

/** Numbers of a series have no gap: the next one is the last one plus one. */
export type Series = { readonly kind: InvoiceKind; readonly year: number };

const PREFIXES: Readonly<Record<InvoiceKind, string>> = { invoice: 'INV', 'credit-note': 'CN' };
const SEQUENCE_DIGITS = 6;

/** `INV-2026-000123`. */
export const invoiceNumber = ({ kind, year }: Series, sequence: number): string =>
  `${PREFIXES[kind]}-${year}-${String(sequence).padStart(SEQUENCE_DIGITS, '0')}`;

/**
 * The series that an event takes the next number of; null for every other event. A payment creates the order's invoice.
 * A refund creates the credit note, if there is an invoice: a payment that came after the cancellation is refunded
 * without one. The year is that of the event's time in UTC. Numbers are counted in the order of the log, so that every
 * count gives the same.
 */
export function seriesOf({ type, metadata }: RecordedLedgerEvent): Series | null {
  const year = Number(metadata.time.slice(0, 4));
  if (type === 'OrderPaid') return { kind: 'invoice', year };
  return type === 'OrderRefunded' ? { kind: 'credit-note', year } : null;
}
