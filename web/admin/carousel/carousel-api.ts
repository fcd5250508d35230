import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CarouselImage } from '#bff/contract/carousel.ts';
import { api } from '#web/lib/api.ts';
import type { Upload } from '#web/lib/api-types.ts';
import { invalidate, queryKey } from '#web/lib/query-key.ts';
import { upload } from '#web/lib/upload.ts';

/** Reads one picture as it is now, null when it is gone, and the carousel with it. Throws ApiError. */
export function useLoadImage(): (id: number) => Promise<CarouselImage | null> {
  const client = useQueryClient();
  return async (id) => {
    const answer = await api('GET /admin/carousel-images');
    client.setQueryData(queryKey('GET /admin/carousel-images'), answer);
    return answer.data.carouselImages.find((image) => image.id === id) ?? null;
  };
}

/** One picture with its `id`; without one, pictures are added. */
type Change =
  | ({ id: number } & Pick<Upload<'POST /admin/carousel-images/:id'>, 'fields' | 'files'>)
  | ({ id?: never } & Upload<'POST /admin/carousel-images'>);

/** Adds, changes or deletes pictures; the answer is the carousel as it is now. Throws ApiError. */
export function useChangeCarousel() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: Change) => {
      if (change.id === undefined) return upload('POST /admin/carousel-images', change);
      const { id, ...rest } = change;
      return upload('POST /admin/carousel-images/:id', { params: { id }, ...rest });
    },
    onSuccess: ({ data }) => {
      client.setQueryData(queryKey('GET /admin/carousel-images'), { error: false, data });
      void invalidate(client, '/carousel-images', '/admin/audit');
    },
  });
}
