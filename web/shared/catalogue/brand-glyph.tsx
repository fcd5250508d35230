import { lazy, Suspense } from 'react';
import type { Glyph } from '#bff/contract/base/glyphs.ts';

const BrandGlyphView = lazy(() => import('./brand-glyphs.tsx').then((m) => ({ default: m.BrandGlyphView })));

type BrandGlyphProps = { name: Glyph | null | undefined; className?: string; strokeWidth?: number };

/** An empty space of the same size until the brand and the glyphs are loaded. */
export function BrandGlyph({ name, ...style }: BrandGlyphProps) {
  const place = <span className={style.className} />;
  if (!name) return place;
  return (
    <Suspense fallback={place}>
      <BrandGlyphView name={name} {...style} />
    </Suspense>
  );
}
