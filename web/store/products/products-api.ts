import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import type { FilterOptions, Product, ProductAnswer, ProductPage } from '#bff/contract/catalogue.ts';
import { joinCommaList } from '#bff/contract/comma-list.ts';
import { MIN_SEARCH_LENGTH } from '#bff/contract/shopping-limits.ts';
import { apiFetch } from '#web/lib/api.ts';
import { keys } from '#web/lib/query-keys.ts';
import type { CatalogueFilters } from './catalogue-filters.ts';

/** Full rows in a grid of two, three or four. */
const PRODUCTS_PER_PAGE = 24;
const OPTIONS_FRESH_MILLISECONDS = 10 * 60_000;

/** A page of the catalogue; the page before stays while the next one loads. A term too short to search for is no term. */
export function useProductPage(filters: CatalogueFilters) {
  const { page, brands, regions, sortBy, descending } = filters;
  const term = filters.term.length < MIN_SEARCH_LENGTH ? '' : filters.term;
  return useQuery({
    queryKey: keys.products.list({ ...filters, term }),
    queryFn: ({ signal }) =>
      apiFetch<ProductPage>(term ? '/products/search' : '/products', {
        signal,
        query: {
          term,
          page,
          per_page: PRODUCTS_PER_PAGE,
          brand_name: joinCommaList(brands),
          region: joinCommaList(regions),
          sort_by: sortBy,
          sort_order: descending ? 'desc' : 'asc',
        },
      }),
    placeholderData: keepPreviousData,
  });
}

/** Brands and regions to filter by. */
export function useFilterOptions() {
  return useQuery({
    queryKey: keys.products.part('filter-options'),
    queryFn: ({ signal }) => apiFetch<FilterOptions>('/products/filter-options', { signal }),
    staleTime: OPTIONS_FRESH_MILLISECONDS,
  });
}

/** One product; shown at once as it stood in the list it was opened from. */
export function useProduct(id: string) {
  const client = useQueryClient();
  return useQuery({
    queryKey: keys.products.one(id),
    queryFn: ({ signal }) => apiFetch<ProductAnswer>(`/products/${encodeURIComponent(id)}`, { signal }),
    select: (answer) => answer.data,
    placeholderData: () => {
      const pages = client.getQueriesData<ProductPage>({ queryKey: [...keys.products.all, 'list'] });
      const known = pages.flatMap(([, page]): Product[] => page?.data ?? []).find((product) => product.id === id);
      return known && { data: known };
    },
  });
}
