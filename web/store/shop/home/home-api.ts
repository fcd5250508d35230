import type { Product } from '#bff/contract/shop/catalogue.ts';
import { api } from '#web/lib/api/api.ts';
import { keysBelow } from '#web/lib/cache/query-key.ts';

// Visitors see the home page too, so none of these calls sends a session.
export const asAnyone = { authenticated: false } as const;

export type HomeSection = 'most-recent' | 'most-purchased' | 'near-out-of-stock';

const READS: Record<HomeSection, (signal: AbortSignal) => Promise<readonly Product[]>> = {
  'most-recent': async (signal) =>
    (await api('GET /products/most-recent', { signal, ...asAnyone })).data.mostRecentProducts,
  'most-purchased': async (signal) =>
    (await api('GET /products/most-purchased', { signal, ...asAnyone })).data.mostPurchasedProducts,
  'near-out-of-stock': async (signal) =>
    (await api('GET /products/near-out-of-stock', { signal, ...asAnyone })).data.nearOutOfStockProducts,
};

export const homeSectionQuery = (section: HomeSection) => ({
  queryKey: [...keysBelow('/products'), 'home', section],
  queryFn: ({ signal }: { signal: AbortSignal }) => READS[section](signal),
});
