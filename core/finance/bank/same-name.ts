import { latinOf } from './latin.ts';
import { LEGAL_FORMS } from './legal-forms.ts';

/** Beside the name of a company, a short form says as little about who it is. */
const FORMS: ReadonlySet<string> = new Set([...LEGAL_FORMS, ...'ab as co cv oo oy sa se sl sp z zoo'.split(' ')]);

/** `B.V.` is BV, `MÜLLER` and `MUELLER` are MULLER. */
const wordsOf = (name: string): readonly string[] =>
  latinOf(name)
    .text.toUpperCase()
    .replace(/\b([A-Z])[. ]+(?=[A-Z]\b)/g, '$1')
    .replace(/([AOU])E/g, '$1')
    .split(/[^A-Z0-9]+/)
    .filter((word) => word !== '' && !FORMS.has(word.toLowerCase()));

/** Whether two names are one, in Latin letters and without legal forms, in any order of their words. */
export function isSameName(one: string, other: string): boolean {
  const [words, others] = [wordsOf(one).toSorted().join(' '), wordsOf(other).toSorted().join(' ')];
  return words !== '' && words === others;
}
