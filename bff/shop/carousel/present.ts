import type { CarouselImage } from '#bff/contract/shop/carousel.ts';
import { textOrNull } from '#bff/kit/lib/present.ts';
import { imageUrl } from '#bff/shop/pictures/images.ts';
import type { CarouselRow } from './carousel-store.ts';

export const presentCarouselImage = ({ url, file_id, file_name, ...image }: CarouselRow): CarouselImage => ({
  ...image,
  url: textOrNull(url),
  image: imageUrl(file_id, 'large'),
  media: [{ file_name }],
});
