import type { InvoiceParty, InvoiceStatus } from '#bff/papers/drawing/party.ts';
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
import { drawFooter, drawHead, drawParties, NEXT_TOP, nextPage } from '#bff/papers/drawing/sheet.ts';
import { invoiceDay, invoiceMinute, invoiceMonth } from '#bff/papers/invoices/dates.ts';
import { footerOf } from '#bff/papers/invoices/seller.ts';
import { formatMinor, groupMinor } from '#core/kernel/money/decimals.ts';
import { pagesOf, type Row, type Totals, totalsOf } from './statement-layout.ts';
import type { Period, WalletStatement } from './wallet-statement.ts';

export type StatementSheet = {
  readonly walletId: string;
  readonly seller: InvoiceParty;
  readonly holder: InvoiceParty;
  readonly period: Period;
  readonly statement: WalletStatement;
  readonly issuedAt: Date;
  readonly proof: string | undefined;
  /** The reason, where it has no proof. */
  readonly noProof: string;
  readonly signedAt: Date | undefined;
  /** The store's address, without a trailing slash. */
  readonly publicUrl: string;
};

const PROOF_FILE = 'statement.proof.json';
const ROW = 19;
const HEAD = 24;
const SUMMARY = 62;

/** Draws the statement as a PDF that carries its proof as an attachment. */
export async function renderStatement(sheet: StatementSheet): Promise<Buffer> {
  const { statement, seller, holder } = sheet;
  const name = { title: 'Account statement', number: `${statement.currency} wallet`, seller };
  const pen = await createPen({
    title: `Statement of the ${statement.currency} wallet`,
    author: seller.name,
    isLong: true,
    // The rest of the text is ours.
    words: JSON.stringify([holder, seller]),
    country: holder.country,
  });
  attachProof(pen, sheet);
  drawHead(pen, name, statusOf(sheet));
  let y = drawParties(pen, { seller, buyer: holder, role: 'Account holder', facts: factsOf(sheet) }, 150) + 26;
  const totals = totalsOf(statement.lines);
  drawSummary(pen, statement, totals, y);
  y += SUMMARY + 22;

  const rowsIn = (top: number) => Math.floor((BODY_END - top - HEAD) / ROW);
  const pages = pagesOf(statement, { first: Math.max(rowsIn(y), 0), next: rowsIn(NEXT_TOP) });
  const steps = stepsOf(sheet);
  const height = heightOfSteps(pen, steps);
  const lastTop = pages.length === 1 ? y : NEXT_TOP;
  const endOfRows = lastTop + HEAD + (pages.at(-1)?.length ?? 0) * ROW;
  const isApart = endOfRows + 24 + height > BODY_END;
  const count = pages.length + (isApart ? 1 : 0);

  const columns = columnsOf(pen, statement, totals);
  for (const [index, rows] of pages.entries()) {
    if (index > 0) y = nextPage(pen, name);
    drawColumns(pen, columns, y, statement.currency);
    y += HEAD;
    for (const row of rows) {
      drawRow(pen, columns, row, y, statement);
      y += ROW;
    }
    drawFooter(pen, footerOf(seller), index + 1, count);
  }
  if (isApart) {
    y = nextPage(pen, name) - 24;
    drawFooter(pen, footerOf(seller), count, count);
  }
  drawSteps(pen, steps, y + 24, height);
  return pen.finish();
}

function attachProof(pen: Pen, { proof, signedAt }: StatementSheet): void {
  if (proof === undefined) return;
  pen.doc.file(Buffer.from(proof), {
    name: PROOF_FILE,
    type: 'application/json',
    description: 'Its proof',
    // pdfkit's types do not have it yet.
    ...{ relationship: 'Supplement' },
    modifiedDate: signedAt,
  });
}

const statusOf = ({ proof }: StatementSheet): InvoiceStatus =>
  proof === undefined
    ? { tone: 'neutral', label: 'Without a proof', note: 'Why it has none yet is said at its end.' }
    : {
        tone: 'positive',
        label: 'With its proof',
        note: 'Anybody can check it without asking us: how is said at its end.',
      };

function factsOf({ walletId, period, issuedAt }: StatementSheet) {
  const day = (moment: string | null, none: string) => (moment === null ? none : invoiceDay(new Date(moment)));
  return [
    { label: 'Period (UTC)', value: `${day(period.from, 'From the beginning')} – ${day(period.to, 'now')}` },
    { label: 'Drawn up', value: invoiceMinute(issuedAt) },
    { label: 'Wallet', value: walletId },
  ];
}

/** From the opening to the closing balance in four figures. */
function drawSummary(pen: Pen, { currency, opening, closing }: WalletStatement, totals: Totals, y: number): void {
  pen.frame(y, SUMMARY);
  const cells = [
    ['Opening balance', formatMinor(opening, currency)],
    ['Money in', formatMinor(totals.moneyIn, currency)],
    ['Money out', formatMinor(-totals.moneyOut, currency)],
    ['Closing balance', formatMinor(closing, currency)],
  ] as const;
  const cell = (WIDTH - 32) / cells.length;
  const size = Math.min(...cells.map(([, value]) => pen.fitting(value, 12.5, cell - 10, { weight: 'semibold' })));
  for (const [index, [label, value]] of cells.entries()) {
    const x = LEFT + 16 + index * cell;
    pen.text(label, x, y + 14, { size: 8, weight: 'medium', color: MUTED });
    pen.text(value, x, y + 28, { size, weight: index === cells.length - 1 ? 'semibold' : 'medium' });
  }
}

/** The right edges of the amounts, and their size. */
type Columns = { readonly outEnd: number; readonly inEnd: number; readonly balanceEnd: number; readonly size: number };
const DOCUMENT = LEFT + 104;
const MOVEMENT = LEFT + 172;
const GAP = 14;

/** Columns as wide as their longest amount. Where there is no room, the amounts become smaller. */
function columnsOf(pen: Pen, { currency, opening, lines }: WalletStatement, totals: Totals): Columns {
  const widest = (amounts: readonly bigint[]) => {
    let longest = '';
    for (const amount of amounts) {
      const text = groupMinor(amount, currency);
      if (text.length > longest.length) longest = text;
    }
    return Math.max(56, pen.widthOf(longest, { size: 9, weight: 'semibold' }));
  };
  const balance = widest([opening, ...lines.map((line) => line.balance)]);
  const moneyIn = widest([totals.moneyIn]);
  const moneyOut = widest([totals.moneyOut]);
  const room = RIGHT - MOVEMENT - 62 - 2 * GAP;
  const scale = Math.min(1, room / (balance + moneyIn + moneyOut));
  const inEnd = RIGHT - balance * scale - GAP;
  return { outEnd: inEnd - moneyIn * scale - GAP, inEnd, balanceEnd: RIGHT, size: 9 * scale };
}

function drawColumns(pen: Pen, { outEnd, inEnd, balanceEnd }: Columns, y: number, currency: string): void {
  const look = { size: 8, weight: 'medium', color: MUTED } as const;
  pen.text('Date (UTC)', LEFT, y, look);
  pen.text('Document', DOCUMENT, y, look);
  pen.text('Movement', MOVEMENT, y, look);
  pen.textRight('Out', outEnd, y, look);
  pen.textRight('In', inEnd, y, look);
  pen.textRight(`Balance ${currency}`, balanceEnd, y, look);
  pen.rule(y + 17, LEFT, RIGHT, RULE);
}

function drawRow(pen: Pen, columns: Columns, row: Row, top: number, { currency }: WalletStatement): void {
  const y = top + 1;
  const { outEnd, inEnd, balanceEnd, size } = columns;
  const amount = (minor: bigint, end: number, look: TextOptions) =>
    // Smaller figures stand on the baseline of the words.
    pen.textRight(groupMinor(minor, currency), end, y + (9 - size) * 0.97, { ...look, size });
  const words = (text: string, look: TextOptions) => pen.text(text, LEFT, y, look);
  switch (row.kind) {
    case 'movement': {
      const { time, document, movement, change, balance } = row.line;
      words(invoiceMinute(new Date(time)).replace(' UTC', ''), {});
      pen.text(document, DOCUMENT, y);
      pen.text(movement, MOVEMENT, y);
      if (change < 0n) amount(-change, outEnd, {});
      else amount(change, inEnd, {});
      amount(balance, balanceEnd, {});
      break;
    }
    case 'month': {
      const { moneyIn, moneyOut } = row.totals;
      pen.doc.rect(LEFT, top - 3.5, WIDTH, ROW).fill('#f5f6f8');
      words(`Total of ${invoiceMonth(row.month)}`, { weight: 'medium' });
      amount(moneyOut, outEnd, { weight: 'medium' });
      amount(moneyIn, inEnd, { weight: 'medium' });
      amount(row.balance, balanceEnd, { weight: 'medium' });
      break;
    }
    case 'none':
      words('No movements in this period.', { color: MUTED });
      break;
    default: {
      const look = row.kind === 'forward' ? ({ color: MUTED } as const) : ({ weight: 'semibold' } as const);
      words(BALANCES[row.kind], look);
      amount(row.balance, balanceEnd, look);
    }
  }
  if (row.kind !== 'closing') pen.rule(top + ROW - 3.5);
}

const BALANCES = {
  opening: 'Opening balance',
  forward: 'Brought forward',
  closing: 'Closing balance',
} as const;

type Steps = { readonly title: string; readonly steps: readonly string[] };
const STEP: TextOptions = { size: 9, color: '#3c414d', width: WIDTH - 32 };

/** How a stranger can check it, or why nobody can. */
function stepsOf({ statement, proof, noProof, signedAt, publicUrl }: StatementSheet): Steps {
  if (proof === undefined || signedAt === undefined) return { title: 'No proof is attached', steps: [noProof] };
  const { opening, closing, currency } = statement;
  return {
    title: 'How anybody checks this statement',
    steps: [
      `1. Save the attachment ${PROOF_FILE} of this file (most readers list it under a paper clip).`,
      `2. Choose it at ${publicUrl}/check-proof, where nothing is sent, or run without any store:`,
      `ledger check-proof ${PROOF_FILE} --key KEY`,
      `3. Compare: it must be proven by the log's key of ${publicUrl}/tlog/key as you noted it before, and lead from ${formatMinor(opening, currency)} to ${formatMinor(closing, currency)}.`,
      `The log was signed on ${invoiceMinute(signedAt)}. What was booked after that is not in the proof.`,
    ],
  };
}

const heightOfSteps = (pen: Pen, { steps }: Steps): number =>
  steps.reduce((height, step) => height + pen.heightOf(step, STEP) + 4, 48);

function drawSteps(pen: Pen, { title, steps }: Steps, top: number, height: number): void {
  pen.frame(top, height);
  pen.text(title, LEFT + 16, top + 14, { size: 10, weight: 'semibold' });
  let y = top + 34;
  for (const step of steps) {
    pen.text(step, LEFT + 16, y, STEP);
    y += pen.heightOf(step, STEP) + 4;
  }
}
