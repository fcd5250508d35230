import type { BffDeps } from '#bff/kit/deps.ts';
import type { Pdf } from '#bff/kit/files/send-file.ts';
import { found } from '#bff/kit/lib/api-error.ts';
import { findInvoiceOfOrder, type InvoiceView } from '#projections/models/invoices.ts';
import { listOrderLines } from '#projections/models/order-lines.ts';
import type { OrderView } from '#projections/models/orders.ts';
import { issuedInvoice, partiesNow } from './issued.ts';
import { creditNote, orderInvoice, proforma } from './order-invoice.ts';
import { drawInvoice } from './render.ts';

type Deps = Pick<BffDeps, 'database' | 'crypto' | 'settings'>;

/** The invoice of an order as PDF; a proforma while it is unpaid. The caller checks first whose order it is. */
export async function drawOrderInvoice(
  deps: Deps,
  order: OrderView,
  title?: 'Invoice' | 'Sales invoice',
): Promise<Pdf> {
  const { orderId, customerId } = order;
  const [lines, invoice] = await Promise.all([
    listOrderLines(deps.database, orderId),
    findInvoiceOfOrder(deps.database, orderId, orderId),
  ]);
  if (!invoice) return drawInvoice(proforma(order, lines, await partiesNow(deps, customerId)));
  return drawInvoice(orderInvoice(order, lines, await issuedInvoice(deps, invoice), title));
}

/** A credit note of an order as PDF. The caller checks first whose order it is. @throws ApiError 404 where it is not one of the order's */
export async function drawCreditNoteOf(deps: Deps, order: OrderView, creditNoteId: string): Promise<Pdf> {
  const invoice = await findInvoiceOfOrder(deps.database, order.orderId, creditNoteId);
  return drawCreditNote(
    deps,
    order,
    found(invoice?.kind === 'credit-note' ? invoice : null, 'There is no such credit note of this order.'),
  );
}

export async function drawCreditNote(deps: Deps, order: OrderView, invoice: InvoiceView): Promise<Pdf> {
  const [lines, issued] = await Promise.all([
    listOrderLines(deps.database, order.orderId),
    issuedInvoice(deps, invoice),
  ]);
  return drawInvoice(creditNote(order, lines, issued, invoice));
}
