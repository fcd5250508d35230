import { PackageX } from 'lucide-react';
import { useParams, useSearchParams } from 'wouter';
import { regionCode } from '#bff/contract/base/regions.ts';
import type { Product } from '#bff/contract/shop/catalogue.ts';
import { useTitle } from '#web/lib/navigation/use-title.ts';
import { useBrandLook } from '#web/shared/catalogue/brands.ts';
import { ProductImage } from '#web/shared/catalogue/product-image.tsx';
import { LinkButton } from '#web/ui/actions/button.tsx';
import { Loading, Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { DetailPage } from '#web/ui/page/detail-page.tsx';
import { BackLink } from '#web/ui/text/back-link.tsx';
import { filterQuery, readFilters } from './catalogue-filters.ts';
import { ProductBuy } from './product-buy.tsx';
import { useProduct } from './products-api.ts';

const LAYOUT = 'grid items-start gap-8 lg:grid-cols-[minmax(0,26rem)_minmax(0,1fr)] lg:gap-12';

export function ProductPage() {
  const { id = '' } = useParams();
  const [search] = useSearchParams();
  const query = useProduct(id);
  useTitle(query.data?.data.name ?? 'Product');
  const list = filterQuery(readFilters(search)).toString();
  const back = { href: list ? `/products?${list}` : '/products', label: 'Back to products' };
  return (
    <DetailPage
      of={query}
      title="Product"
      back={back}
      failed="Failed to load products"
      missing={{
        icon: <PackageX aria-hidden />,
        title: 'Product not found',
        message: 'It may have been taken out of the catalogue.',
        action: <LinkButton href="/products">See all products</LinkButton>,
      }}
      skeleton={<ProductSkeleton />}
    >
      {(product) => (
        <>
          <BackLink href={back.href}>{back.label}</BackLink>
          <Shown product={product} />
        </>
      )}
    </DetailPage>
  );
}

function Shown({ product }: { product: Product }) {
  const lookOf = useBrandLook();
  return (
    <div className={LAYOUT}>
      <div className="rounded-xl border bg-sunken p-6 sm:p-10 lg:sticky lg:top-24">
        <ProductImage
          image={product.images[0]?.LargeUrl}
          sizes="(width >= 64rem) 28rem, 90vw"
          isFirst
          brand={product.brand_name}
          {...lookOf(product.brand_name)}
          region={regionCode(product.region)}
          denomination={product.variant?.name ?? null}
          className="shadow-lg"
        />
      </div>
      <div className="min-w-0">
        <ProductBuy key={product.id} product={product} />
        {product.description && (
          <section className="mt-8 border-t pt-6">
            <h2 className="text-base font-semibold">About this product</h2>
            <div
              className="prose-plain max-w-prose"
              // The server sanitised it before it was stored.
              dangerouslySetInnerHTML={{ __html: product.description }}
            />
          </section>
        )}
      </div>
    </div>
  );
}

function ProductSkeleton() {
  return (
    <Loading label="Loading product" className={LAYOUT}>
      <div className="rounded-xl border bg-sunken p-6 sm:p-10">
        <Skeleton className="aspect-[320/202] w-full rounded-lg" />
      </div>
      <div>
        <Skeleton className="h-5 w-24 rounded-full" />
        <Skeleton className="mt-3 h-8 w-72 max-w-full" />
        <Skeleton className="mt-3 h-5 w-full max-w-md" />
        <Skeleton className="mt-6 h-10 w-32" />
        <Skeleton className="mt-6 h-16 w-full max-w-md" />
        <Skeleton className="mt-6 h-11 w-full max-w-sm" />
      </div>
    </Loading>
  );
}
