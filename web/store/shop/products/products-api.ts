import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { joinCommaList } from '#bff/contract/base/comma-list.ts';
import { MIN_SEARCH_LENGTH } from '#bff/contract/shop/shopping-limits.ts';
import { type ApiQuery, apiQuery } from '#web/lib/api/api-query.ts';
import { keysBelow } from '#web/lib/cache/query-key.ts';
import type { Answer } from '#web/lib/call/api-types.ts';
import type { CatalogueFilters } from './catalogue-filters.ts';

/** Full rows in a grid of two, three or four. */
const PRODUCTS_PER_PAGE = 24;
const OPTIONS_FRESH_MILLISECONDS = 10 * 60_000;

const isSearch = (term: string) => term.length >= MIN_SEARCH_LENGTH;

type Products = Answer<'GET /products'> & Partial<Answer<'GET /products/search'>>;

/** A term that is too short for a search is ignored. */
export function productsQuery(filters: CatalogueFilters): ApiQuery<Products> {
  const { term, page, brands, regions, sortBy, descending } = filters;
  const query = {
    page,
    per_page: PRODUCTS_PER_PAGE,
    brand_name: joinCommaList(brands),
    region: joinCommaList(regions),
    sort_by: sortBy,
    sort_order: descending ? 'desc' : 'asc',
  } as const;
  return isSearch(term)
    ? apiQuery('GET /products/search', { query: { ...query, term } })
    : apiQuery('GET /products', { query });
}

/** The choices of the filters, counted among the search and the other choices. The old counts stay until the new ones are loaded. */
export const filterOptionsQuery = ({ term, brands, regions }: CatalogueFilters) => ({
  ...apiQuery('GET /products/filter-options', {
    query: {
      term: isSearch(term) ? term : undefined,
      brand_name: joinCommaList(brands),
      region: joinCommaList(regions),
    },
  }),
  staleTime: OPTIONS_FRESH_MILLISECONDS,
  placeholderData: keepPreviousData,
});

/** One product, shown at once as it was in the list before it. */
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
