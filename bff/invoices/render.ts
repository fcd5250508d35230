import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import countries from 'i18n-iso-countries';
import PDFDocument from 'pdfkit';
import type { Pdf } from '#bff/lib/send-file.ts';
import { paperName } from '#bff/papers/file-names.ts';
import { formatMoney } from '#core/kernel/money.ts';
import { MAX_LINES } from '#core/order/limits.ts';
import type { InvoiceDocument, InvoiceLine, InvoiceParty, InvoiceStatus } from './document.ts';
import { attachFacturX, PDF_A } from './pdf-a.ts';

const PAGE = { width: 595.28, height: 841.89, margin: 48, bottom: 64 } as const;
const LEFT = PAGE.margin;
const RIGHT = PAGE.width - PAGE.margin;
const WIDTH = RIGHT - LEFT;
const BODY_END = PAGE.height - PAGE.bottom - 16;

const INK = '#16181d';
const MUTED = '#6b7180';
const HAIRLINE = '#e4e6eb';
const ACCENT = '#4338ca';
const TONES: Record<InvoiceStatus['tone'], { ink: string; paper: string }> = {
  positive: { ink: '#11693a', paper: '#e5f6ec' },
  waiting: { ink: '#8a5a00', paper: '#fdf3d7' },
  neutral: { ink: '#4b5160', paper: '#eef0f4' },
  negative: { ink: '#a3261d', paper: '#fdeceb' },
};

/** Columns of the table: quantities and money end at their right edge. */
const COLUMNS = { quantityEnd: 352, unitEnd: 446, amountEnd: RIGHT, titleWidth: 250 } as const;

type Weight = 'regular' | 'medium' | 'semibold';
type Fonts = Record<Weight, Buffer>;
type TextOptions = { size?: number; weight?: Weight; color?: string; width?: number; align?: 'left' | 'right' };

let loadedFonts: Promise<Fonts> | undefined;

/** The standard PDF fonts know Latin-1 only and garble "Łódź": Inter is embedded instead (a subset of what is used). */
export function fonts(): Promise<Fonts> {
  loadedFonts ??= (async () => {
    const load = (file: string) =>
      readFile(fileURLToPath(import.meta.resolve(`@expo-google-fonts/inter/${file}/Inter_${file}.ttf`)));
    const [regular, medium, semibold] = await Promise.all([load('400Regular'), load('500Medium'), load('600SemiBold')]);
    return { regular, medium, semibold };
  })();
  return loadedFonts;
}

/** An invoice as a PDF of A4 pages with its file name. @throws RangeError for more than 200 lines. */
export const drawInvoice = async (invoice: InvoiceDocument): Promise<Pdf> => ({
  name: paperName(invoice),
  body: await renderInvoice(invoice),
});

async function renderInvoice(invoice: InvoiceDocument): Promise<Buffer> {
  if (invoice.lines.length > MAX_LINES) throw new RangeError(`An invoice holds at most ${MAX_LINES} lines.`);
  const pen = createPen(invoice, await fonts());
  drawHead(pen, invoice);
  let y = drawParties(pen, invoice, 150);
  y = drawTable(pen, invoice, y + 28);
  y = drawTotals(pen, invoice, y + 10);
  y = drawVat(pen, invoice, y + 6);
  drawPayment(pen, invoice, y + 26);
  drawFooters(pen, invoice);
  return pen.finish();
}

type Pen = ReturnType<typeof createPen>;

function createPen(invoice: InvoiceDocument, faces: Fonts) {
  const doc = new PDFDocument({
    ...{ ...PDF_A, size: 'A4' },
    // The page is laid out by hand; pdfkit must not break it at a margin of its own.
    margin: 0,
    bufferPages: true,
    lang: 'en',
    displayTitle: true,
    info: { Title: `${invoice.title} ${invoice.number}`, Author: invoice.seller.name },
  });
  for (const [name, face] of Object.entries(faces)) doc.registerFont(name, face);
  if (invoice.data) attachFacturX(doc, invoice.data.xml, invoice.data.issuedAt);
  const chunks: Buffer[] = [];
  const done = new Promise<Buffer>((resolve, reject) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk));
    doc.on('end', () => resolve(Buffer.concat(chunks)));
    doc.on('error', reject);
  });
  const set = ({ size = 9, weight = 'regular', color = INK }: TextOptions) =>
    doc.font(weight).fontSize(size).fillColor(color);
  // Tabular figures, so that amounts align under each other.
  const shape = ({ width, align = 'left' }: TextOptions) => ({
    ...(width === undefined ? { lineBreak: false } : { width }),
    align,
    features: ['tnum', 'kern'] as PDFKit.Mixins.OpenTypeFeatures[],
    lineGap: 1.5,
  });
  return {
    doc,
    heightOf: (text: string, options: TextOptions) => set(options).heightOfString(text, shape(options)),
    widthOf: (text: string, options: TextOptions) => set(options).widthOfString(text, shape(options)),
    text: (text: string, x: number, y: number, options: TextOptions = {}) => {
      set(options).text(text, x, y, shape(options));
    },
    /** Ends at `end`: pdfkit aligns only inside a width, so the start is measured. */
    textRight: (text: string, end: number, y: number, options: TextOptions = {}) => {
      const start = end - set(options).widthOfString(text, shape(options));
      doc.text(text, start, y, shape(options));
    },
    rule: (y: number, from: number = LEFT, to: number = RIGHT, color = HAIRLINE) => {
      doc.moveTo(from, y).lineTo(to, y).lineWidth(0.75).strokeColor(color).stroke();
    },
    finish: () => {
      doc.end();
      return done;
    },
  };
}

function drawHead(pen: Pen, invoice: InvoiceDocument): void {
  pen.doc.rect(0, 0, PAGE.width, 5).fill(ACCENT);
  drawMark(pen, LEFT, 40);
  pen.text('Giftledger', LEFT + 27, 42.5, { size: 13, weight: 'semibold' });
  pen.textRight(invoice.title, RIGHT, 38, { size: 18, weight: 'semibold' });
  pen.textRight(invoice.number, RIGHT, 62, { size: 10, weight: 'medium', color: MUTED });
  drawStatus(pen, invoice.status, 92);
}

/** The product's mark: a card with its stripe. */
function drawMark(pen: Pen, x: number, y: number): void {
  pen.doc.roundedRect(x, y, 20, 20, 5).fill(ACCENT);
  pen.doc.rect(x + 4.5, y + 6.5, 11, 2).fill('#ffffff');
  pen.doc.rect(x + 4.5, y + 11.5, 7, 2).fill('#c7c2f5');
}

function drawStatus(pen: Pen, status: InvoiceStatus, y: number): void {
  const tone = TONES[status.tone];
  pen.doc.roundedRect(LEFT, y, WIDTH, 28, 6).fill(tone.paper);
  pen.doc.circle(LEFT + 14, y + 14, 3).fill(tone.ink);
  const label = { size: 9.5, weight: 'semibold', color: tone.ink } as const;
  pen.text(status.label, LEFT + 24, y + 8.5, label);
  pen.text(status.note, LEFT + 24 + pen.widthOf(status.label, label) + 10, y + 8.5, { size: 9.5, color: tone.ink });
}

/** Seller, buyer and dates beside each other; returns where the highest column ends. */
function drawParties(pen: Pen, invoice: InvoiceDocument, top: number): number {
  const column = (WIDTH - 32) / 3;
  const ends = [
    drawParty(pen, 'From', invoice.seller, LEFT, top, column),
    drawParty(pen, 'Billed to', invoice.buyer, LEFT + column + 16, top, column),
    drawFacts(pen, invoice, LEFT + 2 * (column + 16), top),
  ];
  return Math.max(...ends);
}

function drawParty(pen: Pen, label: string, party: InvoiceParty, x: number, top: number, width: number): number {
  pen.text(label, x, top, { size: 8, weight: 'medium', color: MUTED });
  let y = top + 15;
  for (const [index, line] of [party.name, ...linesOf(party)].entries()) {
    const options: TextOptions = index === 0 ? { weight: 'semibold', width } : { color: '#3c414d', width };
    pen.text(line, x, y, options);
    y += pen.heightOf(line, options) + 2;
  }
  return y;
}

const linesOf = ({ address, country, vatId, registration, email }: InvoiceParty): string[] =>
  [
    ...address,
    country === null ? '' : (countries.getName(country, 'en') ?? country),
    vatId ? `VAT ${vatId}` : '',
    registration ? `Reg. ${registration}` : '',
    email ?? '',
  ].filter((line) => line.trim() !== '');

function drawFacts(pen: Pen, invoice: InvoiceDocument, x: number, top: number): number {
  let y = top;
  for (const { label, value } of invoice.facts) {
    pen.text(label, x, y, { size: 8, weight: 'medium', color: MUTED });
    pen.text(value, x, y + 12, { weight: 'medium', width: RIGHT - x });
    y += 14 + pen.heightOf(value, { weight: 'medium', width: RIGHT - x }) + 8;
  }
  return y - 8;
}

function drawTableHead(pen: Pen, y: number): number {
  const options = { size: 8, weight: 'medium', color: MUTED } as const;
  pen.text('Description', LEFT, y, options);
  pen.textRight('Quantity', COLUMNS.quantityEnd, y, options);
  pen.textRight('Unit price', COLUMNS.unitEnd, y, options);
  pen.textRight('Amount', COLUMNS.amountEnd, y, options);
  pen.rule(y + 17, LEFT, RIGHT, '#c9cdd6');
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
  if (invoice.totals.length > 0) pen.rule(y, from, RIGHT, '#c9cdd6');
  y += 10;
  pen.text(invoice.grandTotal.label, from, y + 2, { size: 10.5, weight: 'semibold' });
  const grand = { size: 14, weight: 'semibold' } as const;
  pen.textRight(formatMoney(invoice.grandTotal.amount), RIGHT, y - 0.5, grand);
  const width = pen.widthOf(formatMoney(invoice.grandTotal.amount), grand);
  pen.textRight(invoice.currency, RIGHT - width - 7, y + 3.5, { size: 9, weight: 'medium', color: MUTED });
  return y + 24;
}

/** Net and VAT under the total, and the words of the law on the left. */
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
  pen.doc.roundedRect(LEFT, y, WIDTH, height, 8).lineWidth(0.75).strokeColor(HAIRLINE).stroke();
  pen.text(invoice.payment.title, LEFT + 16, y + 14, { size: 10, weight: 'semibold' });
  for (const [index, { label, value }] of invoice.payment.rows.entries()) {
    const x = LEFT + 16 + (index % 2) * (WIDTH / 2);
    const rowY = y + 36 + Math.floor(index / 2) * 30;
    pen.text(label, x, rowY, { size: 8, color: MUTED });
    pen.text(value, x, rowY + 11, { size: 9.5, weight: 'medium' });
  }
}

/** Starts a page that says whose continuation it is; returns where its body begins. */
function nextPage(pen: Pen, invoice: Pick<InvoiceDocument, 'title' | 'number'>): number {
  pen.doc.addPage();
  pen.doc.rect(0, 0, PAGE.width, 5).fill(ACCENT);
  pen.text(`${invoice.title} ${invoice.number}`, LEFT, 36, { size: 9.5, weight: 'semibold' });
  pen.textRight('continued', RIGHT, 36, { size: 9, color: MUTED });
  return 66;
}

/** Last, when the number of pages is known. */
function drawFooters(pen: Pen, invoice: InvoiceDocument): void {
  const { start, count } = pen.doc.bufferedPageRange();
  for (let index = 0; index < count; index += 1) {
    pen.doc.switchToPage(start + index);
    const y = PAGE.height - PAGE.bottom;
    pen.rule(y);
    pen.text(invoice.footer, LEFT, y + 12, { size: 8, color: MUTED, width: WIDTH - 80 });
    pen.textRight(`Page ${index + 1} of ${count}`, RIGHT, y + 12, { size: 8, color: MUTED });
  }
}
