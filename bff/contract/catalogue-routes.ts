import { z } from 'zod';
import { BrandList, BrandWithLogoList } from './brand.ts';
import { CarouselImageList } from './carousel.ts';
import {
  FilterOptions,
  FilterOptionsQuery,
  ImageParams,
  Product,
  ProductListQuery,
  ProductPage,
  ProductSearchPage,
  ProductSearchQuery,
} from './catalogue.ts';
import { dataOf } from './common.ts';
import { routesFor } from './route.ts';

const catalogue = routesFor({ auth: 'public', tag: 'Catalogue' });
const inStore = routesFor({ auth: 'customer', ability: 'catalogue:read', tag: 'Catalogue' });

export const catalogueRoutes = {
  listProducts: inStore.get('/products', 'Products, filtered, sorted and paged.', ProductPage, {
    query: ProductListQuery,
  }),
  searchProducts: inStore.get(
    '/products/search',
    'Search products by name, brand or region; typing errors are forgiven.',
    ProductSearchPage,
    { query: ProductSearchQuery },
  ),
  listProductFilters: inStore.get(
    '/products/filter-options',
    'Regions and brands to filter by, and how many products have each.',
    FilterOptions,
    { query: FilterOptionsQuery },
  ),
  listMostRecentProducts: catalogue.get(
    '/products/most-recent',
    'Recently added products.',
    dataOf(z.object({ mostRecentProducts: z.array(Product) })),
  ),
  listMostPurchasedProducts: catalogue.get(
    '/products/most-purchased',
    'Most purchased products.',
    dataOf(z.object({ mostPurchasedProducts: z.array(Product) })),
  ),
  listProductsLowInStock: catalogue.get(
    '/products/near-out-of-stock',
    'Products low in stock.',
    dataOf(z.object({ nearOutOfStockProducts: z.array(Product) })),
  ),
  getProduct: inStore.get('/products/:id', 'One product.', dataOf(Product)),
  listBrands: catalogue.get('/brands', 'All brands.', BrandList),
  listBrandsWithLogo: catalogue.get('/brands-with-logo', 'Brands that have a logo.', BrandWithLogoList),
  listCarouselImages: catalogue.get('/carousel-images', 'Images of the home carousel.', CarouselImageList),
  getImage: catalogue.file(
    '/images/:id/:size',
    'A picture of a product, a brand or the carousel: as AVIF where `Accept` names it, else as WebP.',
    'image/webp',
    { params: ImageParams },
  ),
};
