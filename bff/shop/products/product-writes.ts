import { z } from 'zod';
import { nextUpdatedAt } from '#bff/kit/tables/shown-version.ts';
import { type Queryable, sql } from '#bff/kit/tables/sql.ts';
import { newRow, writesOf } from '#bff/kit/tables/table.ts';
import type { Currency } from '#core/kernel/money/money.ts';

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

const products = writesOf('product');
const updatedAt = nextUpdatedAt(sql.fragment`updated_at`);
type Ids = { readonly productId: string; readonly variantId: string };

/** The columns of the product itself; the others are those of its variant. */
const columnsOf = ({ variantName, currency, priceMinor, isPermanentOutOfStock, ...product }: ProductData) => ({
  ...product,
  permanentOutOfStock: isPermanentOutOfStock,
});
const variantOf = ({ productId, variantId }: Ids, { variantName, priceMinor, currency }: ProductData) =>
  newRow({ id: variantId, productId, name: variantName, priceMinor, currency });

export async function insertProduct(database: Queryable, ids: Ids, data: ProductData): Promise<void> {
  await database.transaction(async (transaction) => {
    const product = newRow({ id: ids.productId, ...columnsOf(data) });
    await transaction.query(sql.void`insert into app.product ${product}`);
    await transaction.query(sql.void`insert into app.product_variant ${variantOf(ids, data)}`);
  });
}

/** Changes a product and its first variant, without the price of one that it has. Orders keep the price of their placement. */
export async function updateProduct(database: Queryable, ids: Ids, data: ProductData): Promise<void> {
  await database.transaction(async (transaction) => {
    await products.update(transaction, { id: ids.productId }, { ...columnsOf(data), updatedAt });
    await transaction.query(sql.void`insert into app.product_variant ${variantOf(ids, data)}
      on conflict (id) do update set name = excluded.name, updated_at = now()`);
  });
}

/** Archived products are neither shown nor sold; their history and codes stay. */
export const setProductActive = (database: Queryable, id: string, active: boolean): Promise<number> =>
  products.update(database, { id }, { active, updatedAt });

/** Returns the file of the picture before. */
export async function setProductImage(database: Queryable, id: string, fileId: string | null): Promise<string | null> {
  const row = await database.maybeOne(sql.type(z.object({ earlier: z.uuid().nullable() }))`
    with before as (select id, image_file_id from app.product where id = ${id} for update)
    update app.product p set image_file_id = ${fileId},
      updated_at = ${nextUpdatedAt(sql.fragment`p.updated_at`)} from before where p.id = before.id
    returning before.image_file_id as earlier`);
  return row?.earlier ?? null;
}
