/** The parts that all papers share: the head, the parties, further pages, and the foot. */
import { DEMONSTRATION } from '#bff/kit/lib/demonstration.ts';
import { countryName } from './country-name.ts';
import type { InvoiceParty, InvoiceStatus } from './party.ts';
import { ACCENT, LEFT, MUTED, PAGE, type Pen, RIGHT, type TextOptions, WIDTH } from './pen.ts';

const TONES: Record<InvoiceStatus['tone'], { ink: string; paper: string }> = {
  positive: { ink: '#11693a', paper: '#e5f6ec' },
  waiting: { ink: '#8a5a00', paper: '#fdf3d7' },
  neutral: { ink: '#4b5160', paper: '#eef0f4' },
  negative: { ink: '#a3261d', paper: '#fdeceb' },
};

type Sheet = { readonly title: string; readonly number: string; readonly seller: InvoiceParty };

/** On papers of before their seller had a name of its own at the head. */
const PRODUCT = 'Giftledger';

/** Title, number and status; the body begins at 150. */
export function drawHead(pen: Pen, { title, number, seller }: Sheet, status: InvoiceStatus): void {
  drawEdge(pen, seller);
  drawMark(pen, LEFT, 40, seller);
  pen.text(seller.tradeName ?? PRODUCT, LEFT + 27, 42.5, { size: 13, weight: 'semibold' });
  pen.textRight(title, RIGHT, 38, { size: 18, weight: 'semibold' });
  pen.textRight(number, RIGHT, 62, { size: 10, weight: 'medium', color: MUTED });
  drawStatus(pen, status, 92);
}

/** The upper edge of every page. */
function drawEdge(pen: Pen, { accent, isDemonstration }: InvoiceParty): void {
  pen.doc.rect(0, 0, PAGE.width, 5).fill(accent ?? ACCENT);
  if (!isDemonstration) return;
  const { ink, paper } = TONES.waiting;
  pen.doc.rect(0, 5, PAGE.width, 19).fill(paper);
  const look = { size: 8.5, weight: 'medium', color: ink } as const;
  pen.text(DEMONSTRATION, (PAGE.width - pen.widthOf(DEMONSTRATION, look)) / 2, 9, look);
}

/** A card with its stripe. */
function drawMark(pen: Pen, x: number, y: number, { accent }: InvoiceParty): void {
  pen.doc.roundedRect(x, y, 20, 20, 5).fill(accent ?? ACCENT);
  pen.doc.rect(x + 4.5, y + 6.5, 11, 2).fill('#ffffff');
  pen.doc.rect(x + 4.5, y + 11.5, 7, 2).fill(accent === undefined ? '#c7c2f5' : '#ffffff');
}

function drawStatus(pen: Pen, status: InvoiceStatus, y: number): void {
  const tone = TONES[status.tone];
  pen.doc.roundedRect(LEFT, y, WIDTH, 28, 6).fill(tone.paper);
  pen.doc.circle(LEFT + 14, y + 14, 3).fill(tone.ink);
  const label = { size: 9.5, weight: 'semibold', color: tone.ink } as const;
  pen.text(status.label, LEFT + 24, y + 8.5, label);
  pen.text(status.note, LEFT + 24 + pen.widthOf(status.label, label) + 10, y + 8.5, { size: 9.5, color: tone.ink });
}

type Fact = { readonly label: string; readonly value: string };
type Parties = {
  readonly seller: InvoiceParty;
  readonly buyer: InvoiceParty;
  /** The buyer's role on this paper. */
  readonly role: string;
  readonly facts: readonly Fact[];
};

/** Returns the end of the longest column. */
export function drawParties(pen: Pen, { seller, buyer, role, facts }: Parties, top: number): number {
  const column = (WIDTH - 32) / 3;
  const ends = [
    drawParty(pen, 'From', seller, LEFT, top, column),
    drawParty(pen, role, buyer, LEFT + column + 16, top, column),
    drawFacts(pen, facts, LEFT + 2 * (column + 16), top),
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
    country === null ? '' : countryName(country),
    vatId ? `VAT ${vatId}` : '',
    registration ? `Reg. ${registration}` : '',
    email ?? '',
  ].filter((line) => line.trim() !== '');

function drawFacts(pen: Pen, facts: readonly Fact[], x: number, top: number): number {
  let y = top;
  for (const { label, value } of facts) {
    pen.text(label, x, y, { size: 8, weight: 'medium', color: MUTED });
    pen.text(value, x, y + 12, { weight: 'medium', width: RIGHT - x });
    y += 14 + pen.heightOf(value, { weight: 'medium', width: RIGHT - x }) + 8;
  }
  return y - 8;
}

/** Where the body of a further page begins. */
export const NEXT_TOP = 66;

/** Returns where the body of the page begins. */
export function nextPage(pen: Pen, { title, number, seller }: Sheet): number {
  pen.doc.addPage();
  drawEdge(pen, seller);
  pen.text(`${title} ${number}`, LEFT, 36, { size: 9.5, weight: 'semibold' });
  pen.textRight('continued', RIGHT, 36, { size: 9, color: MUTED });
  return NEXT_TOP;
}

export function drawFooter(pen: Pen, words: string, page: number, pages: number): void {
  const y = PAGE.height - PAGE.bottom;
  pen.rule(y);
  pen.text(words, LEFT, y + 12, { size: 8, color: MUTED, width: WIDTH - 80 });
  pen.textRight(`Page ${page} of ${pages}`, RIGHT, y + 12, { size: 8, color: MUTED });
}
