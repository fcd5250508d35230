import { z } from 'zod';
import { Brand } from '#bff/contract/shop/brand.ts';
import type { BrandForm } from '#bff/contract/shop/brand-form.ts';
import { nextUpdatedAt } from '#bff/kit/tables/shown-version.ts';
import { type Queryable, sql } from '#bff/kit/tables/sql.ts';
import { appTable } from '#bff/kit/tables/table.ts';

/** Limit of one answer. The catalogue's screens show all brands at once. */
const MAX_BRANDS = 500;

export const brands = appTable(
  'brand',
  Brand.omit({ name: true, logo: true, logoUrl: true, hasLogo: true }).extend({
    description: z.string(),
    logo_file_id: z.uuid().nullable(),
  }),
);
export type BrandRow = z.infer<typeof brands.type>;

/** Brands with a logo first, then by title, as the screens list them. */
export const listBrands = (database: Queryable, { withLogo = false } = {}): Promise<BrandRow[]> =>
  brands.list(
    database,
    withLogo ? sql.fragment`logo_file_id is not null` : {},
    sql.fragment`order by (logo_file_id is null), lower(title) collate "und-x-icu", id limit ${MAX_BRANDS}`,
  );

/** Without a glyph a new brand gets the default one, and an existing brand keeps its own. */
const columnsOf = ({ title, description, website, color, glyph }: BrandForm) => ({
  title,
  description: description ?? '',
  website,
  color,
  glyph,
});

const isTaken = (database: Queryable, title: string, id = 0): Promise<boolean> =>
  database.exists(sql.void`select from app.brand where lower(title) = lower(${title}) and id <> ${id}`);

/** @returns null where a brand with that title (or one with the same slug) exists. */
export async function insertBrand(
  transaction: Queryable,
  form: BrandForm,
  logoFileId: string | undefined,
): Promise<BrandRow | null> {
  if (await isTaken(transaction, form.title)) return null;
  const slug = slugOf(form.title);
  return brands.insertNew(transaction, { ...columnsOf(form), slug, logo_file_id: logoFileId });
}

/**
 * Changes a brand; `logoFileId` undefined leaves the logo as it is. The slug stays, because links use it.
 * @returns null where there is no such brand, or another has the title.
 */
export async function updateBrand(
  transaction: Queryable,
  id: number,
  form: BrandForm,
  logoFileId: string | undefined,
): Promise<BrandRow | null> {
  if (await isTaken(transaction, form.title, id)) return null;
  const updatedAt = nextUpdatedAt(sql.fragment`updated_at`);
  return brands.change(transaction, { id }, { ...columnsOf(form), logo_file_id: logoFileId, updated_at: updatedAt });
}

/** How many products each brand has, archived ones too; a brand without any is left out. */
export async function countProducts(database: Queryable, brandId?: number): Promise<ReadonlyMap<number, number>> {
  const rows = await database.any(sql.type(z.object({ brandId: z.int(), count: z.bigint() }))`
    select brand_id as "brandId", count(*) as count from app.product
    where ${brandId === undefined ? sql.fragment`brand_id is not null` : sql.fragment`brand_id = ${brandId}`}
    group by brand_id`);
  return new Map(rows.map((row) => [row.brandId, Number(row.count)]));
}

/** "App Store & iTunes" → "app-store-itunes"; a title without Latin letters gets a random one. */
function slugOf(title: string): string {
  const slug = title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
  return slug === '' ? `brand-${crypto.randomUUID().slice(0, 8)}` : slug;
}
