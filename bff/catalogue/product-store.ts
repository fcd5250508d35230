import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { Currency } from '#core/kernel/money.ts';
import type { Rates } from '#core/kernel/rates.ts';
import { escapeLike, every, type Fragment, sql } from '#projections/kernel/sql.ts';
import { worthOfPrice } from './worth.ts';

/** A product as the store shows it: active, with its first variant. */
const StoreProduct = z.object({
  id: z.uuid(),
  name: z.string(),
  shortDescription: z.string(),
  /** HTML, sanitised when it was stored. */
  description: z.string(),
  category: z.string(),
  brandTitle: z.string().nullable(),
  region: z.string(),
  isPermanentOutOfStock: z.boolean(),
  imageFileId: z.uuid().nullable(),
  variantId: z.uuid(),
  variantName: z.string(),
  priceMinor: z.bigint(),
  currency: Currency,
  /** Codes that a new order can have at once: what waiting orders want is left out. */
  available: z.bigint(),
});
export type StoreProduct = z.infer<typeof StoreProduct>;

export type ProductSort = 'name' | 'brand' | 'region' | 'price';
export type ProductFilters = {
  readonly term?: string | undefined;
  readonly regions?: readonly string[] | undefined;
  readonly brandTitles?: readonly string[] | undefined;
};

/** Products of a section of the home page. */
export const HOME_SECTION_SIZE = 12;
/** From here on a product counts as low in stock. */
const LOW_STOCK = 25;
/** Choices of a filter: more than this nobody reads. */
const MAX_FILTER_OPTIONS = 500;

const shown = sql.fragment`app.product p
  join lateral (
    select * from app.product_variant where product_id = p.id order by position, created_at, id limit 1
  ) v on true
  left join app.brand b on b.id = p.brand_id`;

const columns = sql.fragment`p.id, p.name, p.short_description as "shortDescription", p.description, p.category,
  b.title as "brandTitle", p.region, p.permanent_out_of_stock as "isPermanentOutOfStock",
  p.image_file_id as "imageFileId", v.id as "variantId", v.name as "variantName", v.price_minor as "priceMinor",
  v.currency`;

/** Stock is counted after the page was cut: counting costs a page, not the catalogue. */
const withStock = (page: Fragment) => sql.type(StoreProduct)`
  select page.*, stock.available::int8 as available
  from (${page}) page
  join lateral (select available from app.variant_stock where variant_id = page."variantId") stock on true
  order by page.place`;

function conditionsOf(filters: ProductFilters): Fragment {
  const where: Fragment[] = [sql.fragment`p.active`];
  if (filters.term) {
    // Every word must be found somewhere: "steam 50 eu" is how people ask.
    for (const word of filters.term.split(/\s+/).filter((text) => text !== '')) {
      const pattern = `%${escapeLike(word)}%`;
      where.push(
        sql.fragment`(p.name ilike ${pattern} or b.title ilike ${pattern} or v.name ilike ${pattern}
          or p.category ilike ${pattern} or p.region ilike ${pattern})`,
      );
    }
  }
  const lower = (values: readonly string[]) =>
    sql.array(
      [...values].map((value) => value.toLowerCase()),
      'text',
    );
  if (filters.regions?.length) where.push(sql.fragment`lower(p.region) = any(${lower(filters.regions)})`);
  if (filters.brandTitles?.length) where.push(sql.fragment`lower(b.title) = any(${lower(filters.brandTitles)})`);
  return every(where);
}

/** A page of the catalogue. Prices are sorted by their worth in USD. */
export async function listProducts(
  database: CommonQueryMethods,
  request: ProductFilters & {
    readonly page: number;
    readonly perPage: number;
    readonly sortBy: ProductSort;
    readonly sortOrder: 'asc' | 'desc';
    readonly rates: Rates;
  },
): Promise<{ items: readonly StoreProduct[]; total: number }> {
  const sorts: Readonly<Record<ProductSort, Fragment>> = {
    name: sql.fragment`lower(p.name)`,
    brand: sql.fragment`lower(b.title)`,
    region: sql.fragment`lower(p.region)`,
    price: worthOfPrice(request.rates),
  };
  const where = conditionsOf(request);
  const direction = request.sortOrder === 'asc' ? sql.fragment`asc` : sql.fragment`desc`;
  const order = sql.fragment`${sorts[request.sortBy]} ${direction} nulls last, lower(p.name), p.id`;
  const { total } = await database.one(
    sql.type(z.object({ total: z.bigint() }))`select count(*) as total from ${shown} where ${where}`,
  );
  const items = await database.any(
    withStock(sql.fragment`
      select ${columns}, row_number() over (order by ${order}) as place from ${shown} where ${where}
      order by place limit ${request.perPage} offset ${(request.page - 1) * request.perPage}`),
  );
  return { items, total: Number(total) };
}

/** One product of the store, or null. */
export function findProduct(database: CommonQueryMethods, id: string): Promise<StoreProduct | null> {
  return database.maybeOne(
    withStock(sql.fragment`select ${columns}, 1 as place from ${shown} where p.active and p.id = ${id}`),
  );
}

export function listMostRecent(database: CommonQueryMethods): Promise<readonly StoreProduct[]> {
  return database.any(
    withStock(sql.fragment`
      select ${columns}, row_number() over (order by p.created_at desc, p.id) as place from ${shown}
      where p.active and not p.permanent_out_of_stock order by place limit ${HOME_SECTION_SIZE}`),
  );
}

/** The products of these ids that the store still shows, in the order of the ids. */
export function listProductsOf(
  database: CommonQueryMethods,
  productIds: readonly string[],
): Promise<readonly StoreProduct[]> {
  const ids = sql.array([...productIds], 'uuid');
  return database.any(
    withStock(sql.fragment`
      select ${columns}, array_position(${ids}, p.id) as place from ${shown}
      where p.active and not p.permanent_out_of_stock and p.id = any(${ids})
      order by place limit ${HOME_SECTION_SIZE}`),
  );
}

/** Products with few codes left, fewest first; those without any are 'Pre order', not low. */
export function listNearOutOfStock(database: CommonQueryMethods): Promise<readonly StoreProduct[]> {
  return database.any(
    withStock(sql.fragment`
      select ${columns}, row_number() over (order by free.quantity, p.id) as place
      from ${shown}
      join lateral (
        -- Never counts further than it must, however full the shelf.
        select count(*) as quantity from (
          select 1 from app.gift_code code where code.variant_id = v.id and code.order_id is null limit ${LOW_STOCK + 1}
        ) counted
      ) free on free.quantity between 1 and ${LOW_STOCK}
      where p.active and not p.permanent_out_of_stock order by place limit ${HOME_SECTION_SIZE}`),
  );
}

const Option = z.object({ value: z.string() });

/** Regions and brands that a product of the store has. */
export async function listFilterOptions(
  database: CommonQueryMethods,
): Promise<{ regions: string[]; brandNames: string[] }> {
  const [regions, brands] = await Promise.all([
    database.any(
      sql.type(
        Option,
      )`select distinct region as value from app.product where active order by 1 limit ${MAX_FILTER_OPTIONS}`,
    ),
    database.any(
      sql.type(Option)`select title as value from app.brand b
        where exists (select from app.product where brand_id = b.id and active)
        order by lower(title) limit ${MAX_FILTER_OPTIONS}`,
    ),
  ]);
  return { regions: regions.map((row) => row.value), brandNames: brands.map((row) => row.value) };
}
