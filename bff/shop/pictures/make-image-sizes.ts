import { buffer } from 'node:stream/consumers';
import type { Sharp } from 'sharp';
import { z } from 'zod';
import { IMAGE_WIDTHS, NARROW_BANNER } from '#bff/contract/base/image-widths.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import { repeatedJob } from '#bff/kit/jobs/repeated-job.ts';
import { FileNotFoundError, type FileStore, FilesAwayError } from '#bff/kit/ports/file-store.ts';
import { type Queryable, sql } from '#bff/kit/tables/sql.ts';
import { writesOf } from '#bff/kit/tables/table.ts';
import { ImageFormat, mediaTypeOf, VARIANT_SIZES, type VariantSize } from './images.ts';

export const MAKE_IMAGE_SIZES = repeatedJob('image-sizes', 30_000);

/** A decoded picture of this many pixels takes about 200 MB; our own uploads have far fewer. */
const MAX_PIXELS = 50_000_000;
/** Pictures whose sizes are removed in one run. */
const MAX_GONE_PER_RUN = 200;

/**
 * How each format is made, and how many sizes one run makes. AVIF costs about six times the processor time of WebP. So a new picture gets
 * all its WebP before any AVIF, and one run makes few AVIF. A higher effort than 4 is not worth it.
 */
const MAKERS: Readonly<Record<ImageFormat, { encode(picture: Sharp): Sharp; sizesPerRun: number }>> = {
  webp: { encode: (picture) => picture.webp({ quality: 82 }), sizesPerRun: 1_000 },
  avif: { encode: (picture) => picture.avif({ quality: 55, effort: 3 }), sizesPerRun: 100 },
};

type ImageDeps = Pick<BffDeps, 'database' | 'files' | 'logger'>;
type MissingSize = { readonly fileId: string; readonly size: VariantSize; readonly webpFileId: string | null };

const pictures = sql.fragment`
  select image_file_id as file_id, false as is_banner from app.product where image_file_id is not null
  union select logo_file_id, false from app.brand where logo_file_id is not null
  union select file_id, false from app.store_picture
  union select file_id, true from app.carousel_image`;

/**
 * Makes the sizes and formats that pictures of the catalogue lack, and removes the sizes of pictures that are gone. Safe to repeat; returns
 * how many pictures it made something of.
 */
export async function makeImageSizes(deps: ImageDeps): Promise<number> {
  await removeSizesOfGonePictures(deps);
  const made = new Set<string>();
  for (const format of ImageFormat.options) {
    const missing = await listMissing(deps.database, format);
    for (const [fileId, sizes] of Map.groupBy(missing, (each) => each.fileId)) {
      const original = await readOriginal(deps, fileId);
      for (const each of sizes) {
        const content = original && (await make(deps, original, each, format));
        await keepVariant(deps, each, format, content ? await saveVariant(deps.files, content, format) : null);
      }
      made.add(fileId);
    }
  }
  return made.size;
}

async function listMissing(database: Queryable, format: ImageFormat): Promise<readonly MissingSize[]> {
  return database.any(sql.type(
    z.object({ fileId: z.uuid(), size: z.enum(VARIANT_SIZES), webpFileId: z.uuid().nullable() }),
  )`
    select picture.file_id as "fileId", wanted.size, webp.variant_file_id as "webpFileId"
    from (${pictures}) picture
    join unnest(${sql.array(VARIANT_SIZES, 'text')}) as wanted (size) on picture.is_banner or wanted.size <> 'narrow'
    left join app.image_variant webp
      on webp.file_id = picture.file_id and webp.size = wanted.size and webp.format = 'webp'
    where not exists (select from app.image_variant v
      where v.file_id = picture.file_id and v.size = wanted.size and v.format = ${format})
    order by picture.file_id limit ${MAKERS[format].sizesPerRun}`);
}

async function removeSizesOfGonePictures({ database, files }: ImageDeps): Promise<void> {
  const gone = await database.any(sql.type(z.object({ variantFileId: z.uuid().nullable() }))`
    delete from app.image_variant where file_id in (
      select distinct file_id from app.image_variant v
      where not exists (select from (${pictures}) picture where picture.file_id = v.file_id)
      limit ${MAX_GONE_PER_RUN})
    returning variant_file_id as "variantFileId"`);
  for (const { variantFileId } of gone) if (variantFileId !== null) await files.remove(variantFileId);
}

async function readOriginal({ files, logger }: ImageDeps, fileId: string): Promise<Buffer | null> {
  try {
    return await buffer((await files.open(fileId, null)).stream);
  } catch (error) {
    if (!(error instanceof FileNotFoundError)) throw error;
    logger.warn({ fileId }, 'a picture of the catalogue is not in the file store');
    return null;
  }
}

/** Null where it cannot be made, and where the AVIF is not smaller than its WebP. */
async function make(
  deps: ImageDeps,
  original: Buffer,
  { fileId, size, webpFileId }: MissingSize,
  format: ImageFormat,
): Promise<Buffer | null> {
  // Where WebP failed, AVIF fails too.
  if (format === 'avif' && webpFileId === null) return null;
  try {
    const content = await MAKERS[format].encode(await resize(original, size)).toBuffer();
    if (webpFileId === null) return content;
    const webp = await deps.files.open(webpFileId, null);
    webp.stream.destroy();
    return content.length < webp.sizeBytes ? content : null;
  } catch (error) {
    if (error instanceof FilesAwayError) throw error;
    deps.logger.warn({ err: error, fileId, size, format }, 'a size of a picture cannot be made; another one is served');
    return null;
  }
}

/** Rotated as its metadata says, then without metadata, and never larger than the original. */
async function resize(original: Buffer, size: VariantSize): Promise<Sharp> {
  const { default: sharp } = await import('sharp');
  // No picture is made twice, so a cache of 50 MB would be useless.
  sharp.cache(false);
  const picture = sharp(original, { limitInputPixels: MAX_PIXELS }).rotate();
  if (size !== 'narrow') return picture.resize({ width: IMAGE_WIDTHS[size], withoutEnlargement: true });
  return picture.resize({ ...NARROW_BANNER, fit: 'cover', position: 'left', withoutEnlargement: true });
}

async function saveVariant(files: FileStore, content: Buffer, format: ImageFormat): Promise<string> {
  const stored = await files.keep(content, { contentType: mediaTypeOf(format), owner: null });
  return stored.id;
}

/** Where two workers made the same size, the second one's file is removed. */
async function keepVariant(
  deps: ImageDeps,
  { fileId, size }: MissingSize,
  format: ImageFormat,
  variantFileId: string | null,
): Promise<void> {
  const isNew = await writesOf('image_variant').add(deps.database, { fileId, size, format, variantFileId });
  if (!isNew && variantFileId !== null) await deps.files.remove(variantFileId);
}
