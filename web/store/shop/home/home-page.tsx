import { useQuery, useQueryClient } from '@tanstack/react-query';
import { invalidate } from '#web/lib/cache/query-key.ts';
import { useCustomer } from '#web/lib/session/session.ts';
import { useBrands } from '#web/shared/catalogue/brands.ts';
import { LoadError } from '#web/ui/feedback/load-error.tsx';
import { Banner } from './banner.tsx';
import { BrandsGrid } from './brands-grid.tsx';
import { homeSectionQuery } from './home-api.ts';
import { ProductSection } from './product-section.tsx';
import { Welcome } from './welcome.tsx';

export function HomePage() {
  const { status } = useCustomer();
  return (
    <div className="space-y-12 pb-6">
      {status === 'signed-out' ? (
        <Welcome />
      ) : (
        <h1 tabIndex={-1} className="sr-only">
          Home
        </h1>
      )}
      <Shelves />
    </div>
  );
}

/** Banner, brands and products; where none of them could be loaded, one message in place of one each. */
function Shelves() {
  const client = useQueryClient();
  const brands = useBrands();
  const recent = useQuery(homeSectionQuery('most-recent'));
  const purchased = useQuery(homeSectionQuery('most-purchased'));
  if ([brands, recent, purchased].every(({ error, data }) => error && !data)) {
    return (
      <div className="rounded-lg border bg-surface">
        <LoadError
          of={{
            error: recent.error,
            refetch: () => invalidate(client, '/brands', '/products', 'GET /carousel-images'),
          }}
          failed="The store could not be loaded. Your money and orders are untouched."
        />
      </div>
    );
  }
  return (
    <>
      <Banner />
      <BrandsGrid />
      <ProductSection
        section="most-recent"
        title="Recently Added Products"
        emptyMessage="No recently added products available at the moment."
      />
      <ProductSection
        section="most-purchased"
        title="Most Purchased Products"
        emptyMessage="No most purchased products available at the moment."
      />
      <ProductSection
        section="near-out-of-stock"
        title="Low Stock Products"
        emptyMessage="No low stock products at the moment."
      />
    </>
  );
}
