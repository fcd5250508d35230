import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CarouselImage } from '#bff/contract/carousel.ts';
import { api } from '#web/lib/api.ts';
import type { Answer, Upload } from '#web/lib/api-types.ts';
import { invalidate, queryKey } from '#web/lib/query-key.ts';
import { upload } from '#web/lib/upload.ts';

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

/** A write whose answer is the new carousel. Throws ApiError. */
function useCarouselWrite<Change>(send: (change: Change) => Promise<Saved>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: ({ data }) => {
      client.setQueryData(LIST, { error: false, data });
      void invalidate(client, '/carousel-images', '/admin/audit');
    },
  });
}

export const useAddImages = () =>
  useCarouselWrite((change: Upload<'POST /admin/carousel-images'>) => upload('POST /admin/carousel-images', change));

/** Replaces all pictures; each new one takes the link of the one in its place. */
export const useReplaceImages = () =>
  useCarouselWrite((change: Upload<'PUT /admin/carousel-images'>) => upload('PUT /admin/carousel-images', change));

/** Changes or deletes one picture. */
export const useChangeImage = () =>
  useCarouselWrite((change: Upload<'POST /admin/carousel-images/:id'>) =>
    upload('POST /admin/carousel-images/:id', change),
  );
