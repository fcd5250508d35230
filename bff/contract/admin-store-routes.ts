import { z } from 'zod';
import { BrandForm } from './admin-forms.ts';
import {
  AdminProduct,
  AdminProductPage,
  AdminProductSaved,
  NewProductBody,
  PriceSeen,
  ProductBody,
  StockImportAnswer,
  StockListQuery,
  StockPage,
} from './admin-product.ts';
import { AdminBrandList, AdminBrandWithLogoList, Brand, ChangeBrandAnswer, ChangeBrandFields } from './brand.ts';
import { CarouselImageList, CarouselSaved, ChangeCarouselFields } from './carousel.ts';
import { ProductListQuery, ProductSearchQuery } from './catalogue.ts';
import { dataOf, MessageAnswer, NumericIdParams, savedOf } from './common.ts';
import { oneFile, routesFor } from './route.ts';
import { IMAGE_RULES, MAX_CAROUSEL_IMAGES_AT_ONCE, MAX_CODES_CSV_BYTES } from './upload-rules.ts';

const brand = routesFor({ auth: 'administrator', permission: 'catalogue:read', tag: 'Admin: brands' });

export const adminBrandRoutes = {
  adminListBrands: brand.get('/admin/brands', 'All brands.', AdminBrandList),
  adminListBrandsWithLogo: brand.get('/admin/brands-with-logo', 'Brands that have a logo.', AdminBrandWithLogoList),
  createBrand: brand.post('/admin/brands', 'Add a brand.', savedOf(Brand), {
    permission: 'catalogue:write',
    multipart: { ...oneFile('logo', IMAGE_RULES.maxBytes), fields: BrandForm },
    status: 201,
  }),
  changeBrand: brand.post(
    '/admin/brands/:id',
    'Change (_method=PUT) or delete (_method=DELETE) a brand; one that has products is not deleted (409).',
    ChangeBrandAnswer,
    {
      permission: 'catalogue:write',
      params: NumericIdParams,
      multipart: { ...oneFile('logo', IMAGE_RULES.maxBytes), fields: ChangeBrandFields },
    },
  ),
};

const carousel = routesFor({ auth: 'administrator', permission: 'catalogue:read', tag: 'Admin: carousel' });
const manyImages = { max_file_bytes: IMAGE_RULES.maxBytes, max_files: MAX_CAROUSEL_IMAGES_AT_ONCE };

export const adminCarouselRoutes = {
  adminListCarouselImages: carousel.get('/admin/carousel-images', 'Carousel images.', CarouselImageList),
  addCarouselImages: carousel.post(
    '/admin/carousel-images',
    'Add images: items[i][url], items[i][image].',
    CarouselSaved,
    { permission: 'catalogue:write', multipart: { files: ['items[][image]'], ...manyImages }, status: 201 },
  ),
  changeCarouselImage: carousel.post(
    '/admin/carousel-images/:id',
    'Change (_method=PUT) or delete (_method=DELETE) an image.',
    CarouselSaved,
    {
      permission: 'catalogue:write',
      params: NumericIdParams,
      multipart: { ...oneFile('image', IMAGE_RULES.maxBytes), fields: ChangeCarouselFields },
    },
  ),
  replaceCarouselImages: carousel.put('/admin/carousel-images', 'Replace all images: images[i].', CarouselSaved, {
    permission: 'catalogue:write',
    multipart: { files: ['images[]'], ...manyImages },
  }),
};

const product = routesFor({ auth: 'administrator', permission: 'catalogue:read', tag: 'Admin: products' });

export const adminProductRoutes = {
  adminListProducts: product.get('/admin/products', 'Products with their stock.', AdminProductPage, {
    query: ProductListQuery,
  }),
  adminSearchProducts: product.get('/admin/products/search', 'Search products.', AdminProductPage, {
    query: ProductSearchQuery,
  }),
  adminGetProduct: product.get('/admin/products/:id', 'One product.', dataOf(AdminProduct)),
  createProduct: product.post(
    '/admin/products',
    'Add a product with its variant and price; a draft is not in the store yet.',
    AdminProductSaved,
    {
      expects: { nothing: 'it names its own price' },
      permission: 'catalogue:write',
      body: NewProductBody,
      status: 201,
    },
  ),
  updateProduct: product.put('/admin/products/:id', 'Change a product.', AdminProductSaved, {
    expects: ['updated_at'],
    permission: 'catalogue:write',
    body: ProductBody,
  }),
  confirmProductPrice: product.post(
    '/admin/products/:id/price/confirm',
    'Say the second yes to a low price that waits: it counts at once.',
    AdminProductSaved,
    { permission: 'prices:confirm', step_up: true, body: PriceSeen },
  ),
  refuseProductPrice: product.post(
    '/admin/products/:id/price/refuse',
    'Refuse a low price that waits, or take the own one back.',
    AdminProductSaved,
    { permission: 'prices:refuse' },
  ),
  archiveProduct: product.delete(
    '/admin/products/:id',
    'Take a product out of the store; its history stays.',
    MessageAnswer,
    { expects: { nothing: 'it prices nothing' }, permission: 'catalogue:write' },
  ),
  restoreProduct: product.post(
    '/admin/products/:id/restore',
    'Put an archived product back into the store.',
    AdminProductSaved,
    { expects: { nothing: 'it prices nothing; a checkout names the total' }, permission: 'catalogue:write' },
  ),
  setProductImage: product.post('/admin/products/:id/image', 'Set the picture.', AdminProductSaved, {
    expects: { nothing: 'it prices nothing' },
    permission: 'catalogue:write',
    multipart: oneFile('image', IMAGE_RULES.maxBytes),
  }),
  getProductStock: product.get(
    '/admin/products/:id/codes',
    'The gift codes in stock, by their last four characters.',
    StockPage,
    { query: StockListQuery },
  ),
  addProductStock: product.post(
    '/admin/products/:id/codes',
    'Add gift codes from a CSV of one column; duplicates are refused. With `confirmed` = false it adds nothing, and says (409 `confirm_codes`) how many there are, of which length and pattern.',
    StockImportAnswer,
    {
      permission: 'stock:write',
      multipart: {
        ...oneFile('codes', MAX_CODES_CSV_BYTES),
        fields: z.object({ confirmed: z.enum(['true', 'false']).optional() }),
      },
      status: 201,
    },
  ),
};
