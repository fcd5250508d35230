import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { CarouselImage, CarouselImageList, CarouselSaved } from '#bff/contract/carousel.ts';
import { adminFetch } from '#web/lib/api.ts';
import { keys } from '#web/lib/query-keys.ts';
import { upload } from '#web/lib/upload.ts';

/** The pictures of the home page, in their order. */
export const useCarouselImages = () =>
  useQuery({
    queryKey: keys.admin.carousel.list(),
    queryFn: ({ signal }) => adminFetch<CarouselImageList>('/carousel-images', { signal }),
    select: (answer) => answer.data.carouselImages,
  });

/** Reads one picture as it is now, null when it is gone, and the carousel with it. Throws ApiError. */
export function useLoadImage(): (id: number) => Promise<CarouselImage | null> {
  const client = useQueryClient();
  return async (id) => {
    const answer = await adminFetch<CarouselImageList>('/carousel-images');
    client.setQueryData(keys.admin.carousel.list(), answer);
    return answer.data.carouselImages.find((image) => image.id === id) ?? null;
  };
}

type Change = {
  /** Undefined adds pictures. */
  id?: number;
  form: FormData;
  onProgress?: (fraction: number) => void;
};

/** Adds, changes or deletes pictures; the answer is the carousel as it is now. Throws ApiError. */
export function useChangeCarousel() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, form, onProgress }: Change) => {
      // The update call refuses a missing id and a blank link; so does this one, before anything is sent.
      if (id !== undefined && form.get('_method') === 'PUT' && String(form.get('url') ?? '').trim() === '') {
        throw new TypeError('A picture cannot be changed without its link');
      }
      const path = id === undefined ? '/carousel-images' : `/carousel-images/${id}`;
      return upload<CarouselSaved>('admin', path, form, onProgress ? { onProgress } : {});
    },
    onSuccess: (answer) => {
      client.setQueryData<CarouselImageList>(keys.admin.carousel.list(), { error: false, data: answer.data });
      void client.invalidateQueries({ queryKey: keys.carousel });
      void client.invalidateQueries({ queryKey: keys.admin.audit.all });
    },
  });
}

/** The body of a change of the picture that was shown. */
export function changeForm(shown: CarouselImage, url: string, image: File | null): FormData {
  const form = new FormData();
  form.append('_method', 'PUT');
  form.append('updated_at', shown.updated_at);
  form.append('url', url.trim());
  if (image) form.append('image', image, image.name);
  return form;
}

/** The body that deletes one. */
export function deleteForm(): FormData {
  const form = new FormData();
  form.append('_method', 'DELETE');
  return form;
}
