import { isEverything } from '#bff/contract/base/everything.ts';
import { regionIdOf } from '#bff/contract/base/regions.ts';
import type { QueryOf } from '#bff/contract/base/route.ts';
import type { catalogueRoutes } from '#bff/contract/shop/catalogue.ts';
import { pageAsked } from '#bff/kit/lib/asked.ts';
import type { ProductListRequest } from './product-store.ts';

type ProductQuery = QueryOf<typeof catalogueRoutes.listProducts>;

const chosen = (values: readonly string[] | undefined) => (values?.some(isEverything) ? undefined : values);

/** The products that a query of the catalogue selects, by its search term where it has one. */
export const productChoice = (query: Pick<ProductQuery, 'region' | 'brand_name'>, term?: string) => ({
  term,
  regions: chosen(query.region)?.map((region) => regionIdOf(region) ?? region),
  brandTitles: chosen(query.brand_name),
});

/** The list that a query of the catalogue requests, by its search term where it has one. */
export const productRequest = (query: ProductQuery, now: Date, term?: string): ProductListRequest => ({
  ...productChoice(query, term),
  ...pageAsked(query),
  sortBy: query.sort_by,
  sortOrder: query.sort_order,
  now,
});
