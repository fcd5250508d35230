import type { Readable } from 'node:stream';
import { z } from 'zod';
import { IMAGE_RULES } from '#bff/contract/base/upload-rules.ts';
import type { ImageSize } from '#bff/contract/shop/catalogue.ts';
import { type Queryable, sql } from '#bff/kit/tables/sql.ts';

export type VariantSize = Exclude<ImageSize, 'original'>;
export const VARIANT_SIZES: readonly VariantSize[] = ['small', 'medium', 'medium-large', 'large', 'narrow'];

/** The formats of each size. The first one is made first and suits every reader. */
export const ImageFormat = z.enum(['webp', 'avif']);
export type ImageFormat = z.infer<typeof ImageFormat>;
export const mediaTypeOf = (format: ImageFormat): string => `image/${format}`;

export const imageUrl = (fileId: string, size: ImageSize): string => `/api/images/${fileId}/${size}`;

/** A product without a picture is drawn from its brand. */
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
 * The formats that an `Accept` header names. AVIF must be named: browsers that show it name it, and a client that accepts anything may be a
 * mail program or a script that cannot read it.
 */
export function formatsTaken(accept = ''): ImageFormat[] {
  const takesAvif = accept.split(',').some((range) => {
    const [type, ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    return type === mediaTypeOf('avif') && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
  });
  return takesAvif ? ['webp', 'avif'] : ['webp'];
}

/**
 * The file to serve for a picture, or null where it is not public: proofs and documents are in the same store. An archived product's
 * picture stays, because past orders and administrators show it. Without a media type it is the original. `isExact` is false while the size
 * is not yet made in all accepted formats, and another file is served in its place.
 */
export async function findPublicImage(
  database: Queryable,
  fileId: string,
  size: ImageSize,
  formats: readonly ImageFormat[],
): Promise<{ fileId: string; mediaType: string | undefined; isExact: boolean } | null> {
  const rows = await database.any(
    sql.type(
      z.object({ isPublic: z.boolean(), format: ImageFormat.nullable(), variantFileId: z.uuid().nullable() }),
    )`select
      exists (select from app.product where image_file_id = ${fileId})
        or exists (select from app.brand where logo_file_id = ${fileId})
        or exists (select from app.carousel_image where file_id = ${fileId})
        or exists (select from app.store_picture where file_id = ${fileId}) as "isPublic",
      variant.format, variant.variant_file_id as "variantFileId"
      from (select) picture
      left join app.image_variant variant on variant.file_id = ${fileId} and variant.size = ${size}
        and variant.format = any(${sql.array(formats, 'text')})`,
  );
  if (!rows[0]?.isPublic) return null;
  const fileOf = (format: ImageFormat) => rows.find((row) => row.format === format)?.variantFileId;
  const format = formats.findLast((each) => fileOf(each));
  const isMade = rows.filter((row) => row.format !== null).length === formats.length;
  return {
    fileId: (format && fileOf(format)) ?? fileId,
    mediaType: format && mediaTypeOf(format),
    isExact: size === 'original' || (isMade && format !== undefined),
  };
}

/** The media type of a picture by its first bytes, which stay in the stream. Undefined where it is no picture. */
export async function sniffImage(stream: Readable): Promise<string | undefined> {
  const first = await new Promise<Buffer | null>((resolve, reject) => {
    stream.once('error', reject);
    stream.once('end', () => resolve(null));
    stream.once('readable', () => resolve(stream.read() as Buffer | null));
  });
  if (first === null) return undefined;
  stream.unshift(first);
  const { fileTypeFromBuffer } = await import('file-type');
  const found = await fileTypeFromBuffer(first);
  return IMAGE_RULES.mediaTypes.find((type) => type === found?.mime);
}
