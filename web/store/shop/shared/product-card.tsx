import { Link } from 'wouter';
import { regionCode } from '#bff/contract/base/regions.ts';
import type { Product } from '#bff/contract/shop/catalogue.ts';
import type { BrandLook } from '#web/shared/catalogue/card-art.ts';
import { ProductImage } from '#web/shared/catalogue/product-image.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { Badge } from '#web/ui/text/badge.tsx';
import { Money } from '#web/ui/text/money.tsx';
import { AddToCart, useChoice } from './add-to-cart.tsx';
import { StockText } from './stock-text.tsx';

type ProductCardProps = {
  product: Product;
  href: string;
  look: BrandLook;
  /** The card is in the first row of its page. */
  isFirst?: boolean;
};

/** The whole card opens the product; the stepper and Add have their own actions. */
export function ProductCard({ product, href, look, isFirst = false }: ProductCardProps) {
  const choice = useChoice(product);
  const { name, stock } = choice;
  const { variant } = product;
  const isOut = stock.kind === 'out';
  return (
    <article className="group relative flex h-full flex-col overflow-hidden rounded-lg border bg-surface shadow-xs transition-[border-color,box-shadow] hover:border-line-strong hover:shadow-md">
      <div className="bg-sunken p-4">
        <ProductImage
          image={product.images[0]?.MediumUrl}
          sizes="(width >= 48rem) 18rem, 90vw"
          isFirst={isFirst}
          brand={product.brand_name}
          {...look}
          region={regionCode(product.region)}
          denomination={variant?.name ?? null}
          className={`shadow-md transition-transform group-hover:-translate-y-0.5 ${isOut ? 'opacity-60 grayscale' : ''}`}
        />
      </div>
      <div className="flex grow flex-col p-4 pt-3">
        <div className="flex items-center justify-between gap-2">
          {product.brand_name ? <Badge className="min-w-0 shrink truncate">{product.brand_name}</Badge> : <span />}
          {isOut ? <Badge>Out of stock</Badge> : <StockText stock={stock} className="text-xs" />}
        </div>
        <h3 className="mt-2 text-sm font-medium">
          <Link
            href={href}
            className="line-clamp-2 outline-none after:absolute after:inset-0 after:rounded-lg focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
          >
            {name}
          </Link>
        </h3>
        <p className="mt-1 mb-3 text-lg font-semibold">
          {variant ? (
            <Money value={variant.price} />
          ) : (
            <span className="text-sm font-normal text-muted">Price not available</span>
          )}
        </p>
        <AddToCart choice={choice} size="md" className="relative z-1 mt-auto" buttonClass="min-w-0 grow px-2!" />
      </div>
    </article>
  );
}

export function ProductCardSkeleton() {
  return (
    <div className="overflow-hidden rounded-lg border bg-surface">
      <div className="bg-sunken p-4">
        <Skeleton className="aspect-[320/202] w-full rounded-lg" />
      </div>
      <div className="p-4 pt-3">
        <Skeleton className="h-5 w-24 rounded-full" />
        <Skeleton className="mt-2 h-5 w-4/5" />
        <Skeleton className="mt-1.5 mb-3 h-6 w-20" />
        <Skeleton className="h-9 w-full rounded-md" />
      </div>
    </div>
  );
}
