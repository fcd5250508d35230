// Writes the demonstration's catalogue as a file that a new store can begin with: `npm run docs:catalogue`. A test fails when it is not up to
// date. Its products say in their names that they are examples, and are not on sale.
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { stringify } from 'csv-stringify/sync';
import { CATALOGUE_COLUMNS, NOT_ON_SALE } from '#bff/contract/shop/bulk-limits.ts';
import { minorToDecimal } from '#core/kernel/money/decimals.ts';
import { EXAMPLE_PRODUCT } from '#core/kernel/text/examples.ts';
import { SEED_BRANDS } from './catalogue.ts';
import { describeCard } from './describe-card.ts';

export const EXAMPLE_FILE = path.join(import.meta.dirname, '../../web/public/example-catalogue.csv');

const { needed, others } = CATALOGUE_COLUMNS.products;
const COLUMNS = [...needed, ...others.filter((column) => column !== 'id')];
type Texts = Readonly<Record<(typeof COLUMNS)[number], string>>;

const rows = (): Texts[] =>
  SEED_BRANDS.flatMap((brand) =>
    brand.cards.map((card): Texts => {
      const words = describeCard(brand, card.value, card.region);
      return {
        name: `${EXAMPLE_PRODUCT} ${brand.title} ${card.value}`,
        variant_name: card.value,
        brand_name: brand.title,
        category_name: brand.category,
        region: card.region,
        currency: card.currency,
        price: minorToDecimal(card.priceMinor.toString(), card.currency),
        short_description: words.short,
        description: words.html,
        status: NOT_ON_SALE,
        out_of_stock_for_good: 'no',
        new_brand: 'yes',
      };
    }),
  );

/** As a CSV of the products' columns. */
export const renderExampleCatalogue = (): string => stringify(rows(), { header: true, columns: COLUMNS });

if (import.meta.main) {
  await writeFile(EXAMPLE_FILE, renderExampleCatalogue());
  process.stdout.write('Wrote web/public/example-catalogue.csv\n');
}
