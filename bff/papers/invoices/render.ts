import type { Pdf } from '#bff/kit/files/send-file.ts';
import { paperName } from '#bff/papers/drawing/file-names.ts';
import {
  BODY_END,
  createPen,
  LEFT,
  MUTED,
  type Pen,
  RIGHT,
  RULE,
  type TextOptions,
  WIDTH,
} from '#bff/papers/drawing/pen.ts';
import { drawFooter, drawHead, drawParties, nextPage } from '#bff/papers/drawing/sheet.ts';
import { MAX_LINES } from '#core/aggregates/order/limits.ts';
import { formatMoney } from '#core/kernel/money/money.ts';
import type { InvoiceDocument, InvoiceLine } from './document.ts';
import { attachFacturX } from './pdf-a.ts';

/** Columns of the table: quantities and money end at their right edge. */
const COLUMNS = { quantityEnd: 352, unitEnd: 446, amountEnd: RIGHT, titleWidth: 250 } as const;

/** An invoice as a PDF of A4 pages with its file name. @throws RangeError for more than 200 lines. */
export const drawInvoice = async (invoice: InvoiceDocument): Promise<Pdf> => ({
  name: paperName(invoice),
  body: await renderInvoice(invoice),
});

async function renderInvoice(invoice: InvoiceDocument): Promise<Buffer> {
  if (invoice.lines.length > MAX_LINES) throw new RangeError(`An invoice holds at most ${MAX_LINES} lines.`);
  const { title, number, seller, buyer, status, facts, data } = invoice;
  const pen = await createPen({
    title: `${title} ${number}`,
    author: seller.name,
    isLong: false,
    words: wordsOf({ ...invoice, data: null }),
    country: buyer.country,
  });
  if (data) attachFacturX(pen.doc, data.xml, data.issuedAt);
  drawHead(pen, invoice, status);
  let y = drawParties(pen, { seller, buyer, role: 'Billed to', facts }, 150);
  y = drawTable(pen, invoice, y + 28);
  y = drawTotals(pen, invoice, y + 10);
  y = drawVat(pen, invoice, y + 6);
  drawPayment(pen, invoice, y + 26);
  drawFooters(pen, invoice);
  return pen.finish();
}

function drawTableHead(pen: Pen, y: number): number {
  const options = { size: 8, weight: 'medium', color: MUTED } as const;
  pen.text('Description', LEFT, y, options);
  pen.textRight('Quantity', COLUMNS.quantityEnd, y, options);
  pen.textRight('Unit price', COLUMNS.unitEnd, y, options);
  pen.textRight('Amount', COLUMNS.amountEnd, y, options);
  pen.rule(y + 17, LEFT, RIGHT, RULE);
  return y + 18;
}

function drawTable(pen: Pen, invoice: InvoiceDocument, top: number): number {
  let y = drawTableHead(pen, top);
  for (const line of invoice.lines) {
    const height = lineHeight(pen, line);
    if (y + height > BODY_END) y = drawTableHead(pen, nextPage(pen, invoice));
    drawLine(pen, line, y);
    y += height;
    pen.rule(y);
  }
  return y;
}

const TITLE: TextOptions = { size: 9.5, weight: 'medium', width: COLUMNS.titleWidth };
const DETAIL: TextOptions = { size: 8, color: MUTED, width: COLUMNS.titleWidth };

function lineHeight(pen: Pen, line: InvoiceLine): number {
  const detail = line.detail === '' ? 0 : pen.heightOf(line.detail, DETAIL) + 1;
  return 10 + pen.heightOf(line.title, TITLE) + detail + 8;
}

function drawLine(pen: Pen, line: InvoiceLine, y: number): void {
  pen.text(line.title, LEFT, y + 10, TITLE);
  if (line.detail !== '') pen.text(line.detail, LEFT, y + 11 + pen.heightOf(line.title, TITLE), DETAIL);
  pen.textRight(line.quantity.toLocaleString('en'), COLUMNS.quantityEnd, y + 10, { size: 9.5 });
  pen.textRight(formatMoney(line.unitPrice), COLUMNS.unitEnd, y + 10, { size: 9.5 });
  pen.textRight(formatMoney(line.amount), COLUMNS.amountEnd, y + 10, { size: 9.5, weight: 'medium' });
}

function drawTotals(pen: Pen, invoice: InvoiceDocument, top: number): number {
  const needed = invoice.totals.length * 19 + 40;
  let y = top + needed > BODY_END ? nextPage(pen, invoice) : top;
  const from = 330;
  for (const { label, amount } of invoice.totals) {
    pen.text(label, from, y, { size: 9.5, color: MUTED });
    pen.textRight(formatMoney(amount), RIGHT, y, { size: 9.5 });
    y += 19;
  }
  if (invoice.totals.length > 0) pen.rule(y, from, RIGHT, RULE);
  y += 10;
  pen.text(invoice.grandTotal.label, from, y + 2, { size: 10.5, weight: 'semibold' });
  const grand = { size: 14, weight: 'semibold' } as const;
  pen.textRight(formatMoney(invoice.grandTotal.amount), RIGHT, y - 0.5, grand);
  const width = pen.widthOf(formatMoney(invoice.grandTotal.amount), grand);
  pen.textRight(invoice.currency, RIGHT - width - 7, y + 3.5, { size: 9, weight: 'medium', color: MUTED });
  return y + 24;
}

function drawVat(pen: Pen, { vat, ...invoice }: InvoiceDocument, top: number): number {
  if (!vat) return top;
  const note: TextOptions = { size: 8, color: MUTED, width: 264 };
  const height = Math.max(pen.heightOf(vat.note, note), vat.rows.length * 16);
  let y = top + height > BODY_END ? nextPage(pen, invoice) : top;
  pen.text(vat.note, LEFT, y, note);
  const end = y + height;
  for (const { label, amount } of vat.rows) {
    pen.text(label, 330, y, { size: 9, color: MUTED });
    pen.textRight(formatMoney(amount), RIGHT, y, { size: 9 });
    y += 16;
  }
  return end;
}

function drawPayment(pen: Pen, invoice: InvoiceDocument, top: number): void {
  if (!invoice.payment) return;
  const rows = Math.ceil(invoice.payment.rows.length / 2);
  const height = 40 + rows * 30;
  const y = top + height > BODY_END ? nextPage(pen, invoice) : top;
  pen.frame(y, height);
  pen.text(invoice.payment.title, LEFT + 16, y + 14, { size: 10, weight: 'semibold' });
  for (const [index, { label, value }] of invoice.payment.rows.entries()) {
    const x = LEFT + 16 + (index % 2) * (WIDTH / 2);
    const rowY = y + 36 + Math.floor(index / 2) * 30;
    pen.text(label, x, rowY, { size: 8, color: MUTED });
    pen.text(value, x, rowY + 11, { size: 9.5, weight: 'medium' });
  }
}

const wordsOf = (invoice: InvoiceDocument): string =>
  JSON.stringify(invoice, (_, value) => (typeof value === 'bigint' ? '' : value));

/** Drawn last, when the number of pages is known. */
function drawFooters(pen: Pen, invoice: InvoiceDocument): void {
  const { start, count } = pen.doc.bufferedPageRange();
  for (let index = 0; index < count; index += 1) {
    pen.doc.switchToPage(start + index);
    drawFooter(pen, invoice.footer, index + 1, count);
  }
}
