import { z } from 'zod';
import { ProductForm } from './admin-forms.ts';
import { Product } from './catalogue.ts';
import { Currency, DecimalInput, Money, PageQuery, pageOf, savedOf, Timestamp, Uuid } from './common.ts';

export const AdminProduct = Product.extend({
  currency: z.string(),
  stock_total: z.int(),
  stock_reserved: z.int(),
  stock_sold: z.int(),
  is_archived: z.boolean(),
  /** A price far below the last ones, which waits for a second administrator; `by` is the first one's id. */
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
export const NewProductBody = ProductBody.safeExtend({ is_draft: z.boolean().default(false) });
export type NewProductBody = z.infer<typeof NewProductBody>;

/** The price that the second administrator saw and confirms. */
export const PriceSeen = z.object({ price: DecimalInput, currency: Currency });

/** Result of a CSV of codes (one column). Duplicates are refused, never overwritten. */
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
