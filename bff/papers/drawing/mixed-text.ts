import type { FallbackWeight } from './fallback-fonts.ts';
import { drawnOf, type Fonts, type Weight } from './fonts.ts';
import { decomposed, type Line, linesOf, PLAIN, type Run } from './shaping.ts';

type Look = { readonly size: number; readonly weight: Weight; readonly color: string };

/** The height of a line whose letters are taller than Inter's, as a multiple of their size. */
const LINE = 1.45;

/** Draws texts that are partly in a script that Inter does not have. */
export function mixedText(
  doc: PDFKit.PDFDocument,
  fonts: Fonts,
  features: PDFKit.Mixins.OpenTypeFeatures[],
  gap: number,
) {
  const { usual, fallback } = fonts;
  const set = (face: string | null, { size, weight }: Look) => {
    const heavy: FallbackWeight = weight === 'regular' ? 'regular' : 'semibold';
    doc.font(face === null ? weight : `${face}-${heavy}`).fontSize(size);
    return { lineBreak: false, textWidth: 0, wordCount: 1, features: face === null ? features : [] };
  };
  const widthOfRun = ({ text, face }: Run, look: Look) => {
    const shape = set(face, look);
    return doc.widthOfString(text, shape);
  };
  const widthOf = (runs: readonly Run[], look: Look) => runs.reduce((width, run) => width + widthOfRun(run, look), 0);
  const lines = (text: string, look: Look, width = Number.POSITIVE_INFINITY): readonly Line[] =>
    linesOf(text, fallback.faceOf, (runs) => widthOf(runs, look) <= width);
  const lineHeight = ({ size }: Look) => size * LINE + gap;

  return {
    /** A text as it is drawn: a character without a face is shown as its Unicode number rather than as a box. */
    shown: (text: string): string =>
      PLAIN.test(text)
        ? text
        : [...drawnOf(fonts, text)].map(([each, isDrawn]) => (isDrawn ? each : numberOf(each))).join(''),
    isMixed: (text: string) => fallback.faceOf.size > 0 && [...text].some((each) => fallback.faceOf.has(each)),
    widthOf: (text: string, look: Look): number =>
      Math.max(...lines(text, look).map(({ runs }) => widthOf(runs, look))),
    heightOf: (text: string, look: Look, width?: number) => lines(text, look, width).length * lineHeight(look),
    draw: (text: string, x: number, top: number, look: Look, width?: number): void => {
      let y = top + usual.ascent * look.size;
      for (const { text: words, runs } of lines(text, look, width)) {
        // The actual text makes copying and reading aloud correct. Programs that use it reverse right-to-left letters themselves.
        const isOtherwise = decomposed(words) !== words;
        if (isOtherwise) doc.markContent('Span', { actual: words });
        let at = x;
        for (const run of runs) {
          const width = widthOfRun(run, look);
          const shape = set(run.face, look);
          doc.fillColor(look.color).text(run.text, at, y, { ...shape, baseline: 'alphabetic' });
          at += width;
        }
        if (isOtherwise) doc.endMarkedContent();
        y += lineHeight(look);
      }
    },
  };
}

const numberOf = (character: string): string =>
  `{U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}}`;
