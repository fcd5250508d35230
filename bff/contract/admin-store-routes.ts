import {
  AdminProductAnswer,
  AdminProductListQuery,
  AdminProductPage,
  AdminProductSaved,
  AdminProductSearchQuery,
  ProductBody,
  StockImportAnswer,
  StockListQuery,
  StockPage,
} from './admin-product.ts';
import {
  AdminBrandList,
  AdminBrandWithLogoList,
  BrandSaved,
  ChangeBrandAnswer,
  ChangeBrandFields,
  CreateBrandFields,
} from './brand.ts';
import { CarouselImageList, CarouselSaved, ChangeCarouselFields } from './carousel.ts';
import { MessageAnswer, NumericIdParams, UuidParams } from './common.ts';
import { defineRoutes } from './route.ts';
import { MAX_CAROUSEL_IMAGES_AT_ONCE, MAX_CODES_CSV_BYTES, MAX_IMAGE_BYTES } from './upload-rules.ts';

const brand = { auth: 'administrator', permission: 'catalogue:read', tag: 'Admin: brands' } as const;

export const adminBrandRoutes = defineRoutes({
  list: {
    ...brand,
    operation: 'adminListBrands',
    method: 'GET',
    path: '/api/admin/brands',
    response: AdminBrandList,
    summary: 'All brands.',
  },
  withLogo: {
    ...brand,
    operation: 'adminListBrandsWithLogo',
    method: 'GET',
    path: '/api/admin/brands-with-logo',
    response: AdminBrandWithLogoList,
    summary: 'Brands that have a logo.',
  },
  create: {
    ...brand,
    permission: 'catalogue:write',
    method: 'POST',
    path: '/api/admin/brands',
    multipart: { files: ['logo'], max_file_bytes: MAX_IMAGE_BYTES, max_files: 1, fields: CreateBrandFields },
    response: BrandSaved,
    status: 201,
    summary: 'Add a brand.',
  },
  change: {
    ...brand,
    permission: 'catalogue:write',
    method: 'POST',
    path: '/api/admin/brands/:id',
    params: NumericIdParams,
    multipart: { files: ['logo'], max_file_bytes: MAX_IMAGE_BYTES, max_files: 1, fields: ChangeBrandFields },
    response: ChangeBrandAnswer,
    summary: 'Change (_method=PUT) or delete (_method=DELETE) a brand; one that has products is not deleted (409).',
  },
});

const carousel = { auth: 'administrator', permission: 'catalogue:read', tag: 'Admin: carousel' } as const;
const manyImages = { max_file_bytes: MAX_IMAGE_BYTES, max_files: MAX_CAROUSEL_IMAGES_AT_ONCE };

export const adminCarouselRoutes = defineRoutes({
  list: {
    ...carousel,
    operation: 'adminListCarouselImages',
    method: 'GET',
    path: '/api/admin/carousel-images',
    response: CarouselImageList,
    summary: 'Carousel images.',
  },
  add: {
    ...carousel,
    permission: 'catalogue:write',
    operation: 'addCarouselImages',
    method: 'POST',
    path: '/api/admin/carousel-images',
    multipart: { files: ['items[][image]'], ...manyImages },
    response: CarouselSaved,
    status: 201,
    summary: 'Add images: items[i][url], items[i][image].',
  },
  change: {
    ...carousel,
    permission: 'catalogue:write',
    method: 'POST',
    path: '/api/admin/carousel-images/:id',
    params: NumericIdParams,
    multipart: { files: ['image'], max_file_bytes: MAX_IMAGE_BYTES, max_files: 1, fields: ChangeCarouselFields },
    response: CarouselSaved,
    summary: 'Change (_method=PUT) or delete (_method=DELETE) an image.',
  },
  replaceAll: {
    ...carousel,
    permission: 'catalogue:write',
    operation: 'replaceCarouselImages',
    method: 'PUT',
    path: '/api/admin/carousel-images',
    multipart: { files: ['images[]'], ...manyImages },
    response: CarouselSaved,
    summary: 'Replace all images: images[i].',
  },
});

const product = { auth: 'administrator', permission: 'catalogue:read', tag: 'Admin: products' } as const;

export const adminProductRoutes = defineRoutes({
  list: {
    ...product,
    operation: 'adminListProducts',
    method: 'GET',
    path: '/api/admin/products',
    query: AdminProductListQuery,
    response: AdminProductPage,
    summary: 'Products with their stock.',
  },
  search: {
    ...product,
    operation: 'adminSearchProducts',
    method: 'GET',
    path: '/api/admin/products/search',
    query: AdminProductSearchQuery,
    response: AdminProductPage,
    summary: 'Search products.',
  },
  show: {
    ...product,
    operation: 'adminGetProduct',
    method: 'GET',
    path: '/api/admin/products/:id',
    params: UuidParams,
    response: AdminProductAnswer,
    summary: 'One product.',
  },
  create: {
    ...product,
    permission: 'catalogue:write',
    method: 'POST',
    path: '/api/admin/products',
    body: ProductBody,
    response: AdminProductSaved,
    status: 201,
    idempotent: true,
    summary: 'Add a product with its variant and price.',
  },
  update: {
    ...product,
    permission: 'catalogue:write',
    method: 'PUT',
    path: '/api/admin/products/:id',
    params: UuidParams,
    body: ProductBody,
    response: AdminProductSaved,
    summary: 'Change a product.',
  },
  archive: {
    ...product,
    permission: 'catalogue:write',
    method: 'DELETE',
    path: '/api/admin/products/:id',
    params: UuidParams,
    response: MessageAnswer,
    summary: 'Take a product out of the store; its history stays.',
  },
  restore: {
    ...product,
    permission: 'catalogue:write',
    method: 'POST',
    path: '/api/admin/products/:id/restore',
    params: UuidParams,
    response: AdminProductSaved,
    summary: 'Put an archived product back into the store.',
  },
  setImage: {
    ...product,
    permission: 'catalogue:write',
    method: 'POST',
    path: '/api/admin/products/:id/image',
    params: UuidParams,
    multipart: { files: ['image'], max_file_bytes: MAX_IMAGE_BYTES, max_files: 1 },
    response: AdminProductSaved,
    summary: 'Set the picture.',
  },
  stock: {
    ...product,
    method: 'GET',
    path: '/api/admin/products/:id/codes',
    params: UuidParams,
    query: StockListQuery,
    response: StockPage,
    summary: 'The gift codes in stock, by their last four characters.',
  },
  addStock: {
    ...product,
    permission: 'stock:write',
    method: 'POST',
    path: '/api/admin/products/:id/codes',
    params: UuidParams,
    multipart: { files: ['codes'], max_file_bytes: MAX_CODES_CSV_BYTES, max_files: 1 },
    response: StockImportAnswer,
    status: 201,
    summary: 'Add gift codes from a CSV; duplicates are refused.',
  },
});
