import { PackageSearch } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useSearchParams } from 'wouter';
import type { Product, ProductSort } from '#bff/contract/shop/catalogue.ts';
import { useList } from '#web/lib/api/use-list.ts';
import { readStorage, STORAGE_KEYS, writeStorage } from '#web/lib/browser/storage.ts';
import { useIsBelowLarge } from '#web/lib/browser/use-media.ts';
import { lazily } from '#web/lib/navigation/lazily.tsx';
import { useBrandLook } from '#web/shared/catalogue/brands.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { ListTable } from '#web/ui/list/list-table.tsx';
import { Sheet } from '#web/ui/overlays/dialog.tsx';
import { Card } from '#web/ui/page/card.tsx';
import { PageHeader } from '#web/ui/page/page-header.tsx';
import {
  activeFilterCount,
  type CatalogueFilters,
  type CatalogueView,
  filterQuery,
  productLink,
  readFilters,
} from './catalogue-filters.ts';
import { CatalogueToolbar } from './catalogue-toolbar.tsx';
import { productColumns } from './product-columns.tsx';
import { productsQuery } from './products-api.ts';

const FilterPanel = lazily(() => import('./filter-panel.tsx'), 'FilterPanel');
const ProductGrid = lazily(() => import('./product-grid.tsx'), 'ProductGrid', <div className="min-h-dvh" />);

export function ProductsPage() {
  const [search, setSearch] = useSearchParams();
  const filters = readFilters(search);
  const view = filters.view ?? (readStorage(STORAGE_KEYS.catalogueView) === 'grid' ? 'grid' : 'table');
  const [sheetOpen, setSheetOpen] = useState(false);
  // A small screen loads the filters and their counts when they are opened.
  const isBelowLarge = useIsBelowLarge();

  // Every change except of the page starts at the first page again.
  const change: ChangeFilters = (part, options) => setSearch(filterQuery({ ...filters, page: 1, ...part }), options);
  const chooseView = (chosen: CatalogueView) => {
    setSearch(filterQuery({ ...filters, view: chosen }), { replace: true });
    writeStorage(STORAGE_KEYS.catalogueView, chosen);
  };
  return (
    <>
      <PageHeader
        title="Products"
        description="Gift cards, vouchers and game credit. Codes are delivered to your order as soon as it is paid."
      />
      <div className="items-start gap-10 lg:grid lg:grid-cols-[13rem_minmax(0,1fr)]">
        {!isBelowLarge && (
          <aside aria-label="Filters">
            <div className="mb-5 flex h-9 items-center justify-between">
              <h2 className="text-base font-semibold">Filters</h2>
              <ClearFilters filters={filters} onChange={change} />
            </div>
            <FilterPanel filters={filters} onChange={change} />
          </aside>
        )}
        <div className="min-w-0">
          <CatalogueToolbar
            filters={filters}
            onChange={change}
            view={view}
            onView={chooseView}
            onOpenFilters={() => setSheetOpen(true)}
          />
          <Results filters={filters} onChange={change} view={view} />
        </div>
      </div>
      <Sheet
        open={sheetOpen}
        onClose={() => setSheetOpen(false)}
        title="Filters"
        size="sm"
        footer={
          <div className="flex w-full items-center justify-between">
            <ClearFilters filters={filters} onChange={change} />
            <Button variant="primary" onClick={() => setSheetOpen(false)}>
              Show products
            </Button>
          </div>
        }
      >
        <FilterPanel filters={filters} onChange={change} />
      </Sheet>
    </>
  );
}

type ChangeFilters = (change: Partial<CatalogueFilters>, options?: { replace: boolean }) => void;
type ResultsProps = { filters: CatalogueFilters; onChange: ChangeFilters; view: CatalogueView };

function Results({ filters, onChange, view }: ResultsProps) {
  const lookOf = useBrandLook();
  const list = useList(productsQuery(filters), {
    failed: 'Failed to load products',
    turnTo: (page, options) => {
      onChange({ page }, options);
      scrollTo({ top: 0 });
    },
  });
  const columns = useMemo(() => productColumns(lookOf), [lookOf]);
  const linkOf = (product: Product) => productLink(product.id, filters);
  const empty = <NothingFound filters={filters} onChange={onChange} />;
  const { data, error } = list;
  const isTable = view === 'table' || (error && !data) || data?.data.length === 0;
  return (
    <>
      <Spelling list={list} term={filters.term} />
      {isTable ? (
        <Card padded={false}>
          <ListTable
            list={list}
            caption="Products"
            noun="products"
            columns={columns}
            empty={empty}
            skeletonRows={10}
            rowHref={linkOf}
            sort={{ id: filters.sortBy, desc: filters.descending }}
            onSort={(sort) =>
              onChange({ sortBy: (sort?.id ?? 'name') as ProductSort, descending: sort?.desc ?? false })
            }
          />
        </Card>
      ) : (
        <ProductGrid list={list} linkOf={linkOf} />
      )}
    </>
  );
}

type SpellingProps = {
  list: { data: { spelling?: string | null } | undefined; isPlaceholderData: boolean };
  term: string;
};

/** The corrected word of a search, where no product has the typed one. */
const Spelling = ({ list: { data, isPlaceholderData }, term }: SpellingProps) => (
  <p role="status" className="text-sm text-muted not-empty:mb-3">
    {data?.spelling && !isPlaceholderData && `No product has “${term}”. The nearest spelling is “${data.spelling}”.`}
  </p>
);

function ClearFilters({ filters, onChange }: Omit<ResultsProps, 'view'>) {
  const isHidden = activeFilterCount(filters) === 0;
  return (
    <Button
      variant="link"
      disabled={isHidden}
      className={isHidden ? 'invisible' : ''}
      onClick={() => onChange({ brands: [], regions: [] })}
    >
      Clear
    </Button>
  );
}

function NothingFound({ filters, onChange }: Omit<ResultsProps, 'view'>) {
  const narrowed = activeFilterCount(filters) > 0 || filters.term !== '';
  return (
    <EmptyState
      icon={<PackageSearch aria-hidden />}
      title="No products found"
      message={
        narrowed
          ? 'Nothing matches your search and filters. Try fewer of them.'
          : 'The catalogue is being filled. Please come back soon.'
      }
      action={
        narrowed && (
          <Button onClick={() => onChange({ term: '', brands: [], regions: [] })}>Clear search and filters</Button>
        )
      }
    />
  );
}
