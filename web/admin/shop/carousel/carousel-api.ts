import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import type { CarouselImage } from '#bff/contract/shop/carousel.ts';
import { api } from '#web/lib/api/api.ts';
import { upload } from '#web/lib/api/upload.ts';
import { useWrite } from '#web/lib/api/use-write.ts';
import { queryKey } from '#web/lib/cache/query-key.ts';
import type { Answer, Upload } from '#web/lib/call/api-types.ts';

const LIST = queryKey('GET /admin/carousel-images');

/** Loads one picture again, null where it is gone, and the carousel with it. Throws ApiError. */
export function useLoadImage(): (id: number) => Promise<CarouselImage | null> {
  const client = useQueryClient();
  return async (id) => {
    const answer = await api('GET /admin/carousel-images');
    client.setQueryData(LIST, answer);
    return answer.data.carouselImages.find((image) => image.id === id) ?? null;
  };
}

type Saved = Answer<'POST /admin/carousel-images'>;
type Change = Upload<'POST /admin/carousel-images/:id'>;

/** Of a write whose answer is the new carousel. */
const KEEP = {
  after: ({ data }: Saved, client: QueryClient) => client.setQueryData(LIST, { error: false, data }),
  stale: ['/carousel-images', '/admin/audit'],
} as const;

export const useAddImages = () =>
  useWrite((given: Upload<'POST /admin/carousel-images'>) => upload('POST /admin/carousel-images', given), {
    ...KEEP,
    failed: 'Failed to upload images',
  });

/** Each new picture takes the link of the one in its place. */
export const useReplaceImages = () =>
  useWrite((given: Upload<'PUT /admin/carousel-images'>) => upload('PUT /admin/carousel-images', given), {
    ...KEEP,
    failed: 'Failed to update images',
  });

/** @throws ApiError */
export const useChangeImage = () =>
  useWrite((change: Change) => upload('POST /admin/carousel-images/:id', change), KEEP);

export const useDeleteImage = () =>
  useWrite(
    (id: number) => upload('POST /admin/carousel-images/:id', { params: { id }, fields: { _method: 'DELETE' } }),
    { ...KEEP, failed: 'Failed to delete image' },
  );
