import { useState } from 'react';
import { srcSetOf } from '#web/lib/browser/pictures.ts';
import { cx } from '#web/lib/words/cx.ts';
import { CARD_HEIGHT, CARD_WIDTH, GiftCard, type GiftCardProps } from './gift-card.tsx';

type ProductImageProps = GiftCardProps & {
  /** Address of a picture; the drawn card replaces a missing or failed one. */
  image?: string | null | undefined;
  /** Its displayed width in CSS, so that the browser loads no larger picture than needed. */
  sizes?: string;
  /** It is at the top of its page, so it is loaded before pictures that need scrolling. */
  isFirst?: boolean;
};

/** A product's picture, or its drawn card. It is decoration, because the product's name is beside it. */
export function ProductImage({ image, sizes, isFirst = false, className, plain = false, ...card }: ProductImageProps) {
  const [failed, setFailed] = useState(false);
  if (!image || failed) return <GiftCard {...card} plain={plain} {...(className === undefined ? {} : { className })} />;
  return (
    <div className={cx('aspect-[320/202] overflow-hidden bg-sunken', plain ? 'rounded-md' : 'rounded-lg', className)}>
      <img
        srcSet={sizes === undefined ? undefined : srcSetOf(image)}
        sizes={sizes}
        src={image}
        alt=""
        width={CARD_WIDTH}
        height={CARD_HEIGHT}
        loading={isFirst ? 'eager' : 'lazy'}
        fetchPriority={isFirst ? 'high' : 'auto'}
        decoding="async"
        onError={() => setFailed(true)}
        className="size-full object-cover"
      />
    </div>
  );
}
