import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import PDFDocument from 'pdfkit';

export const PAGE = { width: 595.28, height: 841.89, margin: 48, bottom: 64 } as const;
export const LEFT = PAGE.margin;
export const RIGHT = PAGE.width - PAGE.margin;
export const WIDTH = RIGHT - LEFT;
export const BODY_END = PAGE.height - PAGE.bottom - 16;

export const MUTED = '#6b7180';
export const ACCENT = '#4338ca';
/** Under the head of a table, and over a total. */
export const RULE = '#c9cdd6';
const INK = '#16181d';
const HAIRLINE = '#e4e6eb';

type Weight = 'regular' | 'medium' | 'semibold';
type Fonts = Record<Weight, Buffer>;
export type TextOptions = {
  readonly size?: number;
  readonly weight?: Weight;
  readonly color?: string;
  /** Wraps at it. */
  readonly width?: number;
};

/**
 * Tabular figures, so that amounts align under each other. Contextual alternates take two thirds of the time of a text and change next to
 * nothing in it. fontkit, which gets them from pdfkit as they are, takes either form; the types know the list alone.
 */
const FEATURES = { tnum: true, kern: true, calt: false } as unknown as PDFKit.Mixins.OpenTypeFeatures[];

let loadedFonts: Promise<Fonts> | undefined;

/** The standard PDF fonts know Latin-1 only and garble "Łódź": Inter is embedded instead (a subset of what is used). */
function fonts(): Promise<Fonts> {
  loadedFonts ??= (async () => {
    const load = (file: string) =>
      readFile(fileURLToPath(import.meta.resolve(`@expo-google-fonts/inter/${file}/Inter_${file}.ttf`)));
    const [regular, medium, semibold] = await Promise.all([load('400Regular'), load('500Medium'), load('600SemiBold')]);
    return { regular, medium, semibold };
  })();
  return loadedFonts;
}

export type Pen = Awaited<ReturnType<typeof createPen>>;

/** Draws on A4 pages of a PDF/A-3b whose fonts are embedded and whose colours are sRGB's. `isLong` writes each page as soon as the next begins. */
export async function createPen({ title, author, isLong }: { title: string; author: string; isLong: boolean }) {
  const doc = new PDFDocument({
    ...{ pdfVersion: '1.7', subset: 'PDF/A-3b', size: 'A4' },
    // The page is laid out by hand; pdfkit must not break it at a margin of its own.
    margin: 0,
    bufferPages: !isLong,
    lang: 'en',
    displayTitle: true,
    info: { Title: title, Author: author },
  });
  for (const [name, face] of Object.entries(await fonts())) doc.registerFont(name, face);
  const chunks: Buffer[] = [];
  const done = new Promise<Buffer>((resolve, reject) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk));
    doc.on('end', () => resolve(Buffer.concat(chunks)));
    doc.on('error', reject);
  });
  const set = ({ size = 9, weight = 'regular', color = INK }: TextOptions) =>
    doc.font(weight).fontSize(size).fillColor(color);
  const shape = ({ width }: TextOptions) => ({
    // A width that is given is not measured: it is of use for links and underlines alone.
    ...(width === undefined ? { lineBreak: false, textWidth: 0, wordCount: 1 } : { width }),
    features: FEATURES,
    lineGap: 1.5,
  });
  const widthOf = (text: string, options: TextOptions) => set(options).widthOfString(text, shape(options));
  return {
    doc,
    heightOf: (text: string, options: TextOptions) => set(options).heightOfString(text, shape(options)),
    widthOf,
    /** The size, not above `size`, at which the text is no wider than `most`. */
    fitting: (text: string, size: number, most: number, options: TextOptions = {}) =>
      Math.min(size, (size * most) / Math.max(1, widthOf(text, { ...options, size }))),
    text: (text: string, x: number, y: number, options: TextOptions = {}) => {
      set(options).text(text, x, y, shape(options));
    },
    /** Ends at `end`: pdfkit aligns only inside a width, so the start is measured. */
    textRight: (text: string, end: number, y: number, options: TextOptions = {}) => {
      const start = end - widthOf(text, options);
      doc.text(text, start, y, shape(options));
    },
    rule: (y: number, from: number = LEFT, to: number = RIGHT, color = HAIRLINE) => {
      doc.moveTo(from, y).lineTo(to, y).lineWidth(0.75).strokeColor(color).stroke();
    },
    /** A framed box. */
    frame: (y: number, height: number) => {
      doc.roundedRect(LEFT, y, WIDTH, height, 8).lineWidth(0.75).strokeColor(HAIRLINE).stroke();
    },
    finish: () => {
      doc.end();
      return done;
    },
  };
}
