import PDFDocument from 'pdfkit';
import { invoiceDay, invoiceMinute } from '#bff/invoices/dates.ts';
import { PDF_A } from '#bff/invoices/pdf-a.ts';
import { fonts } from '#bff/invoices/render.ts';
import { formatMinor } from '#core/kernel/decimals.ts';
import type { Period, WalletStatement } from './wallet-statement.ts';

const PAGE = { width: 595.28, height: 841.89, margin: 48 } as const;
const LEFT = PAGE.margin;
const RIGHT = PAGE.width - PAGE.margin;
const BODY_END = PAGE.height - 80;
const ROW = 17;
const COLUMNS = { document: LEFT + 130, movement: LEFT + 225, changeEnd: RIGHT - 95, balanceEnd: RIGHT } as const;
const [INK, MUTED, HAIRLINE] = ['#16181d', '#6b7180', '#e4e6eb'];

type Sheet = {
  readonly walletId: string;
  readonly holder: string;
  readonly period: Period;
  readonly statement: WalletStatement;
  readonly proof: string | undefined;
  /** Why, where it has none. */
  readonly noProof: string;
  readonly signedAt: Date | undefined;
  /** Where it is checked. */
  readonly checkUrl: string;
};

/** Draws the statement as a PDF that carries its proof as an attachment. */
export async function renderStatement(sheet: Sheet): Promise<Buffer> {
  const { statement, proof, signedAt } = sheet;
  const title = `Statement of the ${statement.currency} wallet`;
  const doc = new PDFDocument({
    ...PDF_A,
    size: 'A4',
    margin: 0,
    lang: 'en',
    displayTitle: true,
    info: { Title: title },
  });
  for (const [name, face] of Object.entries(await fonts())) doc.registerFont(name, face);
  const chunks: Buffer[] = [];
  const done = new Promise<Buffer>((resolve, reject) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk));
    doc.on('end', () => resolve(Buffer.concat(chunks)));
    doc.on('error', reject);
  });
  if (proof !== undefined) {
    doc.file(Buffer.from(proof), {
      ...{ name: 'statement.proof.json', type: 'application/json', description: 'Its proof' },
      ...{ relationship: 'Supplement', modifiedDate: signedAt },
    });
  }
  let y = drawHead(doc, title, sheet);
  const amount = (minor: bigint) => formatMinor(minor, statement.currency);
  const total = (label: string, minor: bigint) => {
    put(doc, label, COLUMNS.movement, y, 'semibold');
    putRight(doc, amount(minor), COLUMNS.balanceEnd, y, 'semibold');
    y += ROW;
  };
  total('Opening balance', statement.opening);
  for (const { time, document, movement, change, balance } of statement.lines) {
    if (y > BODY_END) {
      doc.addPage();
      y = drawColumns(doc, PAGE.margin);
    }
    put(doc, invoiceMinute(new Date(time)).replace(' UTC', ''), LEFT, y);
    put(doc, document, COLUMNS.document, y);
    put(doc, movement, COLUMNS.movement, y);
    putRight(doc, amount(change), COLUMNS.changeEnd, y);
    putRight(doc, amount(balance), COLUMNS.balanceEnd, y);
    y += ROW;
  }
  total('Closing balance', statement.closing);
  doc.end();
  return done;
}

function drawHead(
  doc: PDFKit.PDFDocument,
  title: string,
  { walletId, holder, period, proof, noProof, signedAt, checkUrl }: Sheet,
): number {
  const day = (moment: string | null, none: string) => (moment === null ? none : invoiceDay(new Date(moment)));
  put(doc, 'Giftledger', LEFT, 44, 'semibold', 13);
  put(doc, title, LEFT, 72, 'semibold', 16);
  put(
    doc,
    `${day(period.from, 'From the beginning')} – ${day(period.to, 'now')}, times in UTC`,
    LEFT,
    98,
    'regular',
    10,
  );
  put(doc, holder, LEFT, 122);
  put(doc, `Wallet ${walletId}`, LEFT, 136, 'regular', 9, MUTED);
  const proofWords =
    proof === undefined || signedAt === undefined
      ? [noProof]
      : [
          `Attached: its proof (statement.proof.json), as far as the log was signed on ${invoiceMinute(signedAt)}.`,
          `Anybody checks it at ${checkUrl}, or offline.`,
        ];
  for (const [at, words] of proofWords.entries()) put(doc, words, LEFT, 154 + at * 13, 'regular', 9, MUTED);
  return drawColumns(doc, 194);
}

function drawColumns(doc: PDFKit.PDFDocument, y: number): number {
  const head = (text: string, x: number) => put(doc, text, x, y, 'medium', 8, MUTED);
  head('Date', LEFT);
  head('Document', COLUMNS.document);
  head('Movement', COLUMNS.movement);
  putRight(doc, 'Amount', COLUMNS.changeEnd, y, 'medium', 8, MUTED);
  putRight(doc, 'Balance', COLUMNS.balanceEnd, y, 'medium', 8, MUTED);
  doc
    .moveTo(LEFT, y + 14)
    .lineTo(RIGHT, y + 14)
    .lineWidth(0.75)
    .strokeColor(HAIRLINE)
    .stroke();
  return y + 22;
}

type Weight = 'regular' | 'medium' | 'semibold';
/** Figures are as wide as each other, so that they stand under each other. */
const SHAPE = { lineBreak: false, features: ['tnum', 'kern'] } satisfies PDFKit.Mixins.TextOptions;

function put(
  doc: PDFKit.PDFDocument,
  text: string,
  x: number,
  y: number,
  weight: Weight = 'regular',
  size = 9,
  color = INK,
): void {
  doc.font(weight).fontSize(size).fillColor(color).text(text, x, y, SHAPE);
}

/** Ends at `end`: pdfkit aligns only inside a width, so the start is measured. */
function putRight(
  doc: PDFKit.PDFDocument,
  text: string,
  end: number,
  y: number,
  weight: Weight = 'regular',
  size = 9,
  color = INK,
): void {
  const width = doc.font(weight).fontSize(size).widthOfString(text, SHAPE);
  put(doc, text, end - width, y, weight, size, color);
}
