import { z } from 'zod';
import {
  Currency,
  DecimalInput,
  dataOf,
  MessageAnswer,
  Money,
  PageQuery,
  pageOf,
  savedOf,
  Timestamp,
  Uuid,
} from '#bff/contract/base/common.ts';
import { oneFile, routesFor } from '#bff/contract/base/route.ts';
import { IMAGE_RULES, MAX_CODES_CSV_BYTES } from '#bff/contract/base/upload-rules.ts';
import { Product, ProductListQuery, ProductSearchQuery } from './catalogue.ts';
import { ProductForm } from './product-form.ts';

export const AdminProduct = Product.extend({
  currency: z.string(),
  stock_total: z.int(),
  stock_reserved: z.int(),
  stock_sold: z.int(),
  is_archived: z.boolean(),
  /** A price far from the last ones, which waits for a second administrator; `by` is the first one's id. */
  waiting_price: z.object({ price: Money, by: z.string() }).nullable(),
  created_at: Timestamp,
  updated_at: Timestamp,
}).meta({ id: 'AdminProduct' });
export type AdminProduct = z.infer<typeof AdminProduct>;

export const AdminProductPage = pageOf(AdminProduct);
export type AdminProductPage = z.infer<typeof AdminProductPage>;
export const AdminProductSaved = savedOf(AdminProduct);
/** `updated_at` is that of the product as it was shown: a later change by somebody else is not overwritten. */
export const ProductBody = ProductForm.safeExtend({ updated_at: Timestamp.optional() });
export type ProductBody = z.infer<typeof ProductBody>;
/** `is_draft`: it is not in the store until it is put on sale. */
const NewProductBody = ProductBody.safeExtend({ is_draft: z.boolean().default(false) });

/** The price that the second administrator saw and confirms. */
const PriceSeen = z.object({ price: DecimalInput, currency: Currency });

/** Duplicates are refused, never overwritten. */
export const StockImportAnswer = z.object({
  message: z.string(),
  added: z.int(),
  duplicates: z.int(),
  invalid: z.array(z.object({ line: z.int(), message: z.string() })),
  data: AdminProduct,
});
export type StockImportAnswer = z.infer<typeof StockImportAnswer>;

export const StockCode = z.object({
  id: Uuid,
  last_four: z.string(),
  status: z.enum(['available', 'reserved', 'sold']),
  order_id: Uuid.nullable(),
  added_at: Timestamp,
});
export type StockCode = z.infer<typeof StockCode>;
export const StockListQuery = PageQuery.extend({ status: z.enum(['available', 'reserved', 'sold']).optional() });
export type StockListQuery = z.infer<typeof StockListQuery>;
export const StockPage = pageOf(StockCode);
export type StockPage = z.infer<typeof StockPage>;

const desk = routesFor({ auth: 'administrator', permission: 'catalogue:read', tag: 'Admin: products' });

export const adminProductRoutes = {
  adminListProducts: desk.get('/admin/products', 'Products with their stock.', AdminProductPage, {
    query: ProductListQuery,
  }),
  adminSearchProducts: desk.get('/admin/products/search', 'Search products.', AdminProductPage, {
    query: ProductSearchQuery,
  }),
  adminGetProduct: desk.get('/admin/products/:id', 'One product.', dataOf(AdminProduct)),
  createProduct: desk.post(
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
  updateProduct: desk.put('/admin/products/:id', 'Change a product.', AdminProductSaved, {
    expects: ['updated_at'],
    permission: 'catalogue:write',
    body: ProductBody,
  }),
  confirmProductPrice: desk.post(
    '/admin/products/:id/price/confirm',
    'Say the second yes to a price that waits: it counts at once.',
    AdminProductSaved,
    { permission: 'prices:confirm', step_up: true, body: PriceSeen, expects: ['price', 'currency'] },
  ),
  refuseProductPrice: desk.post(
    '/admin/products/:id/price/refuse',
    'Refuse a price that waits, or take the own one back.',
    AdminProductSaved,
    { permission: 'prices:refuse', expects: { nothing: 'it prices nothing' } },
  ),
  archiveProduct: desk.delete(
    '/admin/products/:id',
    'Take a product out of the store; its history stays.',
    MessageAnswer,
    { expects: { nothing: 'it prices nothing' }, permission: 'catalogue:write' },
  ),
  restoreProduct: desk.post(
    '/admin/products/:id/restore',
    'Put an archived product back into the store.',
    AdminProductSaved,
    { expects: { nothing: 'it prices nothing; a checkout names the total' }, permission: 'catalogue:write' },
  ),
  setProductImage: desk.post('/admin/products/:id/image', 'Set the picture.', AdminProductSaved, {
    expects: { nothing: 'it prices nothing' },
    permission: 'catalogue:write',
    multipart: oneFile('image', IMAGE_RULES.maxBytes),
  }),
  getProductStock: desk.get(
    '/admin/products/:id/codes',
    'The gift codes in stock, by their last four characters.',
    StockPage,
    { query: StockListQuery },
  ),
  addProductStock: desk.post(
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
