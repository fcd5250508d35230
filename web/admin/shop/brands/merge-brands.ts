import { ALL_BRANDS } from '#bff/contract/base/everything.ts';
import type { AdminBrand } from '#bff/contract/shop/brand.ts';

/** Merges the two lists: brands with a logo first, then the plain ones whose name is not a title among the first. Each brand is listed once. */
export function mergeBrands(withLogo: readonly AdminBrand[], plain: readonly AdminBrand[]): readonly AdminBrand[] {
  const titles = new Set(withLogo.map((brand) => brand.title));
  return [...withLogo, ...plain.filter((brand) => !titles.has(brand.name) && brand.name !== ALL_BRANDS)];
}

export const productsHref = ({ title }: AdminBrand): string => `/admin/products?brand=${encodeURIComponent(title)}`;

/** The address of a brand's website, or null where a browser must not follow it ('javascript:…'). */
export function websiteHref(website: string | null): string | null {
  if (!website) return null;
  const text = /^[a-z][a-z0-9+.-]*:/i.test(website) ? website : `https://${website}`;
  if (!URL.canParse(text)) return null;
  const { protocol, href, hostname } = new URL(text);
  return (protocol === 'https:' || protocol === 'http:') && hostname.includes('.') ? href : null;
}

/** The readable form: 'https://www.steam.com/gift/' → 'steam.com/gift'. */
export const websiteLabel = (website: string): string =>
  website.replace(/^https?:\/\/(www\.)?/i, '').replace(/\/$/, '');
