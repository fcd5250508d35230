import { useCustomer } from '#web/lib/session.ts';
import { Banner } from './banner.tsx';
import { BrandsGrid } from './brands-grid.tsx';
import { ProductSection } from './product-section.tsx';
import { Welcome } from './welcome.tsx';

/** The store's home page, for customers and visitors alike. */
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
    </div>
  );
}
