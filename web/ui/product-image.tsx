import { useState } from 'react';
import { cx } from '#web/lib/cx.ts';
import { GiftCard, type GiftCardProps } from './gift-card.tsx';

type ProductImageProps = GiftCardProps & {
  /** Address of a picture; the drawn card stands in where there is none or it does not load. */
  image?: string | null | undefined;
};

/** A product's picture, or its drawn card. Decoration: the product's name stands beside it. */
export function ProductImage({ image, className, plain = false, ...card }: ProductImageProps) {
  const [failed, setFailed] = useState(false);
  if (!image || failed) return <GiftCard {...card} plain={plain} {...(className === undefined ? {} : { className })} />;
  return (
    <div className={cx('aspect-[320/202] overflow-hidden bg-sunken', plain ? 'rounded-md' : 'rounded-lg', className)}>
      <img
        src={image}
        alt=""
        loading="lazy"
        decoding="async"
        onError={() => setFailed(true)}
        className="size-full object-cover"
      />
    </div>
  );
}
