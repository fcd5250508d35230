import type { Brand } from '#bff/contract/brand.ts';
import type { CarouselImage } from '#bff/contract/carousel.ts';
import type { Product } from '#bff/contract/catalogue.ts';
import type { Glyph } from '#bff/contract/glyphs.ts';
import { minorJson } from '#bff/contract/money-json.ts';
import { imageUrl, productImages } from './images.ts';
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

export function presentBrand(brand: {
  readonly id: number;
  readonly title: string;
  readonly description: string;
  readonly website: string | null;
  readonly color: string | null;
  readonly glyph: Glyph;
  readonly logoFileId: string | null;
  readonly updatedAt: Date;
}): Brand {
  const logo = brand.logoFileId === null ? null : imageUrl(brand.logoFileId, 'medium');
  return {
    id: brand.id,
    name: brand.title,
    title: brand.title,
    logo,
    logoUrl: logo,
    hasLogo: logo !== null,
    color: brand.color,
    glyph: brand.glyph,
    description: textOrNull(brand.description),
    website: brand.website,
    updated_at: brand.updatedAt.toISOString(),
  };
}

export function presentCarouselImage(image: {
  readonly id: number;
  readonly url: string;
  readonly fileId: string;
  readonly fileName: string;
  readonly updatedAt: Date;
}): CarouselImage {
  return {
    id: image.id,
    url: textOrNull(image.url),
    image: imageUrl(image.fileId, 'large'),
    media: [{ file_name: image.fileName }],
    updated_at: image.updatedAt.toISOString(),
  };
}
