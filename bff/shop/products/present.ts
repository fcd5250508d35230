import { minorJson } from '#bff/contract/base/money-json.ts';
import type { Brand } from '#bff/contract/shop/brand.ts';
import type { CarouselImage } from '#bff/contract/shop/carousel.ts';
import type { Product } from '#bff/contract/shop/catalogue.ts';
import type { BrandRow } from '#bff/shop/brands/brand-store.ts';
import type { CarouselRow } from '#bff/shop/carousel/carousel-store.ts';
import { imageUrl, productImages } from '#bff/shop/pictures/images.ts';
import type { ProductRow, StoreProduct, VariantRow } from './product-store.ts';

const textOrNull = (text: string) => (text === '' ? null : text);

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

export function presentBrand({ logo_file_id: fileId, description, ...brand }: BrandRow): Brand {
  const logo = fileId === null ? null : imageUrl(fileId, 'medium');
  return {
    ...brand,
    name: brand.title,
    description: textOrNull(description),
    logo,
    logoUrl: logo,
    hasLogo: logo !== null,
  };
}

export const presentCarouselImage = ({ url, file_id, file_name, ...image }: CarouselRow): CarouselImage => ({
  ...image,
  url: textOrNull(url),
  image: imageUrl(file_id, 'large'),
  media: [{ file_name }],
});
