/** Prepares text for paper: which characters are drawn, by which face, in which order from left to right, and where a line may break. */
import createBidi from 'bidi-js';

const bidi = createBidi();

/** Text that needs neither another face nor another order. */
export const PLAIN = /^[\x20-\x7e\u00a0-\u00ac\u00ae-\u024f\u2013\u2014\u2019\u2022\u2026\u20ac]*$/;

/** Text as it is printed: composed, in one line, and without invisible characters that change how others look. */
export function printable(text: string): string {
  if (PLAIN.test(text)) return text;
  return (
    text
      .toWellFormed()
      .normalize('NFC')
      .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
      // Joiners are part of the spelling only between Arabic letters, among our scripts.
      .replace(/(?<!\p{Script=Arabic})[\u200c\u200d]|[\u200c\u200d](?!\p{Script=Arabic})/gu, '')
      .replace(/(?![\u200c\u200d])[\p{Cf}\p{Variation_Selector}]/gu, '')
  );
}

/** fontkit does not split the Thai vowel am. In print it is two letters, and tone marks stand on the first. */
export const decomposed = (text: string): string =>
  text.replace(/([\u0e31\u0e34-\u0e37\u0e47-\u0e4e]*)\u0e33/g, '\u0e4d$1\u0e32');

/** Characters that belong to the one before them, whatever its face. */
export const JOINING = /[\p{M}\u200c\u200d]/u;
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;

export type Run = {
  readonly text: string;
  /** Null: the usual face. */
  readonly face: string | null;
};
export type Line = { readonly text: string; readonly runs: readonly Run[] };
type LevelRun = Run & { readonly level: number };

/** The lines of a text, each as runs from left to right. `fits` tells whether a part of it fits on a line. */
export function linesOf(
  text: string,
  faceOf: ReadonlyMap<string, string>,
  fits: (runs: readonly Run[]) => boolean,
): readonly Line[] {
  const { levels } = bidi.getEmbeddingLevels(text);
  const runs = (from: number, to: number) => runsOf(text, from, to, levels, faceOf);
  const lines: Line[] = [];
  const push = (from: number, to: number) => lines.push({ text: text.slice(from, to), runs: runs(from, to) });
  let start = 0;
  let end = 0;
  for (const stop of stopsOf(text)) {
    if (end > start && !fits(runs(start, trimmed(text, start, stop)))) {
      push(start, trimmed(text, start, end));
      start = end;
    }
    // A word wider than the line is cut between letters.
    while (!fits(runs(start, trimmed(text, start, stop)))) {
      const cut = cutOf(text, start, stop, (to) => fits(runs(start, to)));
      if (cut === stop) break;
      push(start, cut);
      start = cut;
    }
    end = stop;
  }
  push(start, trimmed(text, start, text.length));
  return lines;
}

function trimmed(text: string, start: number, end: number): number {
  let at = end;
  while (at > start && text[at - 1] === ' ') at -= 1;
  return at;
}

const letters = new Intl.Segmenter('en', { granularity: 'grapheme' });
const words = new Intl.Segmenter('en', { granularity: 'word' });

/** The end of the longest part of a word that fits, at least one letter. */
function cutOf(text: string, start: number, end: number, fits: (to: number) => boolean): number {
  let cut = start;
  for (const { index, segment } of letters.segment(text.slice(start, end))) {
    const to = start + index + segment.length;
    if (cut > start && !fits(to)) break;
    cut = to;
  }
  return cut;
}

/** Scripts without spaces between words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** Where a line may end: after a space, and between words of scripts without spaces. */
function* stopsOf(text: string): Generator<number> {
  let before: { segment: string; isWord: boolean } | undefined;
  for (const { segment, index, isWordLike: isWord = false } of words.segment(text)) {
    const isBetween = before?.isWord === true && isWord && UNSPACED.test(before.segment + segment);
    if (before && (before.segment.endsWith(' ') ? segment !== ' ' : isBetween)) yield index;
    before = { segment, isWord };
  }
  yield text.length;
}

/** A part of a text as runs of one face and direction, from left to right, each in the shaper's spelling. */
function runsOf(
  text: string,
  from: number,
  to: number,
  levels: Uint8Array,
  faceOf: ReadonlyMap<string, string>,
): readonly Run[] {
  const logical: { text: string; face: string | null; level: number }[] = [];
  let at = from;
  for (const character of text.slice(from, to)) {
    const level = levels[at] ?? 0;
    at += character.length;
    const last = logical.at(-1);
    if (last && JOINING.test(character)) {
      last.text += character;
      continue;
    }
    const face = faceOf.get(character) ?? null;
    if (last?.face === face && last.level === level) last.text += character;
    else logical.push({ text: character, face, level });
  }
  return inVisualOrder(logical).map(({ text: run, face, level }) => ({ text: spelt(run, level % 2 === 1), face }));
}

/** Rule L2 of the bidirectional algorithm: from the highest level down, runs of at least that level are reversed. */
function inVisualOrder(runs: readonly LevelRun[]): readonly LevelRun[] {
  const ordered = [...runs];
  const highest = Math.max(0, ...ordered.map(({ level }) => level));
  for (let level = highest; level > 0; level -= 1) {
    for (let start = 0; start < ordered.length; start += 1) {
      let end = start;
      while ((ordered[end]?.level ?? -1) >= level) end += 1;
      if (end > start) ordered.splice(start, end - start, ...ordered.slice(start, end).reverse());
      start = end;
    }
  }
  return ordered;
}

/** The shaper reverses letters of right-to-left scripts and nothing else, so the rest is reversed here. */
function spelt(text: string, isRightToLeft: boolean): string {
  const mirrored = isRightToLeft
    ? [...text].map((character) => bidi.getMirroredCharacter(character) ?? character).join('')
    : text;
  if (RIGHT_TO_LEFT.test(text) === isRightToLeft) return decomposed(mirrored);
  return [...letters.segment(mirrored)]
    .map(({ segment }) => segment)
    .reverse()
    .join('');
}
