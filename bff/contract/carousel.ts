import { z } from 'zod';
import { CarouselLinkForm } from './admin-forms.ts';
import { errorFlag } from './common.ts';

export const CarouselImage = z
  .object({
    id: z.int(),
    /** Where a click leads. */
    url: z.string().nullable(),
    /** The picture. */
    image: z.string(),
    media: z.array(z.object({ file_name: z.string() })),
  })
  .meta({ id: 'CarouselImage' });
export type CarouselImage = z.infer<typeof CarouselImage>;

export const CarouselImageList = z.object({
  ...errorFlag,
  data: z.object({ carouselImages: z.array(CarouselImage) }),
});
export type CarouselImageList = z.infer<typeof CarouselImageList>;

export const CarouselSaved = z.object({
  message: z.string(),
  data: z.object({ carouselImages: z.array(CarouselImage) }),
});
export type CarouselSaved = z.infer<typeof CarouselSaved>;

export const ChangeCarouselFields = z.discriminatedUnion('_method', [
  CarouselLinkForm.extend({ _method: z.literal('PUT') }),
  z.object({ _method: z.literal('DELETE') }),
]);
export type ChangeCarouselFields = z.infer<typeof ChangeCarouselFields>;
