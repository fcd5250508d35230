import type { Product } from '#bff/contract/catalogue.ts';
import { useBrandLook } from '#web/lib/brands.ts';
import { cx } from '#web/lib/cx.ts';
import { ProductCard, ProductCardSkeleton } from '#web/ui/product-card.tsx';
import { Loading } from '#web/ui/skeleton.tsx';

const GRID = 'grid grid-cols-1 gap-4 min-[30rem]:grid-cols-2 md:grid-cols-3 lg:grid-cols-2 xl:grid-cols-3';

type ProductGridProps = {
  products: readonly Product[] | undefined;
  linkOf: (product: Product) => string;
  busy: boolean;
};

/** The catalogue as cards. */
export function ProductGrid({ products, linkOf, busy }: ProductGridProps) {
  const lookOf = useBrandLook();
  if (!products) {
    return (
      <Loading label="Loading products" className={GRID}>
        {Array.from({ length: 6 }, (_, index) => (
          <ProductCardSkeleton key={String(index)} />
        ))}
      </Loading>
    );
  }
  return (
    <ul aria-label="Products" aria-busy={busy} className={cx(GRID, 'transition-opacity', busy && 'opacity-50')}>
      {products.map((product) => (
        <li key={product.id}>
          <ProductCard product={product} href={linkOf(product)} look={lookOf(product.brand_name)} />
        </li>
      ))}
    </ul>
  );
}
