import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Package, Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useSearchParams } from 'wouter';
import type { AdminProduct } from '#bff/contract/admin-product.ts';
import { joinCommaList } from '#bff/contract/comma-list.ts';
import { useBrandLook } from '#web/lib/brands.ts';
import { oneOf, pageParam, withParams } from '#web/lib/page-param.ts';
import { describeError } from '#web/lib/toast-error.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { DataTable } from '#web/ui/data-table.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { SearchBox } from '#web/ui/search-box.tsx';
import { Select } from '#web/ui/select.tsx';
import { toast } from '#web/ui/toast.ts';
import { type ProductAction, productColumns } from './product-columns.tsx';
import { ProductDialog } from './product-dialog.tsx';
import { brandChoicesQuery, productsQuery, useSetArchived, useSetManyArchived } from './products-api.ts';
import { StockDialog } from './stock-dialog.tsx';

type Open = { kind: 'new' } | { kind: Exclude<ProductAction, 'restore'>; product: AdminProduct } | null;

const SORTS = ['name', 'brand', 'region', 'price'] as const;
/** The server refuses shorter terms. */
const MIN_TERM_LENGTH = 2;

/** The catalogue behind the store: prices, pictures, stock. */
export function ProductsPage() {
  const [search, setSearch] = useSearchParams();
  const [open, setOpen] = useState<Open>(null);
  const lookOf = useBrandLook();
  const { data: choices } = useQuery(brandChoicesQuery());
  const brands = choices?.data.brands;
  const setArchived = useSetArchived();
  const term = search.get('search') ?? '';
  const brand = search.get('brand') ?? '';
  const sort = { id: oneOf(SORTS, search.get('sort_by'), 'name'), desc: search.get('sort_order') === 'desc' };
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...productsQuery(
      {
        page: pageParam(search),
        brand_name: brand === '' ? '' : joinCommaList([brand]),
        sort_by: sort.id,
        sort_order: sort.desc ? 'desc' : 'asc',
      },
      term,
    ),
    placeholderData: keepPreviousData,
  });
  const change = (changes: Record<string, string | null>) =>
    setSearch((before) => withParams(before, { page: null, ...changes }), { replace: true });
  const find = (text: string) => {
    if (text !== '' && text.length < MIN_TERM_LENGTH) {
      return void toast.warning('Search term too short', 'Search term must be at least 2 characters long');
    }
    change({ search: text });
  };
  const columns = useMemo(
    () =>
      productColumns((action, product) => {
        if (action === 'restore') setArchived.mutate({ product, isArchived: false });
        else setOpen({ kind: action, product });
      }, lookOf),
    [lookOf, setArchived.mutate],
  );
  const close = () => setOpen(null);
  const isFiltered = term !== '' || brand !== '';
  const addButton = (
    <Button variant="primary" icon={<Plus aria-hidden />} onClick={() => setOpen({ kind: 'new' })}>
      New product
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Products"
        description="What the store sells, for how much, and how many codes are left."
        actions={addButton}
      />
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <div className="w-full sm:w-80">
          <SearchBox
            label="Search products"
            placeholder="Search products..."
            value={term}
            onSearch={find}
            live={false}
          />
        </div>
        <Select
          aria-label="Brand"
          className="w-full sm:w-56"
          value={brand}
          onChange={(event) => change({ brand: event.target.value })}
          options={[
            { value: '', label: 'All brands' },
            ...(brands?.map(({ title }) => title) ?? (brand ? [brand] : [])).map((name) => ({
              value: name,
              label: name,
            })),
          ]}
        />
        {isFiltered && (
          <Button variant="ghost" onClick={() => change({ search: null, brand: null })}>
            Clear filters
          </Button>
        )}
      </div>
      <Card padded={false}>
        <DataTable
          caption="Products"
          columns={columns}
          rows={data?.data}
          rowKey={(row) => row.id}
          error={error}
          errorMessage={describeError(error, 'Failed to load products').message}
          onRetry={refetch}
          busy={isPlaceholderData}
          onRowClick={(product) => setOpen({ kind: 'edit', product })}
          sort={sort}
          onSort={(next) => change({ sort_by: next?.id ?? null, sort_order: next?.desc ? 'desc' : null })}
          page={{
            meta: data?.meta,
            onPage: (page) => change({ page: page === 1 ? null : String(page) }),
            noun: 'products',
          }}
          skeletonRows={8}
          selection={{
            label: (product) => product.name,
            actions: (products, clear) => <ArchiveMany products={products} onDone={clear} />,
          }}
          empty={
            <EmptyState
              icon={<Package aria-hidden />}
              title="No products found"
              message={isFiltered ? 'Try another search or brand.' : 'Add the first one; its codes come after.'}
              action={
                isFiltered ? (
                  <Button onClick={() => change({ search: null, brand: null })}>Clear filters</Button>
                ) : (
                  addButton
                )
              }
            />
          }
        />
      </Card>
      {open?.kind === 'new' && <ProductDialog product={null} onClose={close} />}
      {open?.kind === 'edit' && <ProductDialog product={open.product} onClose={close} />}
      {open?.kind === 'stock' && <StockDialog product={open.product} onClose={close} />}
      <ConfirmDialog
        open={open?.kind === 'archive'}
        onClose={close}
        title="Archive product"
        message={
          open?.kind === 'archive'
            ? `"${open.product.name}" is taken out of the store. Orders and codes stay as they are, and you can restore it at any time.`
            : ''
        }
        confirmLabel="Archive"
        onConfirm={() => {
          if (open?.kind === 'archive') setArchived.mutate({ product: open.product, isArchived: true });
        }}
      />
    </>
  );
}

/** What can be done to the ticked products: those on sale are archived, those archived are restored. */
function ArchiveMany({ products, onDone }: { products: readonly AdminProduct[]; onDone: () => void }) {
  const [isAsking, setAsking] = useState(false);
  const setManyArchived = useSetManyArchived();
  const onSale = products.filter((product) => !product.is_archived);
  const archived = products.filter((product) => product.is_archived);
  const set = async (chosen: readonly AdminProduct[], isArchived: boolean) => {
    await setManyArchived(chosen, isArchived);
    onDone();
  };
  return (
    <>
      {onSale.length > 0 && (
        <Button size="sm" onClick={() => setAsking(true)}>
          Archive
        </Button>
      )}
      {archived.length > 0 && (
        <Button size="sm" onClick={() => set(archived, false)}>
          Restore
        </Button>
      )}
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title="Archive products"
        message={`${onSale.length} of them are taken out of the store. Orders and codes stay as they are, and you can restore them at any time.`}
        confirmLabel="Archive"
        onConfirm={() => set(onSale, true)}
      />
    </>
  );
}
