import type { StatementLine } from './statements/statement.ts';

type Text = Pick<StatementLine, 'reference' | 'text'>;

const partsOf = (text: string): readonly string[] => text.toUpperCase().match(/[A-Z0-9]+/g) ?? [];
/** `DEP-000042` and `dep 000 042` are DEP000042. */
export const joined = (number: string): string => partsOf(number).join('');
/** People and banks put spaces into numbers: `dep 000 042` is DEP-000042. */
const MOST_PARTS = 3;

/** All texts that may be the number of a paper: each word, alone and joined with those after it, and numbers that stick to other words. */
export function namesIn(line: Text): string[] {
  const { reference, text } = line;
  const glued = numbersIn(line).map(joined);
  const words = [reference, text].flatMap((written) => {
    const parts = partsOf(written);
    return parts.flatMap((_, from) =>
      Array.from({ length: MOST_PARTS }, (_unused, more) => parts.slice(from, from + more + 1).join('')),
    );
  });
  return [...glued, ...words];
}

/**
 * Numbers of papers in full length, wherever they stand: banks glue words together where they join lines
 * (`4711DEP-000042Guthaben`). One with more digits is another number, and one that was cut off is not completed.
 */
const NUMBER = /(DEP|WDR)[^A-Z0-9]{0,2}(\d{6,7})(?!\d)|(RET)[^A-Z0-9]{0,2}([0-9A-F]{10})(?![0-9A-F])/g;
export const numbersIn = ({ reference, text }: Text): string[] =>
  [reference, text].flatMap((written) =>
    [...written.toUpperCase().matchAll(NUMBER)].map(
      ([, kind, digits, back, hex]) => `${kind ?? back}-${digits ?? hex}`,
    ),
  );
