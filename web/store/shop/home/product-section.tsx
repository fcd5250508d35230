import { useQuery } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import { useId } from 'react';
import { useBrandLook } from '#web/shared/catalogue/brands.ts';
import { ProductCard, ProductCardSkeleton } from '#web/store/shop/shared/product-card.tsx';
import { LoadError } from '#web/ui/feedback/load-error.tsx';
import { Loading } from '#web/ui/feedback/skeleton.tsx';
import { Carousel } from '#web/ui/page/carousel.tsx';
import { TextLink } from '#web/ui/text/text-link.tsx';
import { type HomeSection, homeSectionQuery } from './home-api.ts';

/** Slides side by side on the widest screens; a section with more products is a slider. */
const PER_VIEW = 4;
const GRID = 'grid gap-4 sm:grid-cols-2 md:grid-cols-3 lg:grid-cols-4';
const SLIDE = 'basis-full sm:basis-1/2 md:basis-1/3 lg:basis-1/4';

type ProductSectionProps = { section: HomeSection; title: string; emptyMessage: string };

/** A section of the home page: a slider of products that moves by itself, or a grid where there are few. */
export function ProductSection({ section, title, emptyMessage }: ProductSectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <div className="mb-4 flex items-baseline justify-between gap-4">
        <h2 id={id} className="text-lg font-semibold">
          {title}
        </h2>
        <TextLink href="/products" className="inline-flex items-center gap-1 text-sm whitespace-nowrap">
          View all
          <ArrowRight className="size-3.5" aria-hidden />
        </TextLink>
      </div>
      <Products section={section} title={title} emptyMessage={emptyMessage} />
    </section>
  );
}

function Products({ section, title, emptyMessage }: ProductSectionProps) {
  const query = useQuery(homeSectionQuery(section));
  const products = query.data;
  const lookOf = useBrandLook();
  if (query.error && !products) {
    return (
      <div className="rounded-lg border bg-surface">
        <LoadError of={query} failed="Failed to load products" />
      </div>
    );
  }
  if (!products) {
    return (
      <Loading label="Loading products" className={GRID}>
        {Array.from({ length: PER_VIEW }, (_, index) => (
          <div key={String(index)} className={index === 0 ? undefined : 'max-sm:hidden'}>
            <ProductCardSkeleton />
          </div>
        ))}
      </Loading>
    );
  }
  if (products.length === 0) {
    return (
      <p className="rounded-lg border border-dashed bg-surface px-5 py-10 text-center text-sm text-muted">
        {emptyMessage}
      </p>
    );
  }
  const cards = products.map((product) => (
    <ProductCard
      key={product.id}
      product={product}
      href={`/products/${product.id}`}
      look={lookOf(product.brand_name)}
    />
  ));
  if (products.length > PER_VIEW) {
    return (
      <Carousel label={`${title}: slides`} autoplay arrows slideClass={SLIDE}>
        {cards}
      </Carousel>
    );
  }
  return <div className={GRID}>{cards}</div>;
}
