import { joinCommaList, splitCommaList } from '#bff/contract/base/comma-list.ts';
import { isEverything } from '#bff/contract/base/everything.ts';
import type { ProductSort } from '#bff/contract/shop/catalogue.ts';
import { oneOf, pageParam } from '#web/lib/navigation/page-param.ts';

/** The filters of the catalogue, from the address, so that a link shows the same to anybody. */
export type CatalogueFilters = {
  term: string;
  brands: readonly string[];
  regions: readonly string[];
  sortBy: ProductSort;
  descending: boolean;
  page: number;
  /** How they are shown, where the address says it: a link then looks the same to anybody. */
  view?: CatalogueView;
};

const VIEWS = ['table', 'grid'] as const;
export type CatalogueView = (typeof VIEWS)[number];

const SORTS: readonly ProductSort[] = ['name', 'brand', 'region', 'price'];

/** Unknown values are left out. */
export function readFilters(search: URLSearchParams): CatalogueFilters {
  const list = (name: string) => {
    const values = splitCommaList(search.get(name) ?? '');
    return values.some(isEverything) ? [] : [...new Set(values)];
  };
  const view = oneOf(VIEWS, search.get('view'), undefined);
  return {
    term: search.get('search')?.trim() ?? '',
    brands: list('brand_name'),
    regions: list('region'),
    sortBy: SORTS.find((sort) => sort === search.get('sort_by')) ?? 'name',
    descending: search.get('sort_order') === 'desc',
    page: pageParam(search),
    ...(view && { view }),
  };
}

/** Defaults are left out. */
export function filterQuery(filters: CatalogueFilters): URLSearchParams {
  const query = new URLSearchParams();
  if (filters.page > 1) query.set('page', String(filters.page));
  if (filters.term) query.set('search', filters.term);
  if (filters.brands.length > 0) query.set('brand_name', joinCommaList(filters.brands));
  if (filters.regions.length > 0) query.set('region', joinCommaList(filters.regions));
  if (filters.sortBy !== 'name') query.set('sort_by', filters.sortBy);
  if (filters.descending) query.set('sort_order', 'desc');
  if (filters.view) query.set('view', filters.view);
  return query;
}

/** A link to a product's page with the way back: /products/{id}?page={currentPage}, and the filters if there are any. */
export function productLink(id: string, filters: CatalogueFilters): string {
  const query = filterQuery(filters);
  query.delete('page');
  const rest = query.toString();
  return `/products/${id}?page=${filters.page}${rest ? `&${rest}` : ''}`;
}

export const activeFilterCount = (filters: CatalogueFilters): number => filters.brands.length + filters.regions.length;
