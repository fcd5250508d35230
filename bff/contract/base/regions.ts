// The one table of regions and countries, of store, office, BFF and seed. It has no zod, so that screens need not load the schemas.

/** Regions of sale with their displayed codes, those of ISO 3166 where there is one. 'all' is only a filter's entry. */
export const REGIONS = {
  global: 'Global',
  all: 'All',
  at: 'AT',
  be: 'BE',
  de: 'DE',
  es: 'ES',
  eu: 'EU',
  fi: 'FI',
  fr: 'FR',
  hr: 'HR',
  hu: 'HU',
  ie: 'IE',
  it: 'IT',
  nl: 'NL',
  pt: 'PT',
  ro: 'RO',
  sk: 'SK',
  uk: 'GB',
  us: 'US',
  asia: 'AS',
} as const;
export type RegionId = keyof typeof REGIONS;

/** Groups of countries, each of which may be a region as a whole. Every country of ISO 3166 is in one of them. */
export const COUNTRY_GROUPS = [
  {
    id: 'eu',
    name: 'European Union',
    countries: 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK',
  },
  {
    id: 'asia-pacific',
    name: 'Asia Pacific',
    countries:
      'AF AS AU BD BN BT CC CK CN CX FJ FM GU HK HM ID IN IO JP KG KH KI KP KR KZ LA LK MH MM MN MO MP MV MY NC NF NP NR NU NZ PF PG PH PK PN PW SB SG TH TJ TK TL TM TO TV TW UM UZ VN VU WF WS',
  },
  { id: 'middle-east', name: 'Middle East', countries: 'AE BH IL IQ IR JO KW LB OM PS QA SA SY TR YE' },
  {
    id: 'caribbean',
    name: 'Caribbean',
    countries: 'AG AI AW BB BL BQ BS CU CW DM DO GD GP HT JM KN KY LC MF MQ MS PR SX TC TT VC VG VI',
  },
  { id: 'central-america', name: 'Central America', countries: 'BZ CR GT HN NI PA SV' },
  {
    id: 'south-america',
    name: 'South America',
    countries: 'AQ AR BO BR BV CL CO EC FK GF GS GY PE PY SR UY VE',
  },
  { id: 'north-america', name: 'North America', countries: 'BM CA GL MX PM US' },
  {
    id: 'africa',
    name: 'Africa',
    countries:
      'AO BF BI BJ BW CD CF CG CI CM CV DJ DZ EG EH ER ET GA GH GM GN GQ GW KE KM LR LS LY MA MG ML MR MU MW MZ NA NE NG RE RW SC SD SH SL SN SO SS ST SZ TD TF TG TN TZ UG YT ZA ZM ZW',
  },
  {
    id: 'europe',
    name: 'Europe',
    countries: 'AD AL AM AX AZ BA BY CH FO GB GE GG GI IM IS JE LI MC MD ME MK NO RS RU SJ SM UA VA XK',
  },
] as const satisfies readonly { id: string; name: string; countries: string }[];

const GROUP_OF: ReadonlyMap<string, (typeof COUNTRY_GROUPS)[number]> = new Map(
  COUNTRY_GROUPS.flatMap((group) => group.countries.split(' ').map((code) => [code, group] as const)),
);
/** ISO 3166 alpha-2 codes. */
export const COUNTRY_CODES: readonly string[] = [...GROUP_OF.keys()];

/** The group of a country: 'European Union'. */
export const groupOfCountry = (code: string): string | undefined => GROUP_OF.get(code)?.name;

const NAMES: Readonly<Record<string, string>> = {
  global: 'Global',
  all: 'All regions',
  uk: 'United Kingdom',
  asia: 'Asia',
  ...Object.fromEntries(COUNTRY_GROUPS.map(({ id, name }) => [id, name])),
};
const countryNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

/** The name of a region's id: 'us' → 'United States', 'uk' → 'United Kingdom'; the id in capitals where it is unknown. */
export function regionName(region: string): string {
  const id = region.trim().toLowerCase();
  const country = /^[a-z]{2}$/.test(id) ? countryNames.of(id.toUpperCase()) : undefined;
  return NAMES[id] ?? country ?? region.toUpperCase();
}

const isRegion = (id: string): id is RegionId => Object.hasOwn(REGIONS, id);

/** The short form, for cards and badges: 'US', 'GB' of the United Kingdom, 'Global'. */
export function regionCode(region: string): string {
  const id = region.trim().toLowerCase();
  if (isRegion(id)) return REGIONS[id];
  return NAMES[id] ?? region.toUpperCase();
}

/** The region of an id or a code, in any case: 'GB' and 'uk' → 'uk', 'AS' → 'asia'; undefined where there is none. */
export function regionIdOf(text: string): string | undefined {
  const id = text.trim().toLowerCase();
  if (isRegion(id) || NAMES[id] !== undefined) return id;
  const coded = Object.entries(REGIONS).find(([, code]) => code.toLowerCase() === id)?.[0];
  return coded ?? (GROUP_OF.has(id.toUpperCase()) ? id : undefined);
}

/** Sorts ids of regions by their displayed names. */
export const byRegionName = (left: string, right: string): number =>
  regionName(left).localeCompare(regionName(right), 'en');

/** Every region that a product may be sold in: everywhere, the groups, and each country. */
export const SALES_REGIONS: readonly string[] = [
  ...new Set([
    'global',
    'asia',
    ...COUNTRY_GROUPS.map(({ id }) => id),
    ...COUNTRY_CODES.flatMap((code) => regionIdOf(code) ?? []),
  ]),
];
