import { transliterate } from 'transliteration';
import { LEGAL_FORMS } from './legal-forms.ts';

/**
 * The words of a name without marks, titles and legal forms, each in the forms in which banks write it: `müller` is `muller` to some and `mueller` to
 * others, and `łukasz` is `lukasz`.
 */
const wordsOf = (name: string): Set<string>[] =>
  name
    .normalize('NFC')
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .map(
      (word) => new Set([latin(word), latin(word.replace(/[äöüøåæœß]/g, (letter) => TWO_LETTERS[letter] ?? letter))]),
    )
    .filter((forms) => ![...forms].some(isLeftOut));
const latin = (word: string): string =>
  transliterate(word.normalize('NFC'))
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');
const TWO_LETTERS: Readonly<Record<string, string>> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  ø: 'oe',
  å: 'aa',
  æ: 'ae',
  œ: 'oe',
  ß: 'ss',
};
const isSameWord = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
  [...one].some((form) => other.has(form));
/** Short legal forms stay, because people are called so, too (Sá, Co). */
const isLeftOut = (word: string): boolean => word === '' || LEGAL_FORMS.has(word) || word === 'mr' || word === 'mrs';

/** All words of the shorter name are in the longer one. A single word is too little if the other name has more. */
export function isAlike(one: string, other: string): boolean {
  const [words, others] = [wordsOf(one), wordsOf(other)];
  const [few, many] = words.length <= others.length ? [words, others] : [others, words];
  const isEnough = few.length >= Math.min(2, many.length) && few.length > 0;
  return isEnough && few.every((word) => many.some((each) => isSameWord(word, each)));
}
