import countries from 'i18n-iso-countries';
import english from 'i18n-iso-countries/langs/en.json';
import type { ComboboxItem } from './combobox.tsx';

countries.registerLocale(english);

/** A flag from its two letters: regional indicator symbols, drawn by the system's own font. */
const flagOf = (code: string): string =>
  String.fromCodePoint(...[...code].map((letter) => 0x1f1a5 + letter.charCodeAt(0)));

/** All countries by name, with ISO 3166 alpha-2 codes as ids. */
export const COUNTRY_ITEMS: readonly ComboboxItem[] = Object.entries(countries.getNames('en', { select: 'official' }))
  .map(([id, label]) => ({ id, label, icon: <span aria-hidden="true">{flagOf(id)}</span> }))
  .sort((left, right) => left.label.localeCompare(right.label));
