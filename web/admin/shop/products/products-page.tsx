import { useQuery } from '@tanstack/react-query';
import { Package, Plus } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'wouter';
import { joinCommaList } from '#bff/contract/base/comma-list.ts';
import type { AdminProduct } from '#bff/contract/shop/admin-product.ts';
import { MIN_SEARCH_LENGTH } from '#bff/contract/shop/shopping-limits.ts';
import { useMay } from '#web/admin/shared/permission/may.tsx';
import { BulkButtons } from '#web/admin/shop/shared/bulk-buttons.tsx';
import type { ListAddress } from '#web/lib/navigation/list-address.ts';
import { withParams } from '#web/lib/navigation/page-param.ts';
import { toast } from '#web/lib/toast/toast.ts';
import { useBrandLook } from '#web/shared/catalogue/brands.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { SearchBox } from '#web/ui/form/controls/search-box.tsx';
import { Select } from '#web/ui/form/controls/select.tsx';
import { ListScreen } from '#web/ui/list/list-screen.tsx';
import { AskButton, ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';
import type { DataTableProps } from '#web/ui/table/data-table.tsx';
import { EditProduct } from './edit-product.tsx';
import { productColumns } from './product-columns.tsx';
import { ProductDialog } from './product-dialog.tsx';
import {
  brandChoicesQuery,
  productsQuery,
  useSetArchived,
  useSetManyArchived,
  useTakePriceBack,
} from './products-api.ts';
import { StockDialog } from './stock-dialog.tsx';

type Open = { kind: 'new' } | { kind: 'stock' | 'archive'; product: AdminProduct } | null;

export function ProductsPage() {
  const [open, setOpen] = useState<Open>(null);
  const [params, setParams] = useSearchParams();
  // The command palette leads here.
  const isAskedForNew = params.get('new') === 'product';
  const shownDialog: Open = isAskedForNew && open === null ? { kind: 'new' } : open;
  const mayWrite = useMay('catalogue:write');
  const lookOf = useBrandLook();
  const setArchived = useSetArchived();
  const takePriceBack = useTakePriceBack();
  const addButton = mayWrite && (
    <Button variant="primary" icon={<Plus aria-hidden />} onClick={() => setOpen({ kind: 'new' })}>
      New product
    </Button>
  );
  return (
    <ListScreen
      title="Products"
      description="What the store sells, for how much, and how many codes are left."
      actions={
        <>
          <BulkButtons of="products" />
          {addButton}
        </>
      }
      noun="products"
      filters={{
        search: { rule: '', control: (address) => <ProductFilters address={address} /> },
        brand: '',
        sort_by: ['name', 'brand', 'region', 'price'],
        sort_order: ['asc', 'desc'],
      }}
      read={({ search, brand, ...query }) =>
        productsQuery({ ...query, brand_name: brand === '' ? '' : joinCommaList([brand]) }, search)
      }
      failed="Failed to load products"
      toasts
      columns={({ open: edit }) =>
        productColumns((action, product) => {
          if (action === 'edit') edit(product.id);
          else if (action === 'take-price-back') takePriceBack.mutate({ params: { id: product.id } });
          else if (action === 'restore') setArchived.mutate({ product, isArchived: false });
          else setOpen({ kind: action, product });
        }, lookOf)
      }
      selection={mayWrite ? SELECTION : undefined}
      skeletonRows={8}
      empty={{
        icon: Package,
        none: ['No products found', 'Add the first one; its codes come after.'],
        action: addButton,
        filtered: ['No products found', 'Try another search or brand.'],
      }}
      panel={mayWrite ? (edited) => <EditProduct key={edited.id} {...edited} /> : undefined}
    >
      <ProductDialogs
        open={shownDialog}
        onAdded={(product) => {
          // The list then shows it, and its codes come next.
          setParams({ search: product.name }, { replace: true });
          setOpen({ kind: 'stock', product });
        }}
        onClose={() => {
          if (isAskedForNew) setParams((now) => withParams(now, { new: null }), { replace: true });
          setOpen((now) => (now?.kind === shownDialog?.kind ? null : now));
        }}
      />
    </ListScreen>
  );
}

function ProductFilters({ address }: { address: ListAddress<Record<string, string>> }) {
  const { search = '', brand = '' } = address.filters;
  const { data: brands } = useQuery(brandChoicesQuery());
  const find = (text: string) => {
    if (text !== '' && text.length < MIN_SEARCH_LENGTH) {
      return void toast.warning(
        'Search term too short',
        `Search term must be at least ${MIN_SEARCH_LENGTH} characters long`,
      );
    }
    address.change({ search: text });
  };
  return (
    <>
      <div className="w-full sm:w-80">
        <SearchBox
          label="Search products"
          placeholder="Search products..."
          value={search}
          onSearch={find}
          live={false}
        />
      </div>
      <Select
        aria-label="Brand"
        className="w-full sm:w-56"
        {...address.select('brand')}
        options={[
          { value: '', label: 'All brands' },
          ...(brands?.map(({ title }) => title) ?? (brand ? [brand] : [])).map((title) => ({
            value: title,
            label: title,
          })),
        ]}
      />
      {address.isFiltered && (
        <Button variant="ghost" onClick={address.clear}>
          Clear filters
        </Button>
      )}
    </>
  );
}

type ProductDialogsProps = { open: Open; onAdded: (product: AdminProduct) => void; onClose: () => void };

function ProductDialogs({ open, onAdded, onClose }: ProductDialogsProps) {
  const setArchived = useSetArchived();
  return (
    <>
      {open?.kind === 'new' && <ProductDialog product={null} onAdded={onAdded} onClose={onClose} />}
      {open?.kind === 'stock' && <StockDialog product={open.product} onClose={onClose} />}
      <ConfirmDialog
        open={open?.kind === 'archive'}
        onClose={onClose}
        title="Archive product"
        message={
          open?.kind === 'archive'
            ? `"${open.product.name}" is taken out of the store. Orders and codes stay as they are, and you can put it on sale again at any time.`
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

const SELECTION: DataTableProps<AdminProduct>['selection'] = {
  label: (product) => product.name,
  actions: (products, clear) => <ArchiveMany products={products} onDone={clear} />,
};

/** The action on the ticked products: products on sale are archived, others are put on sale. */
function ArchiveMany({ products, onDone }: { products: readonly AdminProduct[]; onDone: () => void }) {
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
        <AskButton
          size="sm"
          title="Archive products"
          message={`${onSale.length} of them are taken out of the store. Orders and codes stay as they are, and you can put them on sale again at any time.`}
          confirmLabel="Archive"
          onConfirm={() => set(onSale, true)}
        >
          Archive
        </AskButton>
      )}
      {archived.length > 0 && (
        <Button size="sm" onClick={() => set(archived, false)}>
          Put on sale
        </Button>
      )}
    </>
  );
}
