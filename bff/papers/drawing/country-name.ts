// Not its main module: that reads the names in all languages.
import countries from 'i18n-iso-countries/index.js';
import english from 'i18n-iso-countries/langs/en.json' with { type: 'json' };

countries.registerLocale(english);

/** A country as papers print it. */
export const countryName = (country: string): string => countries.getName(country, 'en') ?? country;
