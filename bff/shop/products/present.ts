import { minorJson } from '#bff/contract/base/money-json.ts';
import type { Product } from '#bff/contract/shop/catalogue.ts';
import { textOrNull } from '#bff/kit/lib/present.ts';
import { productImages } from '#bff/shop/pictures/images.ts';
import type { ProductRow, StoreProduct, VariantRow } from './product-store.ts';

/** The fields that store and office show alike. */
export function presentListed(product: ProductRow): Omit<Product, 'variant'> {
  return {
    id: product.id,
    name: product.name,
    short_description: textOrNull(product.shortDescription),
    description: textOrNull(product.description),
    category_name: product.category,
    brand_name: product.brandTitle ?? '',
    region: product.region,
    images: productImages(product.imageFileId),
    isPermanentOutOfStock: product.isPermanentOutOfStock,
  };
}

export const presentVariant = (variant: VariantRow): NonNullable<Product['variant']> => ({
  id: variant.variantId,
  name: variant.variantName,
  price: minorJson(variant.priceMinor, variant.currency),
  stock_amount: Number(variant.available),
});

export const presentProduct = (product: StoreProduct): Product => ({
  ...presentListed(product),
  variant: presentVariant(product),
});
