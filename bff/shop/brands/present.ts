import type { Brand } from '#bff/contract/shop/brand.ts';
import { textOrNull } from '#bff/kit/lib/present.ts';
import { imageUrl } from '#bff/shop/pictures/images.ts';
import type { BrandRow } from './brand-store.ts';

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
