import { type ExportFile, exportTable } from '#bff/kit/files/table-export.ts';
import type { Queryable } from '#bff/kit/tables/sql.ts';
import { brands } from '#bff/shop/brands/brand-store.ts';
import { officeProductPages } from '#bff/shop/products/product-store.ts';
import { BRAND_COLUMNS, brandTexts } from './brand-lines.ts';
import { EXPORTED_COLUMNS, productTexts } from './product-lines.ts';

const PAGE_SIZE = 500;

type Texts = Readonly<Record<string, string>>;

const columnsOf = (names: readonly string[]) =>
  names.map((title) => ({
    title,
    width: 20,
    kind: title === 'price' ? ('decimal' as const) : ('text' as const),
    value: (texts: Texts) => texts[title] ?? '',
  }));

/** Products or brands as a CSV, in which the same file comes in again with nothing changed. */
export function exportCatalogue(database: Queryable, of: 'products' | 'brands'): Promise<ExportFile> {
  return of === 'products'
    ? exportTable('csv', columnsOf(EXPORTED_COLUMNS), productPages(database))
    : exportTable('csv', columnsOf(BRAND_COLUMNS), brandPages(database));
}

async function* productPages(database: Queryable): AsyncGenerator<readonly Texts[]> {
  for await (const page of officeProductPages(database, PAGE_SIZE)) yield page.map(productTexts);
}

async function* brandPages(database: Queryable): AsyncGenerator<readonly Texts[]> {
  yield (await brands.list(database, {})).map(brandTexts);
}
