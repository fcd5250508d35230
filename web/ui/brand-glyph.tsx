import { lazy, Suspense } from 'react';
import type { GlyphName } from './brand-glyphs.tsx';

const BrandGlyphView = lazy(() => import('./brand-glyphs.tsx').then((m) => ({ default: m.BrandGlyphView })));

type BrandGlyphProps = { name: GlyphName; className?: string; strokeWidth?: number };

/** A brand's glyph; an empty place of its size until the glyphs have arrived. */
export function BrandGlyph(props: BrandGlyphProps) {
  return (
    <Suspense fallback={<span className={props.className} />}>
      <BrandGlyphView {...props} />
    </Suspense>
  );
}
