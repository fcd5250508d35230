import { useQuery } from '@tanstack/react-query';
import type { Brand, BrandList } from '#bff/contract/brand.ts';
import { joinCommaList } from '#bff/contract/comma-list.ts';
import { apiFetch } from './api.ts';
import { keys } from './query-keys.ts';

const BRANDS_FRESH_MILLISECONDS = 10 * 60_000;

/** All brands of the store, which visitors may see too. */
export function useBrands() {
  return useQuery({
    queryKey: keys.brands,
    queryFn: ({ signal }) => apiFetch<BrandList>('/brands', { signal, authenticated: false }),
    select: (answer) => answer.data.brands,
    staleTime: BRANDS_FRESH_MILLISECONDS,
  });
}

/** The colour of a brand's cards by its name; null until known, and the drawn cards then have one of their own. */
export function useBrandColor(): (brand: string) => string | null {
  const { data: brands } = useBrands();
  return (brand) => brands?.find((each: Brand) => each.title === brand)?.color ?? null;
}

/** The catalogue filtered to one brand. */
export const brandLink = (brand: string): string =>
  `/products?brand_name=${encodeURIComponent(joinCommaList([brand]))}`;
