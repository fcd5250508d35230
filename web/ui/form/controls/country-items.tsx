import countries from 'i18n-iso-countries';
import english from 'i18n-iso-countries/langs/en.json';
import { COUNTRY_CODES, groupOfCountry } from '#bff/contract/base/regions.ts';
import type { ComboboxItem } from './combobox.tsx';
import { namesOfCountry } from './country-names.ts';
import { Flag } from './flag.tsx';

countries.registerLocale(english);

/** All countries by name, with ISO 3166 alpha-2 codes as ids and their group beside them. */
export const COUNTRY_ITEMS: readonly ComboboxItem[] = COUNTRY_CODES.map((id) => ({
  id,
  label: countries.getName(id, 'en', { select: 'official' }) ?? id,
  also: () => namesOfCountry(id),
  hint: groupOfCountry(id) ?? '',
  icon: <Flag code={id} />,
})).sort((left, right) => left.label.localeCompare(right.label));
