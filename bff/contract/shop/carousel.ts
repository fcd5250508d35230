import { z } from 'zod';
import { errorFlag, NumericIdParams, named, Timestamp } from '#bff/contract/base/common.ts';
import { oneFile, routesFor } from '#bff/contract/base/route.ts';
import { IMAGE_RULES, MAX_CAROUSEL_IMAGES_AT_ONCE } from '#bff/contract/base/upload-rules.ts';
import { CarouselLinkForm } from './carousel-form.ts';

export const CarouselImage = named('CarouselImage', {
  id: z.int(),
  /** The address that a click opens. */
  url: z.string().nullable(),
  image: z.string(),
  media: z.array(z.object({ file_name: z.string() })),
  updated_at: Timestamp,
});
export type CarouselImage = z.infer<typeof CarouselImage>;

export const CarouselImageList = z.object({
  ...errorFlag,
  data: z.object({ carouselImages: z.array(CarouselImage) }),
});

const CarouselSaved = z.object({
  message: z.string(),
  data: z.object({ carouselImages: z.array(CarouselImage) }),
});

/** `updated_at` is that of the image as it was shown: a later change by somebody else is not overwritten. */
export const ChangeCarouselFields = z.discriminatedUnion('_method', [
  CarouselLinkForm.extend({ _method: z.literal('PUT'), updated_at: Timestamp.optional() }),
  z.object({ _method: z.literal('DELETE') }),
]);

const manyImages = { max_file_bytes: IMAGE_RULES.maxBytes, max_files: MAX_CAROUSEL_IMAGES_AT_ONCE };
const desk = routesFor({ auth: 'administrator', permission: 'catalogue:read', tag: 'Admin: carousel' });

export const adminCarouselRoutes = {
  adminListCarouselImages: desk.get('/admin/carousel-images', 'Carousel images.', CarouselImageList),
  addCarouselImages: desk.post('/admin/carousel-images', 'Add images: items[i][url], items[i][image].', CarouselSaved, {
    permission: 'catalogue:write',
    multipart: { files: ['items[][image]'], ...manyImages },
    status: 201,
  }),
  changeCarouselImage: desk.post(
    '/admin/carousel-images/:id',
    'Change (_method=PUT) or delete (_method=DELETE) an image.',
    CarouselSaved,
    {
      permission: 'catalogue:write',
      params: NumericIdParams,
      multipart: { ...oneFile('image', IMAGE_RULES.maxBytes), fields: ChangeCarouselFields },
    },
  ),
  replaceCarouselImages: desk.put('/admin/carousel-images', 'Replace all images: images[i].', CarouselSaved, {
    permission: 'catalogue:write',
    multipart: { files: ['images[]'], ...manyImages },
  }),
};
