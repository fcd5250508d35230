import { latinOf } from './latin.ts';

/** Legal forms are written in many ways, and say little about who it is. */
const FORMS = new Set(
  'AB AG APS AS BV CO CV EIRL EOOD GBR GMBH INC KFT KG LLC LLP LTD LIMITED NV OHG OO OOD OY PLC SA SARL SAS SE SL SNC SP SPA SPRL SRL SRO UG Z ZOO'.split(
    ' ',
  ),
);

/** `B.V.` is BV, `MÜLLER` and `MUELLER` are MULLER. */
const wordsOf = (name: string): readonly string[] =>
  latinOf(name)
    .text.toUpperCase()
    .replace(/\b([A-Z])[. ]+(?=[A-Z]\b)/g, '$1')
    .replace(/([AOU])E/g, '$1')
    .split(/[^A-Z0-9]+/)
    .filter((word) => word !== '' && !FORMS.has(word));

/** Whether two names are one, in Latin letters and without legal forms, in any order of their words. */
export function isSameName(one: string, other: string): boolean {
  const [words, others] = [wordsOf(one).toSorted().join(' '), wordsOf(other).toSorted().join(' ')];
  return words !== '' && words === others;
}
