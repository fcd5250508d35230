import { z } from 'zod';
import { nextUpdatedAt } from '#bff/lib/shown-version.ts';
import { type Queryable, sql } from '#bff/lib/sql.ts';
import type { Currency } from '#core/kernel/money.ts';

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

/** The id of the brand with that title (in any case), or null. */
export async function findBrandId(database: Queryable, title: string): Promise<number | null> {
  const row = await database.maybeOne(
    sql.type(z.object({ id: z.int() }))`select id from app.brand where lower(title) = lower(${title})`,
  );
  return row?.id ?? null;
}

/** Adds a product with its one variant. */
export async function insertProduct(
  database: Queryable,
  ids: { readonly productId: string; readonly variantId: string },
  data: ProductData,
): Promise<void> {
  await database.transaction(async (transaction) => {
    await transaction.query(sql.void`
      insert into app.product
      (id, name, short_description, description, category, brand_id, region, permanent_out_of_stock)
    values (${ids.productId}, ${data.name}, ${data.shortDescription}, ${data.description}, ${data.category},
      ${data.brandId}, ${data.region}, ${data.isPermanentOutOfStock})`);
    await transaction.query(sql.void`insert into app.product_variant (id, product_id, name, price_minor, currency)
    values (${ids.variantId}, ${ids.productId}, ${data.variantName}, ${data.priceMinor}, ${data.currency})`);
  });
}

/** Changes a product and its first variant, without the price of one that it has. Orders keep the price of their placement. */
export async function updateProduct(
  database: Queryable,
  ids: { readonly productId: string; readonly variantId: string },
  data: ProductData,
): Promise<void> {
  await database.transaction(async (transaction) => {
    await transaction.query(sql.void`
      update app.product set name = ${data.name}, short_description = ${data.shortDescription},
      description = ${data.description}, category = ${data.category}, brand_id = ${data.brandId},
      region = ${data.region}, permanent_out_of_stock = ${data.isPermanentOutOfStock},
      updated_at = ${nextUpdatedAt(sql.fragment`updated_at`)}
    where id = ${ids.productId}`);
    await transaction.query(sql.void`
      insert into app.product_variant (id, product_id, name, price_minor, currency)
    values (${ids.variantId}, ${ids.productId}, ${data.variantName}, ${data.priceMinor}, ${data.currency})
    on conflict (id) do update set name = excluded.name, updated_at = now()`);
  });
}

/** Archived products are neither shown nor sold; their history and codes stay. */
export async function setProductActive(database: Queryable, id: string, isActive: boolean): Promise<void> {
  await database.query(sql.void`update app.product set active = ${isActive},
    updated_at = ${nextUpdatedAt(sql.fragment`updated_at`)} where id = ${id}`);
}

/** Sets or removes a product's picture and returns the file it had. */
export async function setProductImage(database: Queryable, id: string, fileId: string | null): Promise<string | null> {
  const row = await database.maybeOne(sql.type(z.object({ earlier: z.uuid().nullable() }))`
    with before as (select id, image_file_id from app.product where id = ${id} for update)
    update app.product p set image_file_id = ${fileId},
      updated_at = ${nextUpdatedAt(sql.fragment`p.updated_at`)} from before where p.id = before.id
    returning before.image_file_id as earlier`);
  return row?.earlier ?? null;
}
