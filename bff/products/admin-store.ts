import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { worthOfPrice } from '#bff/catalogue/worth.ts';
import { isAsShown, nextUpdatedAt } from '#bff/lib/shown-version.ts';
import { Currency } from '#core/kernel/money.ts';
import type { Rates } from '#core/kernel/rates.ts';
import { escapeLike, every, type Fragment, sql } from '#projections/kernel/sql.ts';

const ProductRow = z.object({
  id: z.uuid(),
  name: z.string(),
  shortDescription: z.string(),
  description: z.string(),
  category: z.string(),
  brandTitle: z.string().nullable(),
  region: z.string(),
  isPermanentOutOfStock: z.boolean(),
  isActive: z.boolean(),
  imageFileId: z.uuid().nullable(),
  createdAt: z.date(),
  updatedAt: z.date(),
  variantId: z.uuid().nullable(),
  variantName: z.string().nullable(),
  priceMinor: z.bigint().nullable(),
  currency: Currency.nullable(),
  /** Codes that a new order can have at once. */
  available: z.bigint().nullable(),
  /** Pieces that paid orders wait for. */
  waiting: z.bigint().nullable(),
  /** All codes ever added, and those that were given to orders. */
  codes: z.bigint(),
  sold: z.bigint(),
});
/** A product with its first variant and the state of its stock. */
export type ProductRow = z.infer<typeof ProductRow>;

export type ProductSort = 'name' | 'brand' | 'region' | 'price';
export type ProductFilters = {
  readonly term?: string | undefined;
  readonly regions?: readonly string[] | undefined;
  readonly brandTitles?: readonly string[] | undefined;
};

/** Prices are sorted by their worth in USD. */
const sortBy = (sort: ProductSort, rates: Rates): Fragment =>
  ({
    name: sql.fragment`lower(p.name)`,
    brand: sql.fragment`lower(b.title)`,
    region: sql.fragment`p.region`,
    price: worthOfPrice(rates),
  })[sort];

/** A product is shown with its first variant: the catalogue sells one of each. */
const FIRST_VARIANT = sql.fragment`left join lateral (
  select * from app.product_variant where product_id = p.id order by position, created_at, id limit 1) v on true`;

const select = (page: Fragment) => sql.type(ProductRow)`
  select p.id, p.name, p.short_description as "shortDescription", p.description, p.category,
    p.brand_title as "brandTitle", p.region, p.permanent_out_of_stock as "isPermanentOutOfStock",
    p.active as "isActive", p.image_file_id as "imageFileId", p.created_at as "createdAt",
    p.updated_at as "updatedAt", p.variant_id as "variantId", p.variant_name as "variantName",
    p.price_minor as "priceMinor", p.currency, stock.available, stock.waiting,
    coalesce(code.codes, 0) as codes, coalesce(code.sold, 0) as sold
  from (${page}) p
  left join lateral (select * from app.variant_stock where variant_id = p.variant_id) stock on true
  left join lateral (
    select count(*) as codes, count(order_id) as sold from app.gift_code where variant_id = p.variant_id) code on true
  order by p.cut_order`;

const pageColumns = sql.fragment`p.*, b.title as brand_title, v.id as variant_id, v.name as variant_name, v.price_minor,
  v.currency`;

function conditionsOf(filters: ProductFilters): Fragment {
  const where: Fragment[] = [];
  if (filters.term) {
    const pattern = `%${escapeLike(filters.term)}%`;
    where.push(
      sql.fragment`(p.name ilike ${pattern} or b.title ilike ${pattern} or v.name ilike ${pattern}
        or p.category ilike ${pattern} or p.region ilike ${pattern} or p.id::text = ${filters.term.toLowerCase()})`,
    );
  }
  if (filters.regions?.length) where.push(sql.fragment`p.region = any(${sql.array([...filters.regions], 'text')})`);
  if (filters.brandTitles?.length) {
    where.push(sql.fragment`b.title = any(${sql.array([...filters.brandTitles], 'text')})`);
  }
  return every(where);
}

/** Every product, archived ones too, a page at a time. */
export async function listProducts(
  database: CommonQueryMethods,
  request: ProductFilters & {
    readonly page: number;
    readonly perPage: number;
    readonly sortBy: ProductSort;
    readonly sortOrder: 'asc' | 'desc';
    /** A decimal such as "1.1". */
    readonly rates: Rates;
  },
): Promise<{ items: readonly ProductRow[]; total: number }> {
  const from = sql.fragment`app.product p left join app.brand b on b.id = p.brand_id ${FIRST_VARIANT}`;
  const where = conditionsOf(request);
  const direction = request.sortOrder === 'asc' ? sql.fragment`asc` : sql.fragment`desc`;
  const { total } = await database.one(
    sql.type(z.object({ total: z.bigint() }))`select count(*) as total from ${from} where ${where}`,
  );
  const items = await database.any(
    select(sql.fragment`
      select page.*, row_number() over () as cut_order from (
        select ${pageColumns} from ${from} where ${where}
        order by ${sortBy(request.sortBy, request.rates)} ${direction} nulls last, p.id
        limit ${request.perPage} offset ${(request.page - 1) * request.perPage}) page`),
  );
  return { items, total: Number(total) };
}

/** One product, archived or not, or null. */
export function findProduct(database: CommonQueryMethods, id: string): Promise<ProductRow | null> {
  return database.maybeOne(
    select(sql.fragment`
      select ${pageColumns}, 1 as cut_order from app.product p left join app.brand b on b.id = p.brand_id ${FIRST_VARIANT}
      where p.id = ${id}`),
  );
}

export type ProductData = {
  readonly name: string;
  readonly variantName: string;
  readonly shortDescription: string;
  /** Sanitised HTML. */
  readonly description: string;
  readonly category: string;
  readonly brandId: number;
  readonly region: string;
  readonly currency: Currency;
  readonly priceMinor: bigint;
  readonly isPermanentOutOfStock: boolean;
};

/** The id of the brand of that title (case does not matter), or null. */
export async function findBrandId(database: CommonQueryMethods, title: string): Promise<number | null> {
  const row = await database.maybeOne(
    sql.type(z.object({ id: z.int() }))`select id from app.brand where lower(title) = lower(${title})`,
  );
  return row?.id ?? null;
}

/** Adds a product with its one variant. */
export async function insertProduct(
  database: CommonQueryMethods,
  ids: { readonly productId: string; readonly variantId: string },
  data: ProductData,
): Promise<void> {
  await database.transaction(async (transaction) => {
    await transaction.query(
      sql.typeAlias('void')`insert into app.product
        (id, name, short_description, description, category, brand_id, region, permanent_out_of_stock)
      values (${ids.productId}, ${data.name}, ${data.shortDescription}, ${data.description}, ${data.category},
        ${data.brandId}, ${data.region}, ${data.isPermanentOutOfStock})`,
    );
    await transaction.query(
      sql.typeAlias('void')`insert into app.product_variant (id, product_id, name, price_minor, currency)
      values (${ids.variantId}, ${ids.productId}, ${data.variantName}, ${data.priceMinor}, ${data.currency})`,
    );
  });
}

/**
 * Inside a transaction: locks a product, and says whether it is still as it was shown. Of two changes at once the second
 * waits here for the first.
 */
export function lockAsShown(transaction: CommonQueryMethods, id: string, shownAt: string): Promise<boolean> {
  return transaction.oneFirst(
    sql.type(z.object({ isAsShown: z.boolean() }))`
      select ${isAsShown(sql.fragment`updated_at`, shownAt)} as "isAsShown" from app.product where id = ${id} for update`,
  );
}

/** Changes a product and its first variant. Orders keep the price at which they were placed. */
export async function updateProduct(
  database: CommonQueryMethods,
  ids: { readonly productId: string; readonly variantId: string },
  data: ProductData,
): Promise<void> {
  await database.transaction(async (transaction) => {
    await transaction.query(
      sql.typeAlias('void')`update app.product set name = ${data.name}, short_description = ${data.shortDescription},
        description = ${data.description}, category = ${data.category}, brand_id = ${data.brandId},
        region = ${data.region}, permanent_out_of_stock = ${data.isPermanentOutOfStock},
        updated_at = ${nextUpdatedAt(sql.fragment`updated_at`)}
      where id = ${ids.productId}`,
    );
    await transaction.query(
      sql.typeAlias('void')`insert into app.product_variant (id, product_id, name, price_minor, currency)
      values (${ids.variantId}, ${ids.productId}, ${data.variantName}, ${data.priceMinor}, ${data.currency})
      on conflict (id) do update set name = excluded.name, price_minor = excluded.price_minor,
        currency = excluded.currency, updated_at = now()`,
    );
  });
}

/** Archived products are neither shown nor sold; their history and codes stay. */
export async function setProductActive(database: CommonQueryMethods, id: string, isActive: boolean): Promise<void> {
  await database.query(
    sql.typeAlias('void')`update app.product set active = ${isActive},
      updated_at = ${nextUpdatedAt(sql.fragment`updated_at`)} where id = ${id}`,
  );
}

/** Sets or removes a product's picture and returns the file it had. */
export async function setProductImage(
  database: CommonQueryMethods,
  id: string,
  fileId: string | null,
): Promise<string | null> {
  const row = await database.maybeOne(
    sql.type(z.object({ earlier: z.uuid().nullable() }))`
      with before as (select id, image_file_id from app.product where id = ${id} for update)
      update app.product p set image_file_id = ${fileId},
        updated_at = ${nextUpdatedAt(sql.fragment`p.updated_at`)} from before where p.id = before.id
      returning before.image_file_id as earlier`,
  );
  return row?.earlier ?? null;
}
