import { useQuery } from '@tanstack/react-query';
import { joinCommaList } from '#bff/contract/comma-list.ts';
import { apiQuery } from './api-query.ts';

const BRANDS_FRESH_MILLISECONDS = 10 * 60_000;

/** All brands of the store, which visitors may see too. */
export function useBrands() {
  return useQuery({
    ...apiQuery('GET /brands', { authenticated: false }),
    select: (answer) => answer.data.brands,
    staleTime: BRANDS_FRESH_MILLISECONDS,
  });
}

/** The colour of a brand's cards by its name; null until known, and the drawn cards then have one of their own. */
export function useBrandColor(): (brand: string) => string | null {
  const { data: brands } = useBrands();
  return (brand) => brands?.find((each) => each.title === brand)?.color ?? null;
}

/** The catalogue filtered to one brand. */
export const brandLink = (brand: string): string =>
  `/products?brand_name=${encodeURIComponent(joinCommaList([brand]))}`;
