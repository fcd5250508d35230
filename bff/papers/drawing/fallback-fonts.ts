/** Fonts for scripts that Inter does not have: Noto Sans, loaded only when a paper needs it, and only the needed part. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Font } from 'fontkit';

/** The weight on the variable axis for each weight of Inter. */
const WEIGHTS = { regular: 400, semibold: 600 } as const;
export type FallbackWeight = keyof typeof WEIGHTS;
type Face = {
  readonly weights: Readonly<Record<FallbackWeight, Buffer>>;
  /** Joining characters that it has, too. */
  readonly joins: ReadonlySet<string>;
  /** False for a few rare letters on which fontkit fails, some of them only beside others. */
  canShape(text: string): boolean;
};
export type Fallback = {
  readonly faces: ReadonlyMap<string, Face>;
  /** Each character, with the name of the face that draws it. */
  readonly faceOf: ReadonlyMap<string, string>;
};

/** A Chinese character has one code and several national forms: the first family that has it draws it. */
const HAN = ['sc', 'tc', 'jp', 'kr'] as const;
const HAN_OF_COUNTRY: Readonly<Record<string, (typeof HAN)[number]>> = {
  JP: 'jp',
  KR: 'kr',
  TW: 'tc',
  HK: 'tc',
  MO: 'tc',
};
const OTHERS = ['arabic', 'hebrew', 'thai', 'georgian', 'armenian'] as const;
type Family = (typeof HAN)[number] | (typeof OTHERS)[number];

/** The families to search, in order. Neighbouring letters decide, else the country of the reader does. */
function familiesFor(text: string, country: string | null): readonly Family[] {
  const own = /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)
    ? 'jp'
    : /\p{Script=Hangul}/u.test(text)
      ? 'kr'
      : (HAN_OF_COUNTRY[country ?? ''] ?? 'sc');
  return [own, ...HAN.filter((family) => family !== own), ...OTHERS];
}

/**
 * The faces that draw these characters for a reader in this country, each with the marks, joiners and spaces that it has (`joins`). A
 * character that no face has is in no map.
 */
export async function fallbackFor(
  missing: ReadonlySet<string>,
  join: string,
  country: string | null,
): Promise<Fallback> {
  const faces = new Map<string, Face>();
  const faceOf = new Map<string, string>();
  const open = new Set(missing);
  for (const family of familiesFor([...missing].join(''), country)) {
    if (open.size === 0) break;
    const slices = await slicesOf(family);
    const byFile = Map.groupBy(open, (character) => fileOf(slices, character));
    for (const [file, characters] of byFile) {
      if (file === undefined) continue;
      const { weights, canShape, has } = await faceFrom(family, file, characters.join('') + join);
      const drawn = characters.filter(has);
      if (drawn.length === 0) continue;
      const name = `noto-${family}-${file}`;
      faces.set(name, { weights, canShape, joins: new Set([...join].filter(has)) });
      for (const character of drawn) {
        faceOf.set(character, name);
        open.delete(character);
      }
    }
  }
  return { faces, faceOf };
}

/** One file of a family, reduced to these characters and their shaped forms, in both weights. */
async function faceFrom(family: Family, file: string, characters: string) {
  // The WebAssembly has 3 MB. A store whose papers are all in Latin letters never loads it.
  const [{ default: subset }, { create }] = await Promise.all([import('subset-font'), import('fontkit')]);
  const source = await readFile(pathOf(family, `files/noto-sans-${family}-${file}-wght-normal.woff2`));
  const cut = (wght: number) => subset(source, characters, { targetFormat: 'truetype', variationAxes: { wght } });
  const weights = { regular: await cut(WEIGHTS.regular), semibold: await cut(WEIGHTS.semibold) };
  const font = create(weights.regular) as Font;
  const canShape = (text: string) => {
    try {
      font.layout(text);
      return true;
    } catch {
      // pdfkit would fail on the same error.
      return false;
    }
  };
  return { weights, canShape, has: (character: string) => font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0) };
}

type Slice = { readonly file: string; readonly ranges: readonly (readonly [number, number])[] };
const read = new Map<Family, Promise<readonly Slice[]>>();

/** A family has up to a hundred files. Its table lists the characters of each. */
function slicesOf(family: Family): Promise<readonly Slice[]> {
  const slices = read.get(family) ?? readSlices(family);
  read.set(family, slices);
  return slices;
}

async function readSlices(family: Family): Promise<readonly Slice[]> {
  const table = JSON.parse(await readFile(pathOf(family, 'unicode.json'), 'utf8')) as Record<string, string>;
  return Object.entries(table).map(([key, list]) => ({
    file: key.replaceAll(/[[\]]/g, ''),
    ranges: list.split(',').map((range) => {
      const [from = '', to = from] = range.replace('U+', '').split('-');
      return [Number.parseInt(from, 16), Number.parseInt(to, 16)] as const;
    }),
  }));
}

function fileOf(slices: readonly Slice[], character: string): string | undefined {
  const code = character.codePointAt(0) ?? 0;
  return slices.find(({ ranges }) => ranges.some(([from, to]) => from <= code && code <= to))?.file;
}

const pathOf = (family: Family, file: string): string =>
  fileURLToPath(import.meta.resolve(`@fontsource-variable/noto-sans-${family}/${file}`));
