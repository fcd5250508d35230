import { useQuery, useQueryClient } from '@tanstack/react-query';
import { joinCommaList } from '#bff/contract/comma-list.ts';
import { MIN_SEARCH_LENGTH } from '#bff/contract/shopping-limits.ts';
import { apiQuery } from '#web/lib/api-query.ts';
import type { Answer } from '#web/lib/api-types.ts';
import { keysBelow } from '#web/lib/query-key.ts';
import type { CatalogueFilters } from './catalogue-filters.ts';

/** Full rows in a grid of two, three or four. */
const PRODUCTS_PER_PAGE = 24;

/** A page of the catalogue. A term too short to search for is no term. */
export function productsQuery({ term, page, brands, regions, sortBy, descending }: CatalogueFilters) {
  const query = {
    page,
    per_page: PRODUCTS_PER_PAGE,
    brand_name: joinCommaList(brands),
    region: joinCommaList(regions),
    sort_by: sortBy,
    sort_order: descending ? 'desc' : 'asc',
  } as const;
  return term.length < MIN_SEARCH_LENGTH
    ? apiQuery('GET /products', { query })
    : apiQuery('GET /products/search', { query: { ...query, term } });
}

/** One product; shown at once as it stood in the list it was opened from. */
export function useProduct(id: string) {
  const client = useQueryClient();
  return useQuery({
    ...apiQuery('GET /products/:id', { params: { id } }),
    placeholderData: () => {
      const lists = client.getQueriesData<Partial<Answer<'GET /products'>>>({ queryKey: keysBelow('/products') });
      const known = lists
        .flatMap(([, page]) => (Array.isArray(page?.data) ? page.data : []))
        .find((product) => product.id === id);
      return known && { data: known };
    },
  });
}
