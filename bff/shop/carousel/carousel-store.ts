import { z } from 'zod';
import { CarouselImage } from '#bff/contract/shop/carousel.ts';
import { type Queryable, sql } from '#bff/kit/tables/sql.ts';
import { appTable } from '#bff/kit/tables/table.ts';

export const carousel = appTable(
  'carousel_image',
  CarouselImage.omit({ image: true, media: true }).extend({
    url: z.string(),
    file_id: z.uuid(),
    file_name: z.string(),
  }),
);
export type CarouselRow = z.infer<typeof carousel.type>;
export type NewCarouselImage = Pick<CarouselRow, 'url' | 'file_id' | 'file_name'>;

/** Images on the home page. Visitors would not click through more. */
export const MAX_CAROUSEL_IMAGES = 30;

/** In the order of the home page. */
export const listCarousel = (database: Queryable): Promise<CarouselRow[]> =>
  carousel.list(database, {}, sql.fragment`order by position, id limit ${MAX_CAROUSEL_IMAGES}`);

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
      added.push(await carousel.insert(transaction, { ...image, position: last + 1 + index }));
    }
    return added;
  });
}

/** Replaces all pictures at once and keeps the links by place: the nth new picture takes the nth old one's link. Returns the rows that are gone. */
export function replaceCarousel(
  database: Queryable,
  images: readonly Omit<NewCarouselImage, 'url'>[],
): Promise<readonly CarouselRow[]> {
  return database.transaction(async (transaction) => {
    await transaction.query(sql.void`lock table app.carousel_image in share row exclusive mode`);
    const before = await listCarousel(transaction);
    await carousel.remove(transaction, sql.fragment`true`);
    for (const [index, image] of images.entries()) {
      await carousel.insert(transaction, { ...image, url: before[index]?.url ?? '', position: index + 1 });
    }
    return before;
  });
}
