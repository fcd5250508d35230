import { z } from 'zod';
import { DEFAULT_GLYPH, GLYPHS, type Glyph } from '#bff/contract/glyphs.ts';
import { isAsShown, nextUpdatedAt } from '#bff/lib/shown-version.ts';
import { type Queryable, sql } from '#bff/lib/sql.ts';

const BrandRow = z.object({
  id: z.int(),
  slug: z.string(),
  title: z.string(),
  description: z.string(),
  website: z.string().nullable(),
  color: z.string().nullable(),
  glyph: z.enum(GLYPHS),
  logoFileId: z.uuid().nullable(),
  updatedAt: z.date(),
});
export type BrandRow = z.infer<typeof BrandRow>;

/** Limit of one answer. The catalogue's screens show all brands at once. */
const MAX_BRANDS = 500;

const columns = sql.fragment`id, slug, title, description, website, color, glyph, logo_file_id as "logoFileId",
  updated_at as "updatedAt"`;

/** Brands with a logo first, then by title, as the screens list them. */
export function listBrands(
  database: Queryable,
  filter: { readonly withLogo?: boolean } = {},
): Promise<readonly BrandRow[]> {
  return database.any(sql.type(BrandRow)`
    select ${columns} from app.brand
    where ${filter.withLogo === true ? sql.fragment`logo_file_id is not null` : sql.fragment`true`}
    order by (logo_file_id is null), lower(title) collate "und-x-icu", id limit ${MAX_BRANDS}`);
}

/**
 * In a transaction: locks a brand and returns whether it is still as it was shown. Of two simultaneous changes the second waits here for
 * the first.
 */
export function lockBrand(
  transaction: Queryable,
  id: number,
  shownAt: string | undefined,
): Promise<(BrandRow & { readonly isAsShown: boolean }) | null> {
  return transaction.maybeOne(sql.type(BrandRow.extend({ isAsShown: z.boolean() }))`
    select ${columns}, ${isAsShown(sql.fragment`updated_at`, shownAt)} as "isAsShown" from app.brand where id = ${id} for update`);
}

export type BrandData = {
  readonly title: string;
  readonly description: string;
  readonly website: string | null;
  readonly color: string | null;
  /** Left out: a new brand gets the default glyph, an existing one keeps its own. */
  readonly glyph: Glyph | undefined;
};

/** @returns null where a brand with that title (or one with the same slug) exists. */
export function insertBrand(database: Queryable, data: BrandData, logoFileId: string | null): Promise<BrandRow | null> {
  return database.maybeOne(sql.type(BrandRow)`
    insert into app.brand (slug, title, description, website, color, glyph, logo_file_id)
    select ${slugOf(data.title)}, ${data.title}, ${data.description}, ${data.website}, ${data.color},
      ${data.glyph ?? DEFAULT_GLYPH}, ${logoFileId}
    where not exists (select from app.brand where lower(title) = lower(${data.title}))
    on conflict do nothing returning ${columns}`);
}

/**
 * Changes a brand; `logoFileId` undefined leaves the logo as it is. The slug stays, because links use it.
 * @returns null where there is no such brand, or another has the title.
 */
export function updateBrand(
  database: Queryable,
  id: number,
  data: BrandData,
  logoFileId: string | undefined,
): Promise<BrandRow | null> {
  return database.maybeOne(sql.type(BrandRow)`
    update app.brand set title = ${data.title}, description = ${data.description},
      website = ${data.website}, color = ${data.color},
      glyph = coalesce(${data.glyph ?? null}, glyph),
      logo_file_id = coalesce(${logoFileId ?? null}::uuid, logo_file_id),
      updated_at = ${nextUpdatedAt(sql.fragment`updated_at`)}
    where id = ${id} and not exists (select from app.brand other where lower(other.title) = lower(${data.title})
      and other.id <> ${id})
    returning ${columns}`);
}

/** How many products each brand has, archived ones too; a brand without any is left out. */
export async function countProducts(database: Queryable, brandId?: number): Promise<ReadonlyMap<number, number>> {
  const rows = await database.any(sql.type(z.object({ brandId: z.int(), count: z.bigint() }))`
    select brand_id as "brandId", count(*) as count from app.product
    where ${brandId === undefined ? sql.fragment`brand_id is not null` : sql.fragment`brand_id = ${brandId}`}
    group by brand_id`);
  return new Map(rows.map((row) => [row.brandId, Number(row.count)]));
}

/** Returns the deleted row, or null. */
export function deleteBrand(database: Queryable, id: number): Promise<BrandRow | null> {
  return database.maybeOne(sql.type(BrandRow)`delete from app.brand where id = ${id} returning ${columns}`);
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
