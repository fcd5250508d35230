import { v5 } from 'uuid';
import type { BffDeps } from '#bff/kit/deps.ts';
import { conflict } from '#bff/kit/lib/api-error.ts';
import { nextUpdatedAt } from '#bff/kit/tables/shown-version.ts';
import { type Queryable, sql } from '#bff/kit/tables/sql.ts';
import { brands, insertBrand, updateBrand } from '#bff/shop/brands/brand-store.ts';
import { listOfficeProductsOf, type OfficeProduct } from '#bff/shop/products/product-store.ts';
import type { ChangeRow, LineRow } from './change-store.ts';
import { twinsOf } from './known-catalogue.ts';
import { BrandTarget, PriceTarget, ProductTarget } from './line.ts';
import { keyOf } from './product-lines.ts';

/** Names that a message lists. */
const MAX_NAMED = 5;

/** What the rows are about, locked until the end of the transaction, by id. */
export async function lockProducts(
  transaction: Queryable,
  lines: readonly LineRow[],
): Promise<ReadonlyMap<string, OfficeProduct>> {
  const ids = lines.map(({ subject }) => subject);
  await transaction.query(
    sql.void`select from app.product where id = any(${sql.array(ids, 'uuid')}) order by id for update`,
  );
  const products = await listOfficeProductsOf(transaction, ids);
  return new Map(products.map((product) => [product.id, product]));
}

/**
 * Requires that nothing of what a file changes was changed since it was looked at. The products or brands are locked until the end of the
 * transaction. @throws ApiError 409 changed_elsewhere, which names what was changed
 */
export async function requireAsShown(
  transaction: Queryable,
  { kind }: Pick<ChangeRow, 'kind'>,
  lines: readonly LineRow[],
  products: ReadonlyMap<string, OfficeProduct>,
): Promise<void> {
  const changed =
    kind === 'brands' ? await changedBrands(transaction, lines) : await changedProducts(transaction, lines, products);
  if (changed.length === 0) return;
  const named = changed.slice(0, MAX_NAMED).map((line) => `${line.name} (line ${line.line})`);
  const more = changed.length > MAX_NAMED ? ` and ${changed.length - MAX_NAMED} more` : '';
  throw conflict(
    'changed_elsewhere',
    `Changed after this was shown: ${named.join(', ')}${more}. Nothing of it was applied. Look at it again, then apply it.`,
  );
}

const isAsShown = (now: Date | undefined, shown: Date | null): boolean => now?.getTime() === shown?.getTime();

async function changedProducts(
  transaction: Queryable,
  lines: readonly LineRow[],
  products: ReadonlyMap<string, OfficeProduct>,
): Promise<LineRow[]> {
  const known = new Set((await brands.list(transaction, {})).map(({ title }) => title));
  const targets = lines.map((line) => ({
    line,
    product: products.get(line.subject),
    target: ProductTarget.safeParse(line.target).data,
  }));
  const added = targets.flatMap(({ line, target }) => (line.state === 'new' && target ? [target] : []));
  const twins = await twinsOf(
    transaction,
    added.map(({ name }) => name),
  );
  return targets.flatMap(({ line, product, target }) => {
    // A change of prices concerns the price alone.
    if (!target) return isPriceAsShown(line, product) ? [] : [line];
    const isSame =
      isAsShown(product?.updatedAt, line.shownAt) &&
      target.isNewBrand !== known.has(target.brand) &&
      (line.state !== 'new' || !twins.has(keyOf(target)));
    return isSame ? [] : [line];
  });
}

/** Whether the price is the one that was shown, and no other one waits. */
export function isPriceAsShown({ target }: Pick<LineRow, 'target'>, product: OfficeProduct | undefined): boolean {
  const { beforeMinor, currency } = PriceTarget.parse(target);
  return (
    product?.priceMinor?.toString() === beforeMinor && product.currency === currency && product.waitingPrice === null
  );
}

async function changedBrands(transaction: Queryable, lines: readonly LineRow[]): Promise<LineRow[]> {
  await transaction.query(sql.void`select from app.brand order by id for update`);
  const all = await brands.list(transaction, {});
  const byId = new Map(all.map((brand) => [String(brand.id), brand]));
  const titles = new Map(all.map((brand) => [brand.title.toLowerCase(), String(brand.id)]));
  return lines.filter(({ subject, shownAt, target }) => {
    const before = byId.get(subject);
    const holder = titles.get(BrandTarget.parse(target).title.toLowerCase());
    const shown = before && new Date(before.updated_at);
    return !isAsShown(shown, shownAt) || (holder !== undefined && holder !== subject);
  });
}

/** Writes rows that were found as they were shown, in the same transaction. */
export async function writeLines(
  deps: Pick<BffDeps, 'clock'>,
  transaction: Queryable,
  { kind, id }: Pick<ChangeRow, 'kind' | 'id'>,
  lines: readonly LineRow[],
  products: ReadonlyMap<string, OfficeProduct>,
): Promise<void> {
  if (lines.length === 0) return;
  if (kind === 'brands') return writeBrands(transaction, lines);
  if (kind === 'products') await writeProducts(transaction, lines);
  const variants = lines.map(({ subject, target }) => {
    const { variantName: name, ...before } = products.get(subject) ?? { variantId: null, variantName: null };
    const { currency, priceMinor } = kind === 'products' ? ProductTarget.parse(target) : PriceTarget.parse(target);
    return {
      id: before.variantId ?? v5(`variant/${subject}`, id),
      product_id: subject,
      name: kind === 'products' ? ProductTarget.parse(target).variantName : name,
      price_minor: priceMinor,
      currency,
    };
  });
  const wanted = sql.fragment`jsonb_to_recordset(${JSON.stringify(variants)}::jsonb)
    as wanted (id uuid, product_id uuid, name text, price_minor int8, currency text)`;
  await transaction.query(sql.void`
    insert into app.price_change (variant_id, changed_at, price_minor, currency)
    select v.id, ${deps.clock().toISOString()}::timestamptz, v.price_minor, v.currency
    from app.product_variant v join ${wanted} on wanted.id = v.id
    where v.price_minor <> wanted.price_minor or v.currency <> wanted.currency`);
  await transaction.query(sql.void`
    insert into app.product_variant (id, product_id, name, price_minor, currency)
    select id, product_id, name, price_minor, currency from ${wanted}
    on conflict (id) do update set name = excluded.name, price_minor = excluded.price_minor, currency = excluded.currency,
      updated_at = now()`);
  if (kind === 'prices') {
    await transaction.query(sql.void`update app.product set updated_at = ${nextUpdatedAt(sql.fragment`updated_at`)}
      where id = any(${sql.array(
        lines.map(({ subject }) => subject),
        'uuid',
      )})`);
  }
}

async function writeProducts(transaction: Queryable, lines: readonly LineRow[]): Promise<void> {
  const targets = lines.map(({ subject, target }) => ({ subject, ...ProductTarget.parse(target) }));
  for (const title of new Set(targets.flatMap(({ brand, isNewBrand }) => (isNewBrand ? [brand] : [])))) {
    await insertBrand(transaction, { title, description: null, website: null, color: null }, undefined);
  }
  const ids = new Map((await brands.list(transaction, {})).map(({ id, title }) => [title.toLowerCase(), id]));
  const rows = targets.map((target) => ({
    id: target.subject,
    name: target.name,
    short_description: target.shortDescription,
    description: target.description,
    category: target.category,
    brand_id: ids.get(target.brand.toLowerCase()),
    region: target.region,
    permanent_out_of_stock: target.isPermanentOutOfStock,
    active: target.isActive,
  }));
  await transaction.query(sql.void`
    insert into app.product as stored (id, name, short_description, description, category, brand_id, region, permanent_out_of_stock, active)
    select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as wanted (id uuid, name text, short_description text,
      description text, category text, brand_id int4, region text, permanent_out_of_stock bool, active bool)
    on conflict (id) do update set name = excluded.name, short_description = excluded.short_description,
      description = excluded.description, category = excluded.category, brand_id = excluded.brand_id, region = excluded.region,
      permanent_out_of_stock = excluded.permanent_out_of_stock, active = excluded.active,
      updated_at = ${nextUpdatedAt(sql.fragment`stored.updated_at`)}`);
}

async function writeBrands(transaction: Queryable, lines: readonly LineRow[]): Promise<void> {
  for (const { subject, target } of lines) {
    const form = BrandTarget.parse(target);
    const written =
      subject === ''
        ? await insertBrand(transaction, form, undefined)
        : await updateBrand(transaction, Number(subject), form, undefined);
    if (!written)
      throw conflict('changed_elsewhere', `There is a brand named ${form.title} already. Nothing was applied.`);
  }
}
