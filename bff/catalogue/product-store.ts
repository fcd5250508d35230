import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import type { ProductSort } from '#bff/contract/catalogue.ts';
import { byRegionName, SALES_REGIONS } from '#bff/contract/regions.ts';
import { Currency } from '#core/kernel/money.ts';
import type { Rates } from '#core/kernel/rates.ts';
import { escapeLike, every, type Fragment, sql } from '#projections/kernel/sql.ts';
import { worthOfPrice } from './worth.ts';

const ProductRow = z.object({
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
});
export type ProductRow = z.infer<typeof ProductRow>;

const VariantRow = z.object({
  variantId: z.uuid(),
  variantName: z.string(),
  priceMinor: z.bigint(),
  currency: Currency,
  /** Codes that a new order can have at once: what waiting orders want is left out. */
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
  /** Pieces that paid orders wait for. */
  waiting: z.bigint().nullable(),
  /** All codes ever added, and those that were given to orders. */
  codes: z.bigint(),
  sold: z.bigint(),
});
export type OfficeProduct = z.infer<typeof OfficeProduct>;

export type ProductListRequest = {
  readonly term?: string | undefined;
  readonly regions?: readonly string[] | undefined;
  readonly brandTitles?: readonly string[] | undefined;
  readonly page: number;
  readonly perPage: number;
  readonly sortBy: ProductSort;
  readonly sortOrder: 'asc' | 'desc';
  /** What prices of several currencies are sorted by. */
  readonly rates: Rates;
};

/** A list by region goes by the names that it shows. */
const REGION_ORDER = sql.array(SALES_REGIONS.toSorted(byRegionName), 'text');
/** Products of a section of the home page. */
export const HOME_SECTION_SIZE = 12;
/** From here on a product counts as low in stock. */
const LOW_STOCK = 25;
/** Choices of a filter: more than this nobody reads. */
const MAX_FILTER_OPTIONS = 500;

// A product is shown with its first variant: the catalogue sells one of each.
const allProducts = sql.fragment`app.product p
  left join lateral (
    select * from app.product_variant where product_id = p.id order by position, created_at, id limit 1
  ) v on true
  left join app.brand b on b.id = p.brand_id`;
const inStore = sql.fragment`p.active and v.id is not null`;

const columns = sql.fragment`p.id, p.name, p.short_description as "shortDescription", p.description, p.category,
  b.title as "brandTitle", p.region, p.permanent_out_of_stock as "isPermanentOutOfStock",
  p.image_file_id as "imageFileId", v.id as "variantId", v.name as "variantName", v.price_minor as "priceMinor",
  v.currency, v.available`;
const officeColumns = sql.fragment`${columns}, p.active as "isActive", p.created_at as "createdAt", p.updated_at as "updatedAt",
  v.waiting, coalesce(v.codes, 0) as codes, coalesce(v.codes - v.free_codes, 0) as sold`;

const storeProducts = sql.type(StoreProduct);
const officeProducts = sql.type(OfficeProduct);

/** Every word must be found somewhere: "steam 50 eu" is how people ask. */
function conditionsOf({ term = '', regions = [], brandTitles = [] }: ProductListRequest): Fragment[] {
  const words = term.split(/\s+/).filter((text) => text !== '');
  const lower = (values: readonly string[]) =>
    sql.array(
      values.map((value) => value.toLowerCase()),
      'text',
    );
  return [
    ...words.map((word) => {
      const pattern = `%${escapeLike(word)}%`;
      return sql.fragment`(p.name ilike ${pattern} or b.title ilike ${pattern} or v.name ilike ${pattern}
        or p.category ilike ${pattern} or p.region ilike ${pattern} or p.id::text = ${word.toLowerCase()})`;
    }),
    ...(regions.length > 0 ? [sql.fragment`lower(p.region) = any(${lower(regions)})`] : []),
    ...(brandTitles.length > 0 ? [sql.fragment`lower(b.title) = any(${lower(brandTitles)})`] : []),
  ];
}

/** How many there are, and a page of them. */
async function cut(
  database: CommonQueryMethods,
  request: ProductListRequest,
  shown: Fragment,
  where: Fragment,
): Promise<{ total: number; page: Fragment }> {
  const sorts: Readonly<Record<ProductSort, Fragment>> = {
    name: sql.fragment`lower(p.name)`,
    brand: sql.fragment`lower(b.title)`,
    region: sql.fragment`array_position(${REGION_ORDER}, lower(p.region))`,
    price: worthOfPrice(request.rates),
  };
  const direction = request.sortOrder === 'asc' ? sql.fragment`asc` : sql.fragment`desc`;
  const order = sql.fragment`${sorts[request.sortBy]} ${direction} nulls last, lower(p.name), p.id`;
  const { total } = await database.one(
    sql.type(z.object({ total: z.bigint() }))`select count(*) as total from ${allProducts} where ${where}`,
  );
  const page = sql.fragment`
    select ${shown} from ${allProducts} where ${where}
    order by ${order} limit ${request.perPage} offset ${(request.page - 1) * request.perPage}`;
  return { total: Number(total), page };
}

/** A page of the catalogue. Prices are sorted by their worth in USD. */
export async function listProducts(
  database: CommonQueryMethods,
  request: ProductListRequest,
): Promise<{ items: readonly StoreProduct[]; total: number }> {
  const { total, page } = await cut(database, request, columns, every([inStore, ...conditionsOf(request)]));
  return { items: await database.any(storeProducts`${page}`), total };
}

/** The same of every product there is. */
export async function listOfficeProducts(
  database: CommonQueryMethods,
  request: ProductListRequest,
): Promise<{ items: readonly OfficeProduct[]; total: number }> {
  const { total, page } = await cut(database, request, officeColumns, every(conditionsOf(request)));
  return { items: await database.any(officeProducts`${page}`), total };
}

/** One product of the store, or null. */
export function findProduct(database: CommonQueryMethods, id: string): Promise<StoreProduct | null> {
  return database.maybeOne(storeProducts`select ${columns} from ${allProducts} where ${inStore} and p.id = ${id}`);
}

/** One product, archived or not, or null. */
export function findOfficeProduct(database: CommonQueryMethods, id: string): Promise<OfficeProduct | null> {
  return database.maybeOne(officeProducts`select ${officeColumns} from ${allProducts} where p.id = ${id}`);
}

export function listMostRecent(database: CommonQueryMethods): Promise<readonly StoreProduct[]> {
  return database.any(
    storeProducts`
      select ${columns} from ${allProducts}
      where ${inStore} and not p.permanent_out_of_stock order by p.created_at desc, p.id limit ${HOME_SECTION_SIZE}`,
  );
}

/** The products of these ids that the store still shows, in the order of the ids. */
export function listProductsOf(
  database: CommonQueryMethods,
  productIds: readonly string[],
): Promise<readonly StoreProduct[]> {
  const ids = sql.array([...productIds], 'uuid');
  return database.any(
    storeProducts`
      select ${columns} from ${allProducts}
      where ${inStore} and not p.permanent_out_of_stock and p.id = any(${ids})
      order by array_position(${ids}, p.id) limit ${HOME_SECTION_SIZE}`,
  );
}

/** Products with few codes left, fewest first; those without any are 'Pre order', not low. */
export function listNearOutOfStock(database: CommonQueryMethods): Promise<readonly StoreProduct[]> {
  return database.any(
    storeProducts`
      select ${columns} from ${allProducts}
      where ${inStore} and not p.permanent_out_of_stock and v.free_codes between 1 and ${LOW_STOCK}
      order by v.free_codes, p.id limit ${HOME_SECTION_SIZE}`,
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
  return { regions: regions.map((row) => row.value).sort(byRegionName), brandNames: brands.map((row) => row.value) };
}
