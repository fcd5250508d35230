import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { PackageSearch } from 'lucide-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import type { ProductSort } from '#bff/contract/catalogue.ts';
import { useBrandLook } from '#web/lib/brands.ts';
import { readStorage, STORAGE_KEYS, writeStorage } from '#web/lib/storage.ts';
import { describeError } from '#web/lib/toast-error.ts';
import { useLastPage } from '#web/lib/use-last-page.ts';
import { useIsNarrow } from '#web/lib/use-media.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { DataTable } from '#web/ui/data-table.tsx';
import { Sheet } from '#web/ui/dialog.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Pagination } from '#web/ui/pagination.tsx';
import {
  activeFilterCount,
  type CatalogueFilters,
  filterQuery,
  productLink,
  readFilters,
} from './catalogue-filters.ts';
import { CatalogueToolbar, type CatalogueView } from './catalogue-toolbar.tsx';
import { ClearFilters, FilterPanel } from './filter-panel.tsx';
import { productColumns } from './product-columns.tsx';
import { productsQuery } from './products-api.ts';

const ProductGrid = lazy(() => import('./product-grid.tsx').then((m) => ({ default: m.ProductGrid })));

/** The catalogue: searched, filtered, sorted, as a table or as cards. */
export function ProductsPage() {
  const [search, setSearch] = useSearchParams();
  const filters = readFilters(search);
  const [view, setView] = useState<CatalogueView>(
    readStorage(STORAGE_KEYS.catalogueView) === 'grid' ? 'grid' : 'table',
  );
  const [sheetOpen, setSheetOpen] = useState(false);

  // Any change but that of the page starts at the first page again.
  const change = (part: Partial<CatalogueFilters>) => setSearch(filterQuery({ ...filters, page: 1, ...part }));
  const chooseView = (chosen: CatalogueView) => {
    setView(chosen);
    writeStorage(STORAGE_KEYS.catalogueView, chosen);
  };
  return (
    <>
      <PageHeader
        title="Products"
        description="Gift cards, vouchers and game credit. Codes are delivered to your order as soon as it is paid."
      />
      <div className="items-start gap-10 lg:grid lg:grid-cols-[13rem_minmax(0,1fr)]">
        <aside aria-label="Filters" className="max-lg:hidden">
          <div className="mb-5 flex h-9 items-center justify-between">
            <h2 className="text-base font-semibold">Filters</h2>
            <ClearFilters filters={filters} onChange={change} />
          </div>
          <FilterPanel filters={filters} onChange={change} />
        </aside>
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

type ResultsProps = {
  filters: CatalogueFilters;
  onChange: (change: Partial<CatalogueFilters>) => void;
  view: CatalogueView;
};

function Results({ filters, onChange, view }: ResultsProps) {
  const [, navigate] = useLocation();
  const isNarrow = useIsNarrow();
  const lookOf = useBrandLook();
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...productsQuery(filters),
    placeholderData: keepPreviousData,
  });
  const linkOf = (id: string) => productLink(id, filters);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the links follow the filters.
  const columns = useMemo(() => productColumns(linkOf, lookOf, isNarrow), [JSON.stringify(filters), lookOf, isNarrow]);
  const turnTo = (page: number) => {
    onChange({ page });
    scrollTo({ top: 0 });
  };
  useLastPage(data?.meta, (page) => onChange({ page }));
  if (error && !data) {
    return (
      <Card>
        <ErrorState message={describeError(error, 'Failed to load products').message} onRetry={refetch} />
      </Card>
    );
  }
  if (data?.data.length === 0) {
    return (
      <Card>
        <NothingFound filters={filters} onChange={onChange} />
      </Card>
    );
  }
  if (view === 'table') {
    return (
      <Card padded={false}>
        <DataTable
          caption="Products"
          columns={columns}
          rows={data?.data}
          rowKey={(product) => product.id}
          empty="No products found"
          busy={isPlaceholderData}
          skeletonRows={10}
          onRowClick={isNarrow ? undefined : (product) => navigate(linkOf(product.id))}
          sort={{ id: filters.sortBy, desc: filters.descending }}
          onSort={(sort) => onChange({ sortBy: (sort?.id ?? 'name') as ProductSort, descending: sort?.desc ?? false })}
          page={{ meta: data?.meta, onPage: turnTo, noun: 'products' }}
        />
      </Card>
    );
  }
  return (
    <>
      <Suspense fallback={<div className="min-h-dvh" />}>
        <ProductGrid products={data?.data} linkOf={linkOf} busy={isPlaceholderData} />
      </Suspense>
      {data && (
        <Pagination
          className="mt-6"
          current={data.meta.current_page}
          last={data.meta.last_page}
          onPage={turnTo}
          busy={isPlaceholderData}
          summary={{ from: data.meta.from, to: data.meta.to, total: data.meta.total, noun: 'products' }}
        />
      )}
    </>
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
