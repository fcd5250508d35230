import { productImages } from '#bff/catalogue/images.ts';
import type { AdminProduct } from '#bff/contract/admin-product.ts';
import { minorJson } from '#bff/contract/money-json.ts';
import type { ProductRow } from './admin-store.ts';

const textOrNull = (text: string): string | null => (text === '' ? null : text);

/** A product as administrators see it: archived ones too, and its stock in full. */
export function presentAdminProduct(row: ProductRow): AdminProduct {
  const { variantId, variantName, priceMinor, currency } = row;
  return {
    id: row.id,
    name: row.name,
    short_description: textOrNull(row.shortDescription),
    description: textOrNull(row.description),
    category_name: row.category,
    brand_name: row.brandTitle ?? '',
    region: row.region,
    images: productImages(row.imageFileId),
    isPermanentOutOfStock: row.isPermanentOutOfStock,
    variant:
      variantId === null || variantName === null || priceMinor === null || currency === null
        ? null
        : {
            id: variantId,
            name: variantName,
            price: minorJson(priceMinor, currency),
            stock_amount: Number(row.available ?? 0n),
          },
    currency: currency ?? '',
    stock_total: Number(row.codes),
    stock_reserved: Number(row.waiting ?? 0n),
    stock_sold: Number(row.sold),
    is_archived: !row.isActive,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}
