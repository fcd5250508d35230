import type { Product } from '#bff/contract/shop/catalogue.ts';
import type { List } from '#web/lib/api/use-list.ts';
import { cx } from '#web/lib/words/cx.ts';
import { useBrandLook } from '#web/shared/catalogue/brands.ts';
import { ProductCard, ProductCardSkeleton } from '#web/store/shop/shared/product-card.tsx';
import { Loading } from '#web/ui/feedback/skeleton.tsx';
import { Pagination } from '#web/ui/table/pagination.tsx';

const GRID = 'grid grid-cols-1 gap-4 min-[30rem]:grid-cols-2 md:grid-cols-3 lg:grid-cols-2 xl:grid-cols-3';

/** Cards of the first row on the widest screen. */
const FIRST_ROW = 3;

type ProductGridProps = { list: List<Product>; linkOf: (product: Product) => string };

export function ProductGrid({ list, linkOf }: ProductGridProps) {
  const lookOf = useBrandLook();
  const { data, isPlaceholderData: busy } = list;
  if (!data) {
    return (
      <Loading label="Loading products" className={GRID}>
        {Array.from({ length: 6 }, (_, index) => (
          <ProductCardSkeleton key={String(index)} />
        ))}
      </Loading>
    );
  }
  return (
    <>
      <ul aria-label="Products" aria-busy={busy} className={cx(GRID, 'transition-opacity', busy && 'opacity-50')}>
        {data.data.map((product, index) => (
          <li key={product.id}>
            <ProductCard
              product={product}
              href={linkOf(product)}
              look={lookOf(product.brand_name)}
              isFirst={index < FIRST_ROW}
            />
          </li>
        ))}
      </ul>
      <Pagination
        className="mt-6"
        current={data.meta.current_page}
        last={data.meta.last_page}
        onPage={list.turnTo}
        busy={busy}
        summary={{ ...data.meta, noun: 'products' }}
      />
    </>
  );
}
