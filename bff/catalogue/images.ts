import type { Readable } from 'node:stream';
import { fileTypeFromBuffer } from 'file-type';
import { z } from 'zod';
import type { ImageSize } from '#bff/contract/catalogue.ts';
import { IMAGE_MEDIA_TYPES } from '#bff/contract/upload-rules.ts';
import { type Queryable, sql } from '#bff/lib/sql.ts';

export type VariantSize = Exclude<ImageSize, 'original'>;
export const VARIANT_SIZES: readonly VariantSize[] = ['small', 'medium', 'medium-large', 'large'];

/** Where a picture of the catalogue is served from. */
export const imageUrl = (fileId: string, size: ImageSize): string => `/api/images/${fileId}/${size}`;

/** A product's picture in all its sizes; a product without one is drawn from its brand. */
export function productImages(fileId: string | null) {
  if (fileId === null) return [];
  return [
    {
      SmallUrl: imageUrl(fileId, 'small'),
      MediumUrl: imageUrl(fileId, 'medium'),
      MediumLargeUrl: imageUrl(fileId, 'medium-large'),
      LargeUrl: imageUrl(fileId, 'large'),
    },
  ];
}

/**
 * Which file to serve for a picture, or null when it is none that everybody may see: proofs and documents lie in the same
 * store. An archived product's picture stays, for past orders and administrators show it. `isExact` is false while the size
 * has not been made yet and the original stands in.
 */
export async function findPublicImage(
  database: Queryable,
  fileId: string,
  size: ImageSize,
): Promise<{ fileId: string; isExact: boolean } | null> {
  const row = await database.one(
    sql.type(z.object({ isPublic: z.boolean(), variantFileId: z.uuid().nullable() }))`select
      exists (select from app.product where image_file_id = ${fileId})
        or exists (select from app.brand where logo_file_id = ${fileId})
        or exists (select from app.carousel_image where file_id = ${fileId}) as "isPublic",
      (select variant_file_id from app.image_variant where file_id = ${fileId} and size = ${size}) as "variantFileId"`,
  );
  if (!row.isPublic) return null;
  return { fileId: row.variantFileId ?? fileId, isExact: size === 'original' || row.variantFileId !== null };
}

/** The media type of a picture by its first bytes, which stay in the stream. Undefined for what is no picture. */
export async function sniffImage(stream: Readable): Promise<string | undefined> {
  const first = await new Promise<Buffer | null>((resolve, reject) => {
    stream.once('error', reject);
    stream.once('end', () => resolve(null));
    stream.once('readable', () => resolve(stream.read() as Buffer | null));
  });
  if (first === null) return undefined;
  stream.unshift(first);
  const found = await fileTypeFromBuffer(first);
  return IMAGE_MEDIA_TYPES.find((type) => type === found?.mime);
}
