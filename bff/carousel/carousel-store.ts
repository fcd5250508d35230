import { z } from 'zod';
import { isAsShown, nextUpdatedAt } from '#bff/lib/shown-version.ts';
import { type Queryable, sql } from '#bff/lib/sql.ts';

const CarouselRow = z.object({
  id: z.int(),
  url: z.string(),
  fileId: z.uuid(),
  fileName: z.string(),
  updatedAt: z.date(),
});
export type CarouselRow = z.infer<typeof CarouselRow>;
export type NewCarouselImage = { readonly url: string; readonly fileId: string; readonly fileName: string };

/** Images on the home page. Visitors would not click through more. */
export const MAX_CAROUSEL_IMAGES = 30;

const columns = sql.fragment`id, url, file_id as "fileId", file_name as "fileName", updated_at as "updatedAt"`;

/** In the order of the home page. */
export function listCarousel(database: Queryable): Promise<readonly CarouselRow[]> {
  return database.any(
    sql.type(CarouselRow)`select ${columns} from app.carousel_image order by position, id limit ${MAX_CAROUSEL_IMAGES}`,
  );
}

/**
 * In a transaction: locks an image and returns whether it is still as it was shown. Of two simultaneous changes the second waits here for
 * the first.
 */
export function lockCarouselImage(
  transaction: Queryable,
  id: number,
  shownAt: string | undefined,
): Promise<(CarouselRow & { readonly isAsShown: boolean }) | null> {
  return transaction.maybeOne(sql.type(CarouselRow.extend({ isAsShown: z.boolean() }))`
    select ${columns}, ${isAsShown(sql.fragment`updated_at`, shownAt)} as "isAsShown" from app.carousel_image where id = ${id} for update`);
}

/** Appends images in the given order. Returns null, and appends none, where there would be too many. */
export function appendCarousel(
  database: Queryable,
  images: readonly NewCarouselImage[],
): Promise<readonly CarouselRow[] | null> {
  return database.transaction(async (transaction) => {
    // Without the lock, two simultaneous uploads would both find room and share positions.
    await transaction.query(sql.void`lock table app.carousel_image in share row exclusive mode`);
    const { count, last } = await transaction.one(sql.type(z.object({ count: z.bigint(), last: z.int() }))`
      select count(*) as count, coalesce(max(position), 0) as last from app.carousel_image`);
    if (Number(count) + images.length > MAX_CAROUSEL_IMAGES) return null;
    const added: CarouselRow[] = [];
    for (const [index, image] of images.entries()) {
      added.push(
        await transaction.one(sql.type(CarouselRow)`insert into app.carousel_image (url, file_id, file_name, position)
          values (${image.url}, ${image.fileId}, ${image.fileName}, ${last + 1 + index}) returning ${columns}`),
      );
    }
    return added;
  });
}

/** Changes the link, and the picture where one is given. */
export async function updateCarouselImage(
  database: Queryable,
  id: number,
  change: { readonly url: string; readonly file?: { readonly id: string; readonly name: string } | undefined },
): Promise<void> {
  await database.query(sql.void`
    update app.carousel_image set url = ${change.url},
      file_id = coalesce(${change.file?.id ?? null}::uuid, file_id),
      file_name = coalesce(${change.file?.name ?? null}::text, file_name),
      updated_at = ${nextUpdatedAt(sql.fragment`updated_at`)}
    where id = ${id}`);
}

/** Returns the deleted row, or null. */
export function deleteCarouselImage(database: Queryable, id: number): Promise<CarouselRow | null> {
  return database.maybeOne(sql.type(CarouselRow)`delete from app.carousel_image where id = ${id} returning ${columns}`);
}

/** Replaces all pictures at once and keeps the links by place: the nth new picture takes the nth old one's link. Returns the rows that are gone. */
export function replaceCarousel(
  database: Queryable,
  images: readonly { readonly fileId: string; readonly fileName: string }[],
): Promise<readonly CarouselRow[]> {
  return database.transaction(async (transaction) => {
    await transaction.query(sql.void`lock table app.carousel_image in share row exclusive mode`);
    const before = await listCarousel(transaction);
    await transaction.query(sql.void`delete from app.carousel_image`);
    for (const [index, image] of images.entries()) {
      await transaction.query(sql.void`insert into app.carousel_image (url, file_id, file_name, position)
        values (${before[index]?.url ?? ''}, ${image.fileId}, ${image.fileName}, ${index + 1})`);
    }
    return before;
  });
}
