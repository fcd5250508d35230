import { randomBytes, randomUUID } from 'node:crypto';
import { z } from 'zod';
import { sql } from '#bff/kit/tables/sql.ts';
import type { Currency } from '#core/kernel/money/money.ts';
import type { TestDeps } from './test-app.ts';

export type TestProduct = { readonly productId: string; readonly variantId: string };

/** Of a title in other letters: its bytes. */
const slugOf = (title: string): string =>
  /^[ -~]+$/.test(title) ? title.toLowerCase().replace(/[^a-z0-9]+/g, '-') : Buffer.from(title).toString('hex');

/** A product with one variant and a number of codes on the shelf. */
export async function createProduct(
  test: TestDeps<'database' | 'codes'>,
  product: {
    readonly name?: string;
    readonly brand?: string;
    readonly region?: string;
    readonly currency?: Currency;
    readonly priceMinor?: bigint;
    readonly codes?: number;
    readonly isPermanentOutOfStock?: boolean;
  } = {},
): Promise<TestProduct> {
  const { database } = test.deps;
  const [productId, variantId] = [randomUUID(), randomUUID()];
  const brand = product.brand ?? 'Steam';
  // Two products of one brand may be made at once: both its slug and its title are unique.
  await database.query(
    sql.typeAlias('void')`insert into app.brand (slug, title, color) values (${slugOf(brand)}, ${brand}, '#1b2838')
      on conflict do nothing`,
  );
  const { id } = await database.one(
    sql.type(z.object({ id: z.int() }))`select id from app.brand where slug = ${slugOf(brand)}`,
  );
  await database.query(
    sql.typeAlias('void')`insert into app.product
        (id, name, short_description, description, category, brand_id, region, permanent_out_of_stock)
      values (${productId}, ${product.name ?? 'Steam Gift Card'}, 'Wallet credit', '<p>Wallet credit</p>', 'Gaming', ${id},
        ${product.region ?? 'eu'}, ${product.isPermanentOutOfStock ?? false})`,
  );
  await database.query(
    sql.typeAlias('void')`insert into app.product_variant (id, product_id, name, price_minor, currency)
      values (${variantId}, ${productId}, '50', ${product.priceMinor ?? 4810n}, ${product.currency ?? 'EUR'})`,
  );
  await stockUp(test, variantId, product.codes ?? 0);
  return { productId, variantId };
}

export async function stockUp(test: TestDeps<'codes'>, variantId: string, count: number): Promise<void> {
  if (count === 0) return;
  await test.deps.codes.addCodes(
    variantId,
    Array.from({ length: count }, () => randomBytes(8).toString('hex').toUpperCase()),
  );
}
