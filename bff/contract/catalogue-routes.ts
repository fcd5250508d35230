import { BrandList, BrandWithLogoList } from './brand.ts';
import { CarouselImageList } from './carousel.ts';
import {
  FilterOptions,
  FilterOptionsQuery,
  ImageParams,
  MostPurchasedProducts,
  MostRecentProducts,
  NearOutOfStockProducts,
  ProductAnswer,
  ProductListQuery,
  ProductPage,
  ProductSearchPage,
  ProductSearchQuery,
} from './catalogue.ts';
import { defineRoutes } from './route.ts';

const catalogue = { auth: 'public', tag: 'Catalogue' } as const;
const inStore = { auth: 'customer', ability: 'catalogue:read' } as const;

export const catalogueRoutes = defineRoutes(catalogue, {
  products: {
    ...inStore,
    call: 'GET /products',
    operation: 'listProducts',
    query: ProductListQuery,
    response: ProductPage,
    summary: 'Products, filtered, sorted and paged.',
  },
  search: {
    ...inStore,
    call: 'GET /products/search',
    query: ProductSearchQuery,
    response: ProductSearchPage,
    summary: 'Search products by name, brand or region; typing errors are forgiven.',
  },
  filterOptions: {
    ...inStore,
    call: 'GET /products/filter-options',
    operation: 'listProductFilters',
    query: FilterOptionsQuery,
    response: FilterOptions,
    summary: 'Regions and brands to filter by, and how many products have each.',
  },
  mostRecent: {
    call: 'GET /products/most-recent',
    operation: 'listMostRecentProducts',
    response: MostRecentProducts,
    summary: 'Recently added products.',
  },
  mostPurchased: {
    call: 'GET /products/most-purchased',
    operation: 'listMostPurchasedProducts',
    response: MostPurchasedProducts,
    summary: 'Most purchased products.',
  },
  nearOutOfStock: {
    call: 'GET /products/near-out-of-stock',
    operation: 'listProductsLowInStock',
    response: NearOutOfStockProducts,
    summary: 'Products low in stock.',
  },
  product: {
    ...inStore,
    call: 'GET /products/:id',
    operation: 'getProduct',
    response: ProductAnswer,
    summary: 'One product.',
  },
  brands: { call: 'GET /brands', operation: 'listBrands', response: BrandList, summary: 'All brands.' },
  brandsWithLogo: {
    call: 'GET /brands-with-logo',
    operation: 'listBrandsWithLogo',
    response: BrandWithLogoList,
    summary: 'Brands that have a logo.',
  },
  carouselImages: {
    call: 'GET /carousel-images',
    operation: 'listCarouselImages',
    response: CarouselImageList,
    summary: 'Images of the home carousel.',
  },
  image: {
    call: 'GET /images/:id/:size',
    operation: 'getImage',
    params: ImageParams,
    file: 'image/webp',
    summary: 'A picture of a product, a brand or the carousel: as AVIF where `Accept` names it, else as WebP.',
  },
});
