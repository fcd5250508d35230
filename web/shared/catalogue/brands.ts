import { useQuery } from '@tanstack/react-query';
import { joinCommaList } from '#bff/contract/base/comma-list.ts';
import { DEFAULT_GLYPH } from '#bff/contract/base/glyphs.ts';
import { apiQuery } from '#web/lib/api/api-query.ts';
import type { BrandLook } from './card-art.ts';

const BRANDS_FRESH_MILLISECONDS = 10 * 60_000;

/** Also for visitors. */
export function useBrands() {
  return useQuery({
    ...apiQuery('GET /brands', { authenticated: false }),
    select: (answer) => answer.data.brands,
    staleTime: BRANDS_FRESH_MILLISECONDS,
  });
}

/** The look of a brand's cards, by its name. Until it is loaded, a plain card is drawn. */
export function useBrandLook(): (brand: string) => BrandLook {
  const { data: brands } = useBrands();
  return (brand) => {
    const known = brands?.find((each) => each.title === brand);
    if (known) return { color: known.color, glyph: known.glyph };
    return brands ? { glyph: DEFAULT_GLYPH } : {};
  };
}

export const brandLink = (brand: string): string =>
  `/products?brand_name=${encodeURIComponent(joinCommaList([brand]))}`;
