const NAMES: Readonly<Record<string, string>> = {
  global: 'Global',
  all: 'All regions',
  eu: 'European Union',
  uk: 'United Kingdom',
  asia: 'Asia',
};

const countryNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

/** What a region's id stands for: 'us' → 'United States', 'uk' → 'United Kingdom'; the id in capitals when it is unknown. */
export function regionName(region: string): string {
  const id = region.trim().toLowerCase();
  const named = NAMES[id];
  if (named) return named;
  const country = /^[a-z]{2}$/.test(id) ? countryNames.of(id.toUpperCase()) : undefined;
  return country ?? region.toUpperCase();
}

/** The short form, for cards and badges: 'US', 'Global'. */
export const regionCode = (region: string): string =>
  region.length > 3 ? region.charAt(0).toUpperCase() + region.slice(1) : region.toUpperCase();
