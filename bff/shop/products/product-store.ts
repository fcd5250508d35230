import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { MAX_PAGE_SIZE } from '#bff/contract/base/common.ts';
import { byRegionName, SALES_REGIONS } from '#bff/contract/base/regions.ts';
import type { ProductSort } from '#bff/contract/shop/catalogue.ts';
import { type Queryable, sql } from '#bff/kit/tables/sql.ts';
import { Currency } from '#core/kernel/money/money.ts';
import { escapeLike, every, type Fragment, isUuid, plain } from '#projections/kernel/sql.ts';
import { worthOfPrice } from './worth.ts';

const ProductRow = z.object({
  id: z.uuid(),
  name: z.string(),
  shortDescription: z.string(),
  /** HTML that was sanitised before it was stored. */
  description: z.string(),
  category: z.string(),
  brandTitle: z.string().nullable(),
  region: z.string(),
  isPermanentOutOfStock: z.boolean(),
  imageFileId: z.uuid().nullable(),
});
export type ProductRow = z.infer<typeof ProductRow>;

const VariantRow = z.object({
  variantId: z.uuid(),
  variantName: z.string(),
  priceMinor: z.bigint(),
  currency: Currency,
  /** Codes that a new order can have at once; codes for waiting orders are left out. */
  available: z.bigint(),
});
export type VariantRow = z.infer<typeof VariantRow>;

/** A product as the store shows it: active, with its first variant. */
const StoreProduct = ProductRow.extend(VariantRow.shape);
export type StoreProduct = z.infer<typeof StoreProduct>;

const nullable = <Shape extends z.ZodRawShape>(shape: Shape) =>
  Object.fromEntries(Object.entries(shape).map(([name, type]) => [name, z.nullable(type)])) as {
    [Name in keyof Shape]: z.ZodNullable<Shape[Name]>;
  };
/** A product as the office shows it: archived ones too, perhaps without a variant, and the state of its stock in full. */
const OfficeProduct = ProductRow.extend({
  ...nullable(VariantRow.shape),
  isActive: z.boolean(),
  createdAt: z.date(),
  updatedAt: z.date(),
  /** Pieces that paid orders are waiting for. */
  waiting: z.bigint().nullable(),
  /** All codes ever added, and those that orders got. */
  codes: z.bigint(),
  sold: z.bigint(),
  waitingPrice: z.object({ price_minor: z.string(), currency: Currency, by: z.uuid() }).nullable(),
});
export type OfficeProduct = z.infer<typeof OfficeProduct>;

/** The version of the whole catalogue that a page was read in: see baseline/05_catalogue.sql. */
const Versioned = { catalogueVersion: z.uuid() };

export type ProductListRequest = {
  readonly term?: string | undefined;
  readonly regions?: readonly string[] | undefined;
  readonly brandTitles?: readonly string[] | undefined;
  readonly page: number;
  readonly perPage: number;
  readonly sortBy: ProductSort;
  readonly sortOrder: 'asc' | 'desc';
  /** Prices of several currencies are sorted by the rates of this moment. */
  readonly now: Date;
};

/** A list by region is sorted by the displayed names. */
const REGION_ORDER = sql.array(SALES_REGIONS.toSorted(byRegionName), 'text');
export const HOME_SECTION_SIZE = 12;
/** With this many codes or fewer, a product counts as low in stock. */
const LOW_STOCK = 25;
/** Filters whose totals are cached. */
const MAX_KEPT_TOTALS = 1_000;
/** Choices of one filter; a longer list would not be read. */
const MAX_FILTER_OPTIONS = 500;

/** Products joined to the rows that list them: see rules/catalogue.sql. */
const productsOf = (listing: Fragment) => sql.fragment`${listing} l
  join app.product p on p.id = l.product_id
  left join app.product_variant v on v.id = l.variant_id
  left join app.brand b on b.id = l.brand_id`;
const allProducts = productsOf(sql.fragment`app.product_listing`);
const inStore = sql.fragment`l.is_in_store`;

const columns = sql.fragment`p.id, p.name, p.short_description as "shortDescription", p.description, p.category,
  b.title as "brandTitle", p.region, p.permanent_out_of_stock as "isPermanentOutOfStock",
  p.image_file_id as "imageFileId", v.id as "variantId", v.name as "variantName", v.price_minor as "priceMinor",
  v.currency, v.available`;
const officeColumns = sql.fragment`${columns}, p.active as "isActive", p.created_at as "createdAt", p.updated_at as "updatedAt",
  v.waiting, coalesce(v.codes, 0) as codes, coalesce(v.codes - v.free_codes, 0) as sold,
  (select change || jsonb_build_object('by', proposed_by) from app.proposal
    where kind = 'price' and subject_id = p.id and ended_at is null) as "waitingPrice"`;

const storeProducts = sql.type(StoreProduct);
const officeProducts = sql.type(OfficeProduct);

const wordsOf = (term: string) => term.split(/\s+/).filter((text) => text !== '');
const containing = (word: string) => `%${escapeLike(word)}%`;

/** Folded by the database, as what it is compared with: JavaScript lowers some letters otherwise. */
const folded = (values: readonly string[]) =>
  sql.fragment`array(select app.folded(value) from unnest(${sql.array([...values], 'text')}) as value)`;
const inRegions = (regions: readonly string[] = []) =>
  regions.length > 0 ? [sql.fragment`l.region_key = any(${folded(regions)})`] : [];
const ofBrands = (titles: readonly string[] = []) =>
  titles.length > 0 ? [sql.fragment`l.brand_key = any(${folded(titles)})`] : [];
/** Every word must be found somewhere: people type "steam 50 eu". */
const withWords = (term = '') =>
  wordsOf(term).map((word) =>
    isUuid(word)
      ? sql.fragment`l.product_id = ${word}`
      : sql.fragment`l.search_text like app.folded(${containing(word)})`,
  );

/** Counts the products that a filter leaves; `version` is that of a product that was read by it. */
export type ProductTotals = (where: Fragment, version: string | undefined) => Promise<number>;

/** Counts once for each version of the catalogue: row `10000 products` of the bench. */
export function createProductTotals(database: Queryable): ProductTotals {
  const kept = new LRUCache<string, number>({ max: MAX_KEPT_TOTALS });
  return async (where, version) => {
    const filter = JSON.stringify([where.sql, where.values]);
    const known = version && kept.get(version + filter);
    if (typeof known === 'number') return known;
    const counted = await database.one(sql.type(Total)`
      select version, (select count(*) from app.product_listing l where ${where}) as total
      from app.catalogue_version`);
    const total = Number(counted.total);
    kept.set(counted.version + filter, total);
    return total;
  };
}
const Total = z.object({ version: z.uuid(), total: z.bigint() });

/** The condition of a request, and one page of the products that meet it. */
function cut(
  request: ProductListRequest,
  shown: Fragment,
  always: readonly Fragment[],
): { where: Fragment; page: Fragment } {
  const { sortBy, sortOrder, perPage, page, term, regions, brandTitles } = request;
  const where = every([...always, ...withWords(term), ...inRegions(regions), ...ofBrands(brandTitles)]);
  const direction = sortOrder === 'asc' ? sql.fragment`asc` : sql.fragment`desc`;
  // Every product has a name, so it is sorted without `nulls last`, as in its index.
  const sorts: Readonly<Record<ProductSort, Fragment>> = {
    name: sql.fragment`l.name_key ${direction}`,
    brand: sql.fragment`l.brand_key ${direction} nulls last`,
    region: sql.fragment`array_position(${REGION_ORDER}, l.region_key) ${direction} nulls last`,
    price: sql.fragment`${worthOfPrice(request.now)} ${direction} nulls last`,
  };
  const order = sql.fragment`order by ${sorts[sortBy]}, l.name_key, l.product_id`;
  const all = sql.fragment`select * from app.product_listing l where ${where} ${order}`;
  // The page is cut before the rest of a product is looked up. The query must show without its values that a first page is short: a plan
  // for any number of rows reads whole tables, so Postgres would plan again each time (row `10,000 products`).
  const cutListing =
    page === 1
      ? sql.fragment`(select * from (${all} limit ${plain(String(MAX_PAGE_SIZE))}) l ${order} limit ${perPage})`
      : sql.fragment`(${all} limit ${perPage} offset ${(page - 1) * perPage})`;
  return {
    where,
    page: sql.fragment`select ${shown}, (select version from app.catalogue_version) as "catalogueVersion"
      from ${productsOf(cutListing)} ${order}`,
  };
}

/** Prices are sorted by their value in USD. */
export async function listProducts(
  database: Queryable,
  totals: ProductTotals,
  request: ProductListRequest,
): Promise<{ items: readonly StoreProduct[]; total: number }> {
  const { where, page } = cut(request, columns, [inStore]);
  const items = await database.any(sql.type(StoreProduct.extend(Versioned))`${page}`);
  // An empty first page means that there are none.
  if (request.page === 1 && items.length === 0) return { items, total: 0 };
  return { items, total: await totals(where, items[0]?.catalogueVersion) };
}

/** The same for every product, archived ones too. */
export async function listOfficeProducts(
  database: Queryable,
  totals: ProductTotals,
  request: ProductListRequest,
): Promise<{ items: readonly OfficeProduct[]; total: number }> {
  const { where, page } = cut(request, officeColumns, []);
  const items = await database.any(sql.type(OfficeProduct.extend(Versioned))`${page}`);
  return { items, total: await totals(where, items[0]?.catalogueVersion) };
}

/** The search with each unknown word replaced by the nearest spelling in the store; null where there is nothing to correct. */
export async function nearestSpelling(database: Queryable, term: string): Promise<string | null> {
  const words = wordsOf(term);
  const { spelling } = await database.one(sql.type(z.object({ spelling: z.string().nullable() }))`
    select string_agg(coalesce(nearest, word), ' ' order by place) filter (where mended) as spelling
    from (
      select *, bool_or(nearest is not null) over () as mended
      from (
        select app.folded(written) as word, app.folded(pattern) as pattern, place
        from unnest(${sql.array(words, 'text')}, ${sql.array(words.map(containing), 'text')})
          with ordinality as typed (written, pattern, place)
      ) as typed
      left join lateral (
        select app.nearest_word(word) as nearest
        where word !~ '\\d' and length(word) between 3 and 40
          and not app.store_has_text(pattern)
      ) as mistyped on true
    ) as word`);
  return spelling;
}

export function findProduct(database: Queryable, id: string): Promise<StoreProduct | null> {
  return database.maybeOne(storeProducts`select ${columns} from ${allProducts} where ${inStore} and p.id = ${id}`);
}

/** Archived or not; null where there is none. */
export function findOfficeProduct(database: Queryable, id: string): Promise<OfficeProduct | null> {
  return database.maybeOne(officeProducts`select ${officeColumns} from ${allProducts} where p.id = ${id}`);
}

/** Those of these ids that exist. */
export function listOfficeProductsOf(database: Queryable, ids: readonly string[]): Promise<readonly OfficeProduct[]> {
  return database.any(
    officeProducts`select ${officeColumns} from ${allProducts} where p.id = any(${sql.array([...ids], 'uuid')})`,
  );
}

/** The products of some brands that are not archived, in the order of brands and names; at most `limit` of them. */
export function listOfficeProductsOfBrands(
  database: Queryable,
  brandIds: readonly number[],
  limit: number,
): Promise<readonly OfficeProduct[]> {
  return database.any(officeProducts`select ${officeColumns} from ${allProducts}
    where p.active and l.brand_id = any(${sql.array([...brandIds], 'int4')})
    order by l.brand_key, l.name_key, p.id limit ${limit}`);
}

/** All products, in pages by name. */
export async function* officeProductPages(database: Queryable, size: number): AsyncGenerator<readonly OfficeProduct[]> {
  let after = sql.fragment`true`;
  for (;;) {
    const page = await database.any(sql.type(OfficeProduct.extend({ nameKey: z.string() }))`
      select ${officeColumns}, l.name_key as "nameKey" from ${allProducts}
      where ${after} order by l.name_key, l.product_id limit ${size}`);
    if (page.length > 0) yield page;
    const last = page.at(-1);
    if (!last || page.length < size) return;
    after = sql.fragment`(l.name_key, l.product_id) > (${last.nameKey}, ${last.id})`;
  }
}

export function listMostRecent(database: Queryable): Promise<readonly StoreProduct[]> {
  return database.any(storeProducts`
    select ${columns} from ${allProducts}
    where ${inStore} and not p.permanent_out_of_stock order by p.created_at desc, p.id limit ${HOME_SECTION_SIZE}`);
}

/** The products of these ids that the store still shows, in the order of the ids. */
export function listProductsOf(database: Queryable, productIds: readonly string[]): Promise<readonly StoreProduct[]> {
  const ids = sql.array([...productIds], 'uuid');
  return database.any(storeProducts`
    select ${columns} from ${allProducts}
    where ${inStore} and not p.permanent_out_of_stock and p.id = any(${ids})
    order by array_position(${ids}, p.id) limit ${HOME_SECTION_SIZE}`);
}

/** Products with few codes left, fewest first; those without any are 'Pre order', not low. */
export function listNearOutOfStock(database: Queryable): Promise<readonly StoreProduct[]> {
  return database.any(storeProducts`
    select ${columns} from ${allProducts}
    where ${inStore} and not p.permanent_out_of_stock and v.free_codes between 1 and ${LOW_STOCK}
    order by v.free_codes, p.id limit ${HOME_SECTION_SIZE}`);
}

const Option = z.object({ value: z.string(), count: z.bigint() });
export type FilterOption = { readonly value: string; readonly count: number };

/**
 * Regions and brands of the store's products, with the number of each among the chosen ones. The chosen regions narrow the brands, and the
 * chosen brands narrow the regions. Regions do not narrow themselves, because the other regions would seem to be gone.
 */
export async function listFilterOptions(
  database: Queryable,
  { term, regions, brandTitles }: Pick<ProductListRequest, 'term' | 'regions' | 'brandTitles'>,
): Promise<{ regions: FilterOption[]; brands: FilterOption[] }> {
  const matching = (narrowed: readonly Fragment[]) =>
    sql.fragment`count(*) filter (where ${every([inStore, ...withWords(term), ...narrowed])}) as count`;
  const [ofRegions, byBrand] = await Promise.all([
    database.any(sql.type(Option)`select l.region_key as value, ${matching(ofBrands(brandTitles))}
      from app.product_listing l where ${inStore} group by l.region_key order by 1 limit ${MAX_FILTER_OPTIONS}`),
    database.any(sql.type(Option)`
      select b.title as value, l.count
      from (
        select l.brand_id, ${matching(inRegions(regions))} from app.product_listing l where ${inStore} group by l.brand_id
      ) as l join app.brand b on b.id = l.brand_id
      order by lower(b.title) collate "und-x-icu" limit ${MAX_FILTER_OPTIONS}`),
  ]);
  const options = (rows: typeof byBrand) => rows.map(({ value, count }) => ({ value, count: Number(count) }));
  return {
    regions: options(ofRegions).sort((left, right) => byRegionName(left.value, right.value)),
    brands: options(byBrand),
  };
}
