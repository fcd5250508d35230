import { srcSetOf } from '#web/lib/browser/pictures.ts';
import { cx } from '#web/lib/words/cx.ts';
import { BrandGlyph } from './brand-glyph.tsx';
import { type BrandLook, cardColor, groundFor } from './card-art.ts';

type BrandIconProps = BrandLook & {
  logo?: string | null;
  size?: 'sm' | 'md' | 'lg';
  className?: string;
};

const SIZES = {
  sm: 'size-6 rounded-sm [&_svg]:size-3.5',
  md: 'size-9 rounded-md [&_svg]:size-5',
  lg: 'size-12 rounded-lg [&_svg]:size-6',
};

/** A brand's logo, or its glyph on its colour. It is decoration, because the name is beside it. */
export function BrandIcon({ color, glyph, logo, size = 'md', className }: BrandIconProps) {
  if (logo)
    return (
      <img
        srcSet={srcSetOf(logo)}
        sizes="3rem"
        src={logo}
        alt=""
        loading="lazy"
        className={cx('border bg-white object-contain', SIZES[size], className)}
      />
    );
  return (
    <span
      aria-hidden="true"
      className={cx('inline-grid shrink-0 place-items-center text-white', SIZES[size], className)}
      style={{ background: groundFor(cardColor(color)) }}
    >
      <BrandGlyph name={glyph} />
    </span>
  );
}
