import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { z } from 'zod';
import { IMAGE_WIDTHS } from '#bff/contract/image-widths.ts';
import type { BffDeps } from '#bff/deps.ts';
import { type Queryable, sql } from '#bff/lib/sql.ts';
import { FileNotFoundError, type FileStore } from '#bff/ports/file-store.ts';
import { VARIANT_SIZES, type VariantSize } from './images.ts';

/** A job of its own kind; it carries nothing: what has no sizes yet is found by looking. */
export const MAKE_IMAGE_SIZES = { name: 'image-sizes', schema: z.object({}) } as const;
export const MAKE_IMAGE_SIZES_EVERY_MS = 30_000;

/** Pictures of one run. */
const MAX_IMAGES_PER_RUN = 200;
/** A decoded picture of this many pixels takes about 200 MB; uploads of ours have far fewer. */
const MAX_PIXELS = 50_000_000;
const WEBP_QUALITY = 82;

type ImageDeps = Pick<BffDeps, 'database' | 'files' | 'logger'>;

const pictures = sql.fragment`
  select image_file_id as file_id from app.product where image_file_id is not null
  union select logo_file_id from app.brand where logo_file_id is not null
  union select file_id from app.carousel_image`;

/**
 * Makes the sizes of every picture of the catalogue that lacks them, and removes those of pictures that are gone. Safe to
 * repeat; returns how many pictures it made sizes of.
 */
export async function makeImageSizes(deps: ImageDeps): Promise<number> {
  await removeSizesOfGonePictures(deps);
  const fileIds = await listPicturesWithoutSizes(deps.database);
  for (const fileId of fileIds) await makeSizesOf(deps, fileId);
  return fileIds.length;
}

async function listPicturesWithoutSizes(database: Queryable): Promise<string[]> {
  const rows = await database.any(
    sql.type(z.object({ fileId: z.uuid() }))`
      select file_id as "fileId" from (${pictures}) picture
      where (select count(*) from app.image_variant v where v.file_id = picture.file_id) < ${VARIANT_SIZES.length}
      order by file_id limit ${MAX_IMAGES_PER_RUN}`,
  );
  return rows.map((row) => row.fileId);
}

async function removeSizesOfGonePictures({ database, files }: ImageDeps): Promise<void> {
  const gone = await database.any(
    sql.type(z.object({ variantFileId: z.uuid().nullable() }))`
      delete from app.image_variant where (file_id, size) in (
        select file_id, size from app.image_variant v
        where not exists (select from (${pictures}) picture where picture.file_id = v.file_id)
        limit ${MAX_IMAGES_PER_RUN * VARIANT_SIZES.length})
      returning variant_file_id as "variantFileId"`,
  );
  for (const { variantFileId } of gone) if (variantFileId !== null) await files.remove(variantFileId);
}

async function makeSizesOf(deps: ImageDeps, fileId: string): Promise<void> {
  let original: Buffer;
  try {
    original = await buffer((await deps.files.open(fileId, null)).stream);
  } catch (error) {
    if (!(error instanceof FileNotFoundError)) throw error;
    deps.logger.warn({ fileId }, 'a picture of the catalogue is not in the file store');
    await Promise.all(VARIANT_SIZES.map((size) => keepVariant(deps, fileId, size, null)));
    return;
  }
  for (const size of VARIANT_SIZES) {
    const webp = await resize(original, IMAGE_WIDTHS[size]).catch((error: unknown) => {
      deps.logger.warn({ err: error, fileId, size }, 'a picture cannot be read; the original is served instead');
      return null;
    });
    await keepVariant(deps, fileId, size, webp === null ? null : await saveVariant(deps.files, webp));
  }
}

/** Turned as its camera says, without its metadata, and never larger than it was. */
const resize = (original: Buffer, width: number): Promise<Buffer> =>
  sharp(original, { limitInputPixels: MAX_PIXELS })
    .rotate()
    .resize({ width, withoutEnlargement: true })
    .webp({ quality: WEBP_QUALITY })
    .toBuffer();

async function saveVariant(files: FileStore, webp: Buffer): Promise<string> {
  const stored = await files.keep(webp, { contentType: 'image/webp', owner: null });
  return stored.id;
}

/** Where two workers made the same size, the second one's file goes again. */
async function keepVariant(
  deps: ImageDeps,
  fileId: string,
  size: VariantSize,
  variantFileId: string | null,
): Promise<void> {
  const { rowCount } = await deps.database.query(
    sql.typeAlias('void')`insert into app.image_variant (file_id, size, variant_file_id)
      values (${fileId}, ${size}, ${variantFileId}) on conflict do nothing`,
  );
  if (rowCount === 0 && variantFileId !== null) await deps.files.remove(variantFileId);
}
