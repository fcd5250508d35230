import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { z } from 'zod';
import { GLYPHS } from '#bff/contract/base/glyphs.ts';
import { REGIONS, type RegionId } from '#bff/contract/base/regions.ts';

/** The currencies that the demonstration's customers pay in. */
export const SEED_CURRENCIES = ['USD', 'EUR'] as const;
export type SeedCurrency = (typeof SEED_CURRENCIES)[number];

/**
 * A card that is for sale. Prices are what a business buyer pays for one code, a little below face value as resellers do;
 * `stock` is how many codes the first start puts on the shelf.
 */
const SeedCard = z.object({
  brand: z.string(),
  /** What is printed on the card, e.g. "$50". */
  value: z.string(),
  region: z.enum(Object.keys(REGIONS) as RegionId[]),
  currency: z.enum(SEED_CURRENCIES),
  priceMinor: z.coerce.bigint(),
  stock: z.coerce.number(),
  discontinued: z.stringbool(),
});
export type SeedCard = z.infer<typeof SeedCard>;

/** `codeFormat`: the form of the brand's codes. X is a letter or digit, 9 a digit. */
const SeedBrand = z.object({
  slug: z.string(),
  title: z.string(),
  color: z.string(),
  glyph: z.enum(GLYPHS),
  website: z.url(),
  category: z.string(),
  codeFormat: z.string(),
  description: z.string(),
});
export type SeedBrand = z.infer<typeof SeedBrand> & { readonly cards: readonly SeedCard[] };

const read = <Row>(file: string, row: z.ZodType<Row>): Row[] =>
  z.array(row).parse(parse(readFileSync(new URL(file, import.meta.url)), { columns: true }));

const cards = Map.groupBy(read('cards.csv', SeedCard), ({ brand }) => brand);
export const SEED_BRANDS: readonly SeedBrand[] = read('brands.csv', SeedBrand).map((brand) => ({
  ...brand,
  cards: cards.get(brand.slug) ?? [],
}));
