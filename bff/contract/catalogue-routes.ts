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
  listMostRecentProducts: catalogue.get('/products/most-recent', 'Recently added products.', MostRecentProducts),
  listMostPurchasedProducts: catalogue.get(
    '/products/most-purchased',
    'Most purchased products.',
    MostPurchasedProducts,
  ),
  listProductsLowInStock: catalogue.get(
    '/products/near-out-of-stock',
    'Products low in stock.',
    NearOutOfStockProducts,
  ),
  getProduct: inStore.get('/products/:id', 'One product.', ProductAnswer),
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
