import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Font } from 'fontkit';
import { type Fallback, fallbackFor } from './fallback-fonts.ts';
import { decomposed, JOINING, linesOf, PLAIN, printable } from './shaping.ts';

export type Weight = 'regular' | 'medium' | 'semibold';
type Usual = {
  /** Parsed once: their tables take two thirds of the time of a paper. */
  readonly faces: Readonly<Record<Weight, Font>>;
  readonly characters: ReadonlySet<number>;
  /** Height of the letters above the baseline, as a fraction of their size. */
  readonly ascent: number;
};
export type Fonts = { readonly usual: Usual; readonly fallback: Fallback };

/** Each character of a text, and whether a face draws it. A mark has the face of its base letter. */
export function* drawnOf({ usual, fallback }: Fonts, text: string): Generator<readonly [string, boolean]> {
  let face: string | null = null;
  for (const character of printable(text)) {
    const isJoining = JOINING.test(character);
    if (!isJoining) face = fallback.faceOf.get(character) ?? null;
    const isDrawn =
      face === null
        ? usual.characters.has(character.codePointAt(0) ?? 0)
        : !isJoining || fallback.faces.get(face)?.joins.has(character) === true;
    yield [character, isDrawn];
  }
}

let loaded: Promise<Usual> | undefined;

/** The standard PDF fonts have only Latin-1 and garble "Łódź", so Inter is embedded (a subset of what is used). */
function usualFonts(): Promise<Usual> {
  loaded ??= (async () => {
    const { create } = await import('fontkit');
    const load = (file: string) =>
      readFile(fileURLToPath(import.meta.resolve(`@expo-google-fonts/inter/${file}/Inter_${file}.ttf`)));
    const [regular, medium, semibold] = await Promise.all([load('400Regular'), load('500Medium'), load('600SemiBold')]);
    const parsed = (file: Buffer) => create(file) as Font;
    const faces = { regular: parsed(regular), medium: parsed(medium), semibold: parsed(semibold) };
    const { characterSet, ascent, unitsPerEm } = faces.regular;
    return {
      faces,
      characters: new Set(characterSet),
      ascent: ascent / unitsPerEm,
    };
  })();
  return loaded;
}

/**
 * Ends a paper. fontkit keeps with each glyph the letters that asked for it first, and two apostrophes have one glyph: what people copy from the
 * next paper would depend on this one.
 */
export function forgetGlyphs({ usual }: Fonts): void {
  for (const face of Object.values(usual.faces)) Object.assign(face, { _glyphs: {} });
}

/** The fonts of a text: Inter, and other faces for characters that it lacks. */
export async function fontsFor(text: string, country: string | null): Promise<Fonts> {
  const usual = await usualFonts();
  const printed = printable(text);
  // Both the typed and the decomposed characters.
  const characters = new Set(printed + decomposed(printed));
  const missing = new Set<string>();
  let joining = ' ';
  for (const character of characters) {
    if (JOINING.test(character)) joining += character;
    if (!usual.characters.has(character.codePointAt(0) ?? 0)) missing.add(character);
  }
  return { usual, fallback: shapable(printed, await fallbackFor(missing, joining, country)) };
}

/** Without the letters of words that cannot be shaped: they are treated as letters without a face. */
function shapable(text: string, fallback: Fallback): Fallback {
  const faceOf = new Map(fallback.faceOf);
  for (const word of new Set(text.split(/[^\p{L}\p{M}\p{N}\u200c\u200d]+/u))) {
    for (const { runs } of linesOf(word, fallback.faceOf, () => true)) {
      for (const { text: run, face } of runs) {
        if (face !== null && !fallback.faces.get(face)?.canShape(run)) for (const letter of run) faceOf.delete(letter);
      }
    }
  }
  return { ...fallback, faceOf };
}

/** The characters of a text that no paper can print, each once. */
export async function unprintableIn(text: string): Promise<readonly string[]> {
  if (PLAIN.test(text)) return [];
  const fonts = await fontsFor(text, null);
  return [...new Set([...drawnOf(fonts, text)].filter(([, isDrawn]) => !isDrawn).map(([character]) => character))];
}
