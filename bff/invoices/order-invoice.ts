import { regionCode } from '#bff/contract/regions.ts';
import type { Currency, Money } from '#core/kernel/money.ts';
import type { OrderLineView, OrderView } from '#projections/orders/queries.ts';
import { invoiceDay, invoiceMinute } from './dates.ts';
import type { InvoiceDocument, InvoiceParty, InvoiceStatus } from './document.ts';
import { SELLER } from './seller.ts';

/**
 * What a customer downloads for an order: a proforma while it is unpaid (nothing is owed by it yet), an invoice once
 * it is paid. Amounts are in the wallet's currency.
 */
export function orderInvoice(order: OrderView, lines: readonly OrderLineView[], buyer: InvoiceParty): InvoiceDocument {
  return build(order, lines, buyer, order.paidAt === null ? 'Proforma invoice' : 'Invoice');
}

/** The seller's own copy for its books, which administrators download. */
export function salesInvoice(order: OrderView, lines: readonly OrderLineView[], buyer: InvoiceParty): InvoiceDocument {
  return build(order, lines, buyer, 'Sales invoice');
}

function build(order: OrderView, lines: readonly OrderLineView[], buyer: InvoiceParty, title: string): InvoiceDocument {
  const money = (amount: bigint): Money => ({ amount, currency: order.currency });
  return {
    title,
    number: order.number,
    status: statusOf(order),
    facts: factsOf(order),
    seller: SELLER,
    buyer,
    currency: order.currency,
    lines: lines.map((line) => ({
      title: line.productName,
      detail: [line.variantName, line.brandName, regionCode(line.region)].filter((text) => text !== '').join(' · '),
      quantity: line.quantity,
      unitPrice: money(line.unitPrice),
      amount: money(line.unitPrice * BigInt(line.quantity)),
    })),
    totals: [
      { label: 'Subtotal', amount: money(order.subtotal) },
      ...(order.discount === 0n ? [] : [{ label: 'Discount', amount: money(-order.discount) }]),
      ...(order.conversionFees === 0n ? [] : [{ label: 'Conversion fees', amount: money(order.conversionFees) }]),
    ],
    grandTotal: { label: order.paidAt === null ? 'Total' : 'Total paid', amount: money(order.total) },
    payment: null,
    footer: `${SELLER.name} · ${SELLER.lines.slice(0, 3).join(', ')} · Gift codes are delivered electronically.`,
  };
}

const walletName = (currency: Currency) => `${currency} wallet`;

function factsOf(order: OrderView): InvoiceDocument['facts'] {
  const facts = [{ label: 'Order date', value: invoiceDay(order.placedAt) }];
  if (order.paidAt !== null) facts.push({ label: 'Payment date', value: invoiceDay(order.paidAt) });
  else if (order.cancelledAt === null) facts.push({ label: 'Payment due', value: invoiceMinute(order.expiresAt) });
  facts.push({ label: 'Payment method', value: walletName(order.currency) });
  return facts;
}

function statusOf(order: OrderView): InvoiceStatus {
  const wallet = walletName(order.currency);
  if (order.refundedAt !== null) {
    return {
      tone: 'neutral',
      label: 'Refunded',
      note: `Returned to your ${wallet} on ${invoiceDay(order.refundedAt)}.`,
    };
  }
  if (order.cancelledAt !== null) {
    const note = order.paidAt === null ? 'No payment was taken.' : `The payment is being returned to your ${wallet}.`;
    return { tone: 'negative', label: 'Cancelled', note };
  }
  if (order.paidAt !== null) {
    return { tone: 'positive', label: 'Paid', note: `Taken from your ${wallet} on ${invoiceDay(order.paidAt)}.` };
  }
  return {
    tone: 'waiting',
    label: 'Awaiting payment',
    note: `Paid automatically when your ${wallet} is topped up; cancelled otherwise.`,
  };
}
