import { z } from 'zod';
import type { BffDeps } from '#bff/kit/deps.ts';
import { type Queryable, sql } from '#bff/kit/tables/sql.ts';
import { brands } from '#bff/shop/brands/brand-store.ts';
import { isRefusedExample } from '#bff/shop/products/example-product.ts';
import { listOfficeProductsOf } from '#bff/shop/products/product-store.ts';
import { isUuid } from '#projections/kernel/sql.ts';
import { type KnownCatalogue, keyOf } from './product-lines.ts';
import type { TableRow } from './read-table.ts';

const Twin = z.object({
  id: z.uuid(),
  name: z.string(),
  variantName: z.string().nullable(),
  brand: z.string().nullable(),
  region: z.string(),
});

/** The ids of products with these names, by {@link keyOf}. */
export async function twinsOf(database: Queryable, names: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await database.any(sql.type(Twin)`
    select p.id, p.name, v.name as "variantName", b.title as brand, p.region
    from app.product_listing l join app.product p on p.id = l.product_id
    left join app.product_variant v on v.id = l.variant_id left join app.brand b on b.id = l.brand_id
    where l.name_key = any(array(select lower(name) from unnest(${sql.array([...names], 'text')}) as name))`);
  return new Map(rows.map((row) => [keyOf(row), row.id]));
}

/** What the rows of a file of products are compared with. */
export async function knownCatalogue(
  deps: Pick<BffDeps, 'database' | 'rules' | 'settings' | 'config'>,
  rows: readonly TableRow[],
): Promise<KnownCatalogue> {
  const { database, rules } = deps;
  const ids = [...new Set(rows.map(({ cells }) => (cells.id ?? '').toLowerCase()).filter(isUuid))];
  const names = rows.flatMap(({ cells }) => (cells.id ? [] : [cells.name ?? '']));
  const [products, all, byKey] = await Promise.all([
    listOfficeProductsOf(database, ids),
    brands.list(database, {}),
    twinsOf(database, names),
  ]);
  return {
    products: new Map(products.map((product) => [product.id, product])),
    brands: new Map(all.map(({ title }) => [title.toLowerCase(), title])),
    byKey,
    currencies: rules().currencies,
    isRefusedExample: (name) => isRefusedExample(deps, name),
  };
}
