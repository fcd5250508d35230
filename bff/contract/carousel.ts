import { z } from 'zod';
import { CarouselLinkForm } from './admin-forms.ts';
import { errorFlag, named, Timestamp } from './common.ts';

export const CarouselImage = named('CarouselImage', {
  id: z.int(),
  /** The address that a click opens. */
  url: z.string().nullable(),
  /** The picture. */
  image: z.string(),
  media: z.array(z.object({ file_name: z.string() })),
  updated_at: Timestamp,
});
export type CarouselImage = z.infer<typeof CarouselImage>;

export const CarouselImageList = z.object({
  ...errorFlag,
  data: z.object({ carouselImages: z.array(CarouselImage) }),
});

export const CarouselSaved = z.object({
  message: z.string(),
  data: z.object({ carouselImages: z.array(CarouselImage) }),
});

/** `updated_at` is that of the image as it was shown: a later change by somebody else is not overwritten. */
export const ChangeCarouselFields = z.discriminatedUnion('_method', [
  CarouselLinkForm.extend({ _method: z.literal('PUT'), updated_at: Timestamp.optional() }),
  z.object({ _method: z.literal('DELETE') }),
]);
