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
import { UuidParams } from './common.ts';
import { defineRoutes } from './route.ts';

const home = { method: 'GET', auth: 'public', tag: 'Catalogue' } as const;
const inStore = { method: 'GET', auth: 'customer', ability: 'catalogue:read', tag: 'Catalogue' } as const;

export const catalogueRoutes = defineRoutes({
  products: {
    ...inStore,
    operation: 'listProducts',
    path: '/api/products',
    query: ProductListQuery,
    response: ProductPage,
    summary: 'Products, filtered, sorted and paged.',
  },
  search: {
    ...inStore,
    path: '/api/products/search',
    query: ProductSearchQuery,
    response: ProductSearchPage,
    summary: 'Search products by name, brand or region; typing errors are forgiven.',
  },
  filterOptions: {
    ...inStore,
    operation: 'listProductFilters',
    path: '/api/products/filter-options',
    query: FilterOptionsQuery,
    response: FilterOptions,
    summary: 'Regions and brands to filter by, and how many products have each.',
  },
  mostRecent: {
    ...home,
    operation: 'listMostRecentProducts',
    path: '/api/products/most-recent',
    response: MostRecentProducts,
    summary: 'Recently added products.',
  },
  mostPurchased: {
    ...home,
    operation: 'listMostPurchasedProducts',
    path: '/api/products/most-purchased',
    response: MostPurchasedProducts,
    summary: 'Most purchased products.',
  },
  nearOutOfStock: {
    ...home,
    operation: 'listProductsLowInStock',
    path: '/api/products/near-out-of-stock',
    response: NearOutOfStockProducts,
    summary: 'Products low in stock.',
  },
  product: {
    ...inStore,
    operation: 'getProduct',
    path: '/api/products/:id',
    params: UuidParams,
    response: ProductAnswer,
    summary: 'One product.',
  },
  brands: { ...home, operation: 'listBrands', path: '/api/brands', response: BrandList, summary: 'All brands.' },
  brandsWithLogo: {
    ...home,
    operation: 'listBrandsWithLogo',
    path: '/api/brands-with-logo',
    response: BrandWithLogoList,
    summary: 'Brands that have a logo.',
  },
  carouselImages: {
    ...home,
    operation: 'listCarouselImages',
    path: '/api/carousel-images',
    response: CarouselImageList,
    summary: 'Images of the home carousel.',
  },
  image: {
    ...home,
    operation: 'getImage',
    path: '/api/images/:id/:size',
    params: ImageParams,
    file: 'image/webp',
    summary: 'A picture of a product, a brand or the carousel: as AVIF where `Accept` names it, else as WebP.',
  },
});
