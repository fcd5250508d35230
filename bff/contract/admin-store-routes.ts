import { z } from 'zod';
import { BrandForm } from './admin-forms.ts';
import {
  AdminProductAnswer,
  AdminProductPage,
  AdminProductSaved,
  NewProductBody,
  PriceSeen,
  ProductBody,
  StockImportAnswer,
  StockListQuery,
  StockPage,
} from './admin-product.ts';
import { AdminBrandList, AdminBrandWithLogoList, BrandSaved, ChangeBrandAnswer, ChangeBrandFields } from './brand.ts';
import { CarouselImageList, CarouselSaved, ChangeCarouselFields } from './carousel.ts';
import { ProductListQuery, ProductSearchQuery } from './catalogue.ts';
import { MessageAnswer, NumericIdParams } from './common.ts';
import { defineRoutes } from './route.ts';
import { IMAGE_RULES, MAX_CAROUSEL_IMAGES_AT_ONCE, MAX_CODES_CSV_BYTES } from './upload-rules.ts';

const brand = { auth: 'administrator', permission: 'catalogue:read', tag: 'Admin: brands' } as const;

export const adminBrandRoutes = defineRoutes(brand, {
  list: {
    call: 'GET /admin/brands',
    operation: 'adminListBrands',
    response: AdminBrandList,
    summary: 'All brands.',
  },
  withLogo: {
    call: 'GET /admin/brands-with-logo',
    operation: 'adminListBrandsWithLogo',
    response: AdminBrandWithLogoList,
    summary: 'Brands that have a logo.',
  },
  create: {
    call: 'POST /admin/brands',
    permission: 'catalogue:write',
    multipart: { files: ['logo'], max_file_bytes: IMAGE_RULES.maxBytes, max_files: 1, fields: BrandForm },
    response: BrandSaved,
    status: 201,
    summary: 'Add a brand.',
  },
  change: {
    call: 'POST /admin/brands/:id',
    permission: 'catalogue:write',
    params: NumericIdParams,
    multipart: { files: ['logo'], max_file_bytes: IMAGE_RULES.maxBytes, max_files: 1, fields: ChangeBrandFields },
    response: ChangeBrandAnswer,
    summary: 'Change (_method=PUT) or delete (_method=DELETE) a brand; one that has products is not deleted (409).',
  },
});

const carousel = { auth: 'administrator', permission: 'catalogue:read', tag: 'Admin: carousel' } as const;
const manyImages = { max_file_bytes: IMAGE_RULES.maxBytes, max_files: MAX_CAROUSEL_IMAGES_AT_ONCE };

export const adminCarouselRoutes = defineRoutes(carousel, {
  list: {
    call: 'GET /admin/carousel-images',
    operation: 'adminListCarouselImages',
    response: CarouselImageList,
    summary: 'Carousel images.',
  },
  add: {
    call: 'POST /admin/carousel-images',
    permission: 'catalogue:write',
    operation: 'addCarouselImages',
    multipart: { files: ['items[][image]'], ...manyImages },
    response: CarouselSaved,
    status: 201,
    summary: 'Add images: items[i][url], items[i][image].',
  },
  change: {
    call: 'POST /admin/carousel-images/:id',
    permission: 'catalogue:write',
    params: NumericIdParams,
    multipart: { files: ['image'], max_file_bytes: IMAGE_RULES.maxBytes, max_files: 1, fields: ChangeCarouselFields },
    response: CarouselSaved,
    summary: 'Change (_method=PUT) or delete (_method=DELETE) an image.',
  },
  replaceAll: {
    call: 'PUT /admin/carousel-images',
    permission: 'catalogue:write',
    operation: 'replaceCarouselImages',
    multipart: { files: ['images[]'], ...manyImages },
    response: CarouselSaved,
    summary: 'Replace all images: images[i].',
  },
});

const product = { auth: 'administrator', permission: 'catalogue:read', tag: 'Admin: products' } as const;

export const adminProductRoutes = defineRoutes(product, {
  list: {
    call: 'GET /admin/products',
    operation: 'adminListProducts',
    query: ProductListQuery,
    response: AdminProductPage,
    summary: 'Products with their stock.',
  },
  search: {
    call: 'GET /admin/products/search',
    operation: 'adminSearchProducts',
    query: ProductSearchQuery,
    response: AdminProductPage,
    summary: 'Search products.',
  },
  show: {
    call: 'GET /admin/products/:id',
    operation: 'adminGetProduct',
    response: AdminProductAnswer,
    summary: 'One product.',
  },
  create: {
    call: 'POST /admin/products',
    expects: { nothing: 'it names its own price' },
    permission: 'catalogue:write',
    body: NewProductBody,
    response: AdminProductSaved,
    status: 201,
    idempotent: true,
    summary: 'Add a product with its variant and price; a draft is not in the store yet.',
  },
  update: {
    call: 'PUT /admin/products/:id',
    expects: ['updated_at'],
    permission: 'catalogue:write',
    body: ProductBody,
    response: AdminProductSaved,
    summary: 'Change a product.',
  },
  confirmPrice: {
    call: 'POST /admin/products/:id/price/confirm',
    permission: 'prices:confirm',
    step_up: true,
    body: PriceSeen,
    response: AdminProductSaved,
    idempotent: true,
    summary: 'Say the second yes to a low price that waits: it counts at once.',
  },
  refusePrice: {
    call: 'POST /admin/products/:id/price/refuse',
    permission: 'prices:refuse',
    response: AdminProductSaved,
    idempotent: true,
    summary: 'Refuse a low price that waits, or take the own one back.',
  },
  archive: {
    call: 'DELETE /admin/products/:id',
    expects: { nothing: 'it prices nothing' },
    permission: 'catalogue:write',
    response: MessageAnswer,
    summary: 'Take a product out of the store; its history stays.',
  },
  restore: {
    call: 'POST /admin/products/:id/restore',
    expects: { nothing: 'it prices nothing; a checkout names the total' },
    permission: 'catalogue:write',
    response: AdminProductSaved,
    summary: 'Put an archived product back into the store.',
  },
  setImage: {
    call: 'POST /admin/products/:id/image',
    expects: { nothing: 'it prices nothing' },
    permission: 'catalogue:write',
    multipart: { files: ['image'], max_file_bytes: IMAGE_RULES.maxBytes, max_files: 1 },
    response: AdminProductSaved,
    summary: 'Set the picture.',
  },
  stock: {
    call: 'GET /admin/products/:id/codes',
    query: StockListQuery,
    response: StockPage,
    summary: 'The gift codes in stock, by their last four characters.',
  },
  addStock: {
    call: 'POST /admin/products/:id/codes',
    permission: 'stock:write',
    multipart: {
      ...{ files: ['codes'], max_file_bytes: MAX_CODES_CSV_BYTES, max_files: 1 },
      fields: z.object({ confirmed: z.enum(['true', 'false']).optional() }),
    },
    response: StockImportAnswer,
    status: 201,
    summary:
      'Add gift codes from a CSV of one column; duplicates are refused. With `confirmed` = false it adds nothing, and says (409 `confirm_codes`) how many there are, of which length and pattern.',
  },
});
