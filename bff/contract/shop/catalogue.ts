import { z } from 'zod';
import {
  CommaSeparated,
  dataOf,
  MAX_SEARCH_LENGTH,
  Money,
  named,
  PageQuery,
  pageOf,
  SearchTerm,
  SortOrder,
  Uuid,
} from '#bff/contract/base/common.ts';
import { routesFor } from '#bff/contract/base/route.ts';
import { BrandList, BrandWithLogoList } from './brand.ts';
import { CarouselImageList } from './carousel.ts';
import { MIN_SEARCH_LENGTH } from './shopping-limits.ts';

const SEARCH_TOO_SHORT = 'Search term must be at least 2 characters long';

const ProductImage = named('ProductImage', {
  SmallUrl: z.string(),
  MediumUrl: z.string(),
  MediumLargeUrl: z.string(),
  LargeUrl: z.string(),
});

/** Sizes of the catalogue's pictures. 'original' is the upload itself, 'narrow' the left part of a banner, for phones. */
export const ImageSize = z.enum(['small', 'medium', 'medium-large', 'large', 'narrow', 'original']);
export type ImageSize = z.infer<typeof ImageSize>;
const ImageParams = z.object({ id: Uuid, size: ImageSize });

const ProductVariant = named('ProductVariant', {
  id: Uuid,
  name: z.string(),
  price: Money,
  /** Codes that can be sold now; null where the stock is not counted. */
  stock_amount: z.int().nullable(),
});

export const Product = named('Product', {
  id: Uuid,
  name: z.string(),
  short_description: z.string().nullable(),
  /** Sanitised HTML. */
  description: z.string().nullable(),
  category_name: z.string(),
  brand_name: z.string(),
  region: z.string(),
  images: z.array(ProductImage),
  isPermanentOutOfStock: z.boolean(),
  variant: ProductVariant.nullable(),
});
export type Product = z.infer<typeof Product>;

export const ProductSort = z.enum(['name', 'brand', 'region', 'price']);
export type ProductSort = z.infer<typeof ProductSort>;

export const ProductListQuery = PageQuery.extend({
  region: CommaSeparated.optional(),
  brand_name: CommaSeparated.optional(),
  sort_by: ProductSort.default('name'),
  sort_order: SortOrder.default('asc'),
});

export const ProductSearchQuery = ProductListQuery.extend({
  term: z
    .string({ error: SEARCH_TOO_SHORT })
    .trim()
    .min(MIN_SEARCH_LENGTH, SEARCH_TOO_SHORT)
    .max(MAX_SEARCH_LENGTH, `Search term must be at most ${MAX_SEARCH_LENGTH} characters long`),
});

export const ProductPage = pageOf(Product);
export const ProductSearchPage = ProductPage.extend({
  /** The nearest spelling, which was searched for because no product has a word as it was typed. */
  spelling: z.string().nullable(),
});

/** The filter among whose products the options are counted. */
const FilterOptionsQuery = ProductListQuery.pick({ region: true, brand_name: true }).extend({
  term: SearchTerm.optional(),
});

const Facet = z.array(z.object({ value: z.string(), count: z.int() })).meta({ id: 'ProductFacet' });

export const FilterOptions = z.object({
  regions: z.array(z.string()),
  brand_names: z.array(z.string()),
  /** The same options with their numbers of products. A choice in one filter narrows the other, not itself. */
  facets: z.object({ region: Facet, brand_name: Facet }),
});

const visitor = routesFor({ auth: 'public', tag: 'Catalogue' });
const own = routesFor({ auth: 'customer', ability: 'catalogue:read', tag: 'Catalogue' });

export const catalogueRoutes = {
  listProducts: own.get('/products', 'Products, filtered, sorted and paged.', ProductPage, {
    query: ProductListQuery,
  }),
  searchProducts: own.get(
    '/products/search',
    'Search products by name, brand or region; typing errors are forgiven.',
    ProductSearchPage,
    { query: ProductSearchQuery },
  ),
  listProductFilters: own.get(
    '/products/filter-options',
    'Regions and brands to filter by, and how many products have each.',
    FilterOptions,
    { query: FilterOptionsQuery },
  ),
  listMostRecentProducts: visitor.get(
    '/products/most-recent',
    'Recently added products.',
    dataOf(z.object({ mostRecentProducts: z.array(Product) })),
  ),
  listMostPurchasedProducts: visitor.get(
    '/products/most-purchased',
    'Most purchased products.',
    dataOf(z.object({ mostPurchasedProducts: z.array(Product) })),
  ),
  listProductsLowInStock: visitor.get(
    '/products/near-out-of-stock',
    'Products low in stock.',
    dataOf(z.object({ nearOutOfStockProducts: z.array(Product) })),
  ),
  getProduct: own.get('/products/:id', 'One product.', dataOf(Product)),
  listBrands: visitor.get('/brands', 'All brands.', BrandList),
  listBrandsWithLogo: visitor.get('/brands-with-logo', 'Brands that have a logo.', BrandWithLogoList),
  listCarouselImages: visitor.get('/carousel-images', 'Images of the home carousel.', CarouselImageList),
  getImage: visitor.file(
    '/images/:id/:size',
    'A picture of a product, a brand or the carousel: as AVIF where `Accept` names it, else as WebP.',
    'image/webp',
    { params: ImageParams },
  ),
};
