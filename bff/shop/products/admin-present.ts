import { minorJson } from '#bff/contract/base/money-json.ts';
import type { AdminProduct } from '#bff/contract/shop/admin-product.ts';
import { presentListed, presentVariant } from './present.ts';
import type { OfficeProduct } from './product-store.ts';

/** A product as administrators see it: archived ones too, and its stock in full. */
export function presentAdminProduct(row: OfficeProduct): AdminProduct {
  const { variantId, variantName, priceMinor, currency, available } = row;
  const hasVariant = variantId !== null && variantName !== null && priceMinor !== null && currency !== null;
  return {
    ...presentListed(row),
    variant: hasVariant
      ? presentVariant({ variantId, variantName, priceMinor, currency, available: available ?? 0n })
      : null,
    currency: currency ?? '',
    stock_total: Number(row.codes),
    stock_reserved: Number(row.waiting ?? 0n),
    stock_sold: Number(row.sold),
    is_archived: !row.isActive,
    waiting_price: row.waitingPrice && {
      price: minorJson(BigInt(row.waitingPrice.price_minor), row.waitingPrice.currency),
      by: row.waitingPrice.by,
    },
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}
