import { regionCode } from '#bff/contract/base/regions.ts';
import { ratesOfOrder } from '#bff/kit/tables/rates.ts';
import type { InvoiceParty, InvoiceStatus } from '#bff/papers/drawing/party.ts';
import type { HomeVat } from '#core/finance/invoices/home-vat.ts';
import type { VatTreatment } from '#core/finance/invoices/vat-treatments.ts';
import { type AppliedRate, rateWords } from '#core/kernel/money/dated-rates.ts';
import { type Currency, type Money, money } from '#core/kernel/money/money.ts';
import { FIRST_DAY } from '#core/kernel/money/rate-sources.ts';
import type { InvoiceView } from '#projections/models/invoices.ts';
import type { OrderLineView } from '#projections/models/order-lines.ts';
import type { OrderView } from '#projections/models/orders.ts';
import { invoiceDay, invoiceMinute } from './dates.ts';
import type { InvoiceDocument, InvoiceLine } from './document.ts';
import { type BillLine, facturX } from './factur-x.ts';
import type { Issued } from './issued.ts';
import type { Parties } from './parties.ts';
import { footerOf, VAT_CURRENCY } from './seller.ts';

type Lines = readonly OrderLineView[];
const footerBy = (seller: InvoiceParty) => `${footerOf(seller)} · Gift codes are delivered electronically.`;

/** The paper of an unpaid order: it creates no debt, and it has no number of its own. */
export function proforma(order: OrderView, lines: Lines, { seller, buyer }: Parties): InvoiceDocument {
  const cancelled = order.cancelledAt !== null;
  return {
    title: 'Proforma invoice',
    number: order.number,
    status: statusOf(order),
    seller,
    buyer,
    facts: [
      { label: 'Order date', value: invoiceDay(order.placedAt) },
      ...(cancelled ? [] : [{ label: 'Payment due', value: invoiceMinute(order.expiresAt) }]),
      paymentMethod(order.currency),
      ...exchangeRate(order),
    ],
    ...bodyOf(order, lines),
    grandTotal: { label: 'Total', amount: money(order.total, order.currency) },
    vat: null,
    payment: null,
    footer: footerBy(seller),
    data: null,
  };
}

/** Amounts are in the wallet's currency. */
export function orderInvoice(
  order: OrderView,
  lines: Lines,
  issued: Issued,
  title: 'Invoice' | 'Sales invoice' = 'Invoice',
): InvoiceDocument {
  const { number, seller, buyer } = issued;
  const total = money(order.total, order.currency);
  return {
    title,
    number,
    status: statusOf(order),
    seller,
    buyer,
    facts: [
      { label: 'Invoice date', value: invoiceDay(issued.issuedAt) },
      { label: 'Order', value: `${order.number} of ${invoiceDay(order.placedAt)}` },
      paymentMethod(order.currency),
      ...exchangeRate(order),
    ],
    ...bodyOf(order, lines),
    grandTotal: { label: 'Total paid', amount: total },
    vat: vatOf(issued, total),
    payment: null,
    footer: footerBy(seller),
    // The seller's own copy must not be a second invoice for programs.
    data: title === 'Invoice' ? dataOf(order, issued, lines.map(billLineOf), null) : null,
  };
}

/** The paper that takes an invoice back, wholly or in part. */
export function creditNote(order: OrderView, lines: Lines, issued: Issued, invoice: InvoiceView): InvoiceDocument {
  const { number, seller, buyer, issuedAt } = issued;
  const isWhole = invoice.amount === order.total;
  const credited = money(invoice.amount, order.currency);
  const wallet = walletName(order.currency);
  return {
    title: 'Credit note',
    number,
    seller,
    buyer,
    status: {
      tone: 'neutral',
      label: 'Refunded',
      note: `Returned to your ${wallet} on ${invoiceDay(issuedAt)}.`,
    },
    facts: [
      { label: 'Date', value: invoiceDay(issuedAt) },
      { label: 'Credits invoice', value: invoice.credits ?? '' },
      { label: 'Order', value: `${order.number} of ${invoiceDay(order.placedAt)}` },
    ],
    ...(isWhole ? bodyOf(order, lines) : { ...partOf(invoice), currency: order.currency }),
    grandTotal: { label: 'Total credited', amount: credited },
    vat: vatOf(issued, credited),
    payment: null,
    footer: footerBy(seller),
    data: dataOf(order, issued, isWhole ? lines.map(billLineOf) : [partLineOf(invoice)], invoice.credits),
  };
}

/** A partial refund: its amount comes from the ledger. */
function partOf({ amount, currency, credits }: InvoiceView): Pick<InvoiceDocument, 'lines' | 'totals'> {
  const all = money(amount, currency);
  const title = partTitle(credits);
  return { lines: [{ title, detail: '', quantity: 1, unitPrice: all, amount: all }], totals: [] };
}

const partTitle = (credits: string | null) => `Not delivered of invoice ${credits}`;

function dataOf(
  order: OrderView,
  issued: Issued,
  lines: readonly BillLine[],
  credits: string | null,
): InvoiceDocument['data'] {
  const { currency, number: orderNumber } = order;
  const note = VAT_NOTES[issued.treatment];
  const xml = facturX({ issued, currency, orderNumber, note, credits, lines, isCredit: credits !== null });
  return xml === null ? null : { xml, issuedAt: issued.issuedAt };
}

const billLineOf = (line: OrderLineView): BillLine => ({
  name: line.productName,
  description: detailOf(line),
  quantity: line.quantity,
  unitPrice: line.unitPrice,
  discount: line.discount,
  fee: line.conversionFee,
  total: line.total,
});

const partLineOf = ({ amount, credits }: InvoiceView): BillLine => ({
  name: partTitle(credits),
  description: '',
  quantity: 1,
  unitPrice: amount,
  discount: 0n,
  fee: 0n,
  total: amount,
});

function bodyOf(order: OrderView, lines: Lines): Pick<InvoiceDocument, 'currency' | 'lines' | 'totals'> {
  const { currency } = order;
  return {
    currency,
    lines: lines.map((line) => lineOf(line, order)),
    totals: [
      { label: 'Subtotal', amount: money(order.subtotal, currency) },
      ...(order.discount === 0n ? [] : [{ label: 'Discount', amount: money(-order.discount, currency) }]),
      ...(order.conversionFees === 0n
        ? []
        : [{ label: 'Conversion fees', amount: money(order.conversionFees, currency) }]),
    ],
  };
}

/** Used only for drawing, because the billed lines do not change with the delivery. */
const lineOf = (line: OrderLineView, { currency, partlyFulfilledAt, fulfilledAt }: OrderView): InvoiceLine => ({
  title: line.productName,
  detail:
    partlyFulfilledAt === null || fulfilledAt !== null
      ? detailOf(line)
      : `${detailOf(line)} · ${line.delivered} of ${line.quantity} delivered`,
  quantity: line.quantity,
  unitPrice: money(line.unitPrice, currency),
  amount: money(line.unitPrice * BigInt(line.quantity), currency),
});

const detailOf = ({ variantName, brandName, region }: OrderLineView): string =>
  [variantName, brandName, regionCode(region)].filter((text) => text !== '').join(' · ');

/** The wording that the law requires about VAT. */
const VAT_NOTES: Readonly<Record<VatTreatment, string>> = {
  voucher:
    'Multi-purpose vouchers: VAT is due when a voucher is redeemed, not on this sale (Article 30b of Directive 2006/112/EC).',
  standard: 'The prices include VAT.',
  'reverse-charge': 'Reverse charge: the customer accounts for the VAT (Article 196 of Directive 2006/112/EC).',
  'outside-scope':
    'Outside the scope of EU VAT: the customer is established outside the European Union (Article 44 of Directive 2006/112/EC).',
};

function vatOf({ treatment, vatPercent, vat, home }: Issued, total: Money): InvoiceDocument['vat'] {
  const note = VAT_NOTES[treatment];
  if (treatment !== 'standard') return { rows: [], note };
  return {
    rows: [
      { label: 'Net', amount: money(total.amount - vat, total.currency) },
      { label: `VAT ${vatPercent} %`, amount: money(vat, total.currency) },
      ...(home === null ? [] : [{ label: `VAT in ${VAT_CURRENCY}`, amount: money(home.vat, VAT_CURRENCY) }]),
    ],
    note: home === null ? note : `${note} ${convertedBy(home)}`,
  };
}

/** The rates of the VAT in the seller's currency, each with its day. */
const convertedBy = ({ rates }: HomeVat): string =>
  `VAT in ${VAT_CURRENCY} by ${rates.map((rate) => `${rateWords(rate)} (${rateOrigin(rate)})`).join(', ')}.`;

const rateOrigin = ({ from, source }: AppliedRate): string =>
  source === 'ecb' ? `European Central Bank, ${from}` : from === FIRST_DAY ? 'our own rate' : `our own rate of ${from}`;

const walletName = (currency: Currency) => `${currency} wallet`;
const paymentMethod = (currency: Currency) => ({ label: 'Payment method', value: walletName(currency) });

function exchangeRate(order: OrderView): InvoiceDocument['facts'] {
  const rates = ratesOfOrder(order);
  return rates.length === 0 ? [] : [{ label: 'Exchange rate', value: rates.map(rateWords).join(', ') }];
}

function statusOf(order: OrderView): InvoiceStatus {
  const wallet = walletName(order.currency);
  if (order.refundedAt !== null) {
    const isWhole = order.releasedAt === null;
    const what = isWhole ? 'Returned' : 'What was not delivered was returned';
    return {
      tone: 'neutral',
      label: isWhole ? 'Refunded' : 'Refunded in part',
      note: `${what} to your ${wallet} on ${invoiceDay(order.refundedAt)}.`,
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
