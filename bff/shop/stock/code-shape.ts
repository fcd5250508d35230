import { lastFourOf } from '#bff/kit/ports/gift-code.ts';

/** Shapes that are described one by one. */
const MAX_SHAPES = 3;
/** Codes that are shown, masked. */
const SHOWN = 3;

/** Where letters and digits stand, and where what joins them: 'XXXX-XXXX'. */
const skeletonOf = (code: string): string => code.replaceAll(/[A-Za-z0-9]/g, 'X');

const FEATURES: readonly ((code: string) => string)[] = [
  (code) => String(code.length),
  skeletonOf,
  (code) => String(/\d/.test(code)),
  (code) => String(/[a-z]/.test(code)),
  (code) => String(code.includes(' ')),
];

/** In how many ways a text differs from all the others, where these agree. */
export const waysUnlike = (text: string, others: readonly string[]): number =>
  FEATURES.filter((feature) => {
    const [first, ...rest] = others.map(feature);
    return first !== undefined && first !== feature(text) && rest.every((each) => each === first);
  }).length;

/** How many codes there are, of which length and pattern, and the first ones masked: what a person checks before they go on sale. */
export function describeCodes(codes: readonly string[]): string {
  const shapes = [...Map.groupBy(codes, skeletonOf).values()].sort((one, other) => other.length - one.length);
  const described = shapes
    .slice(0, MAX_SHAPES)
    .map((group) => `${count(group.length)} of ${group[0]?.length} characters, as ${patternOf(group)}`);
  const others = shapes.slice(MAX_SHAPES).reduce((sum, group) => sum + group.length, 0);
  const shown = codes.slice(0, SHOWN).map(masked);
  return `${[...described, ...(others > 0 ? [`${count(others)} of other patterns`] : [])].join('; ')}. The first: ${shown.join(', ')}.`;
}

const count = (codes: number): string => `${codes.toLocaleString('en-US')} ${codes === 1 ? 'code' : 'codes'}`;

/** 9 is a digit in all of them, A and a are letters, X is either. */
const patternOf = (codes: readonly string[]): string =>
  Array.from(codes[0] ?? '', (first, place) => {
    if (!/[A-Za-z0-9]/.test(first)) return first;
    const kinds: readonly [RegExp, string][] = [
      [/\d/, '9'],
      [/[A-Z]/, 'A'],
      [/[a-z]/, 'a'],
    ];
    return kinds.find(([kind]) => codes.every((code) => kind.test(code[place] ?? '')))?.[1] ?? 'X';
  }).join('');

function masked(code: string): string {
  const shown = lastFourOf(code);
  return code.slice(0, code.length - shown.length).replaceAll(/[A-Za-z0-9]/g, '•') + shown;
}
