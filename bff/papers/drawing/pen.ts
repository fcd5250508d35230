import { fontsFor, forgetGlyphs, type Weight } from './fonts.ts';
import { mixedText } from './mixed-text.ts';

export const PAGE = { width: 595.28, height: 841.89, margin: 48, bottom: 64 } as const;
export const LEFT = PAGE.margin;
export const RIGHT = PAGE.width - PAGE.margin;
export const WIDTH = RIGHT - LEFT;
export const BODY_END = PAGE.height - PAGE.bottom - 16;

export const MUTED = '#6b7180';
export const ACCENT = '#4338ca';
/** The rule under the head of a table, and over a total. */
export const RULE = '#c9cdd6';
const INK = '#16181d';
const HAIRLINE = '#e4e6eb';

export type TextOptions = {
  readonly size?: number;
  readonly weight?: Weight;
  readonly color?: string;
  /** The text wraps at this width. */
  readonly width?: number;
};

/**
 * Tabular figures align amounts under each other. Contextual alternates take two thirds of a text's time and change almost nothing in it.
 * fontkit, which gets them from pdfkit unchanged, accepts either form; the types have only the list.
 */
const FEATURES = { tnum: true, kern: true, calt: false } as unknown as PDFKit.Mixins.OpenTypeFeatures[];

const LINE_GAP = 1.5;

type PaperOptions = {
  readonly title: string;
  readonly author: string;
  /** Writes each page as soon as the next one begins: after that nothing can be added to it. */
  readonly isLong: boolean;
  /** All texts of the paper, and the reader's country: they decide which faces are loaded. */
  readonly words: string;
  readonly country: string | null;
};

export type Pen = Awaited<ReturnType<typeof createPen>>;

/** Draws on A4 pages of a PDF/A-3b with embedded fonts and sRGB colours. */
export async function createPen({ title, author, isLong, words, country }: PaperOptions) {
  // At the first paper, so that a start need not read it.
  const { default: PDFDocument } = await import('pdfkit');
  const fonts = await fontsFor(words, country);
  const doc = new PDFDocument({
    pdfVersion: '1.7',
    subset: 'PDF/A-3b',
    size: 'A4',
    // The page is laid out by hand; pdfkit must not break it at a margin of its own.
    margin: 0,
    bufferPages: !isLong,
    lang: 'en',
    displayTitle: true,
    info: { Title: title, Author: author },
  });
  // pdfkit takes a parsed font, too; its types have only files.
  for (const [name, face] of Object.entries(fonts.usual.faces)) doc.registerFont(name, face as never);
  for (const [name, { weights }] of fonts.fallback.faces)
    for (const [weight, face] of Object.entries(weights)) doc.registerFont(`${name}-${weight}`, face);
  const chunks: Buffer[] = [];
  const done = new Promise<Buffer>((resolve, reject) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk));
    doc.on('end', () => resolve(Buffer.concat(chunks)));
    doc.on('error', reject);
  });

  const set = (options: TextOptions) => {
    const { size, weight, color } = lookOf(options);
    return doc.font(weight).fontSize(size).fillColor(color);
  };
  const shape = ({ width }: TextOptions) => ({
    // A given width is not measured: it matters only for links and underlines.
    ...(width === undefined ? { lineBreak: false, textWidth: 0, wordCount: 1 } : { width }),
    features: FEATURES,
    lineGap: LINE_GAP,
  });

  const mixed = mixedText(doc, fonts, FEATURES, LINE_GAP);
  const widthOf = (text: string, options: TextOptions): number => {
    const shown = mixed.shown(text);
    if (mixed.isMixed(shown)) return mixed.widthOf(shown, lookOf(options));
    return set(options).widthOfString(shown, shape(options));
  };
  const draw = (text: string, x: number, y: number, options: TextOptions = {}): void => {
    const shown = mixed.shown(text);
    if (mixed.isMixed(shown)) mixed.draw(shown, x, y, lookOf(options), options.width);
    else set(options).text(shown, x, y, shape(options));
  };
  return {
    doc,
    widthOf,
    heightOf: (text: string, options: TextOptions): number => {
      const shown = mixed.shown(text);
      if (mixed.isMixed(shown)) return mixed.heightOf(shown, lookOf(options), options.width);
      return set(options).heightOfString(shown, shape(options));
    },
    /** The largest size, up to `size`, at which the text is no wider than `most`. */
    fitting: (text: string, size: number, most: number, options: TextOptions = {}) =>
      Math.min(size, (size * most) / Math.max(1, widthOf(text, { ...options, size }))),
    text: draw,
    /** Draws text that ends at `end`. pdfkit aligns only inside a width, so the start is measured. */
    textRight: (text: string, end: number, y: number, options: TextOptions = {}) =>
      draw(text, end - widthOf(text, options), y, options),
    rule: (y: number, from: number = LEFT, to: number = RIGHT, color = HAIRLINE) => {
      doc.moveTo(from, y).lineTo(to, y).lineWidth(0.75).strokeColor(color).stroke();
    },
    frame: (y: number, height: number) => {
      doc.roundedRect(LEFT, y, WIDTH, height, 8).lineWidth(0.75).strokeColor(HAIRLINE).stroke();
    },
    finish: () => {
      doc.end();
      forgetGlyphs(fonts);
      return done;
    },
  };
}

const lookOf = ({ size = 9, weight = 'regular', color = INK }: TextOptions) => ({ size, weight, color });
