import { useQuery } from '@tanstack/react-query';
import type { CarouselImageList } from '#bff/contract/carousel.ts';
import type {
  MostPurchasedProducts,
  MostRecentProducts,
  NearOutOfStockProducts,
  Product,
} from '#bff/contract/catalogue.ts';
import { apiFetch } from '#web/lib/api.ts';
import { keys } from '#web/lib/query-keys.ts';

// Visitors see the home page too: none of these calls asks who is there.
const asAnyone = { authenticated: false } as const;

export function useCarouselImages() {
  return useQuery({
    queryKey: keys.carousel,
    queryFn: ({ signal }) => apiFetch<CarouselImageList>('/carousel-images', { signal, ...asAnyone }),
    select: (answer) => (answer.error ? [] : answer.data.carouselImages),
  });
}

export type HomeSection = 'most-recent' | 'most-purchased' | 'near-out-of-stock';

const LOADERS: Record<HomeSection, (signal: AbortSignal) => Promise<readonly Product[]>> = {
  'most-recent': async (signal) =>
    (await apiFetch<MostRecentProducts>('/products/most-recent', { signal, ...asAnyone })).data.mostRecentProducts,
  'most-purchased': async (signal) =>
    (await apiFetch<MostPurchasedProducts>('/products/most-purchased', { signal, ...asAnyone })).data
      .mostPurchasedProducts,
  'near-out-of-stock': async (signal) =>
    (await apiFetch<NearOutOfStockProducts>('/products/near-out-of-stock', { signal, ...asAnyone })).data
      .nearOutOfStockProducts,
};

/** The products of a section of the home page. */
export function useHomeSection(section: HomeSection) {
  return useQuery({
    queryKey: keys.products.part(section),
    queryFn: ({ signal }) => LOADERS[section](signal),
  });
}
