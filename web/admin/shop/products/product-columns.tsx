import { Archive, ArchiveRestore, Boxes, MoreHorizontal, Pencil, Undo2 } from 'lucide-react';
import { regionName } from '#bff/contract/base/regions.ts';
import type { AdminProduct } from '#bff/contract/shop/admin-product.ts';
import { May } from '#web/admin/shared/permission/may.tsx';
import { useAdministrator } from '#web/lib/session/administrator.ts';
import { cx } from '#web/lib/words/cx.ts';
import type { BrandLook } from '#web/shared/catalogue/card-art.ts';
import { ProductImage } from '#web/shared/catalogue/product-image.tsx';
import { CopyButton } from '#web/ui/actions/copy-button.tsx';
import { IconButton } from '#web/ui/actions/icon-button.tsx';
import { Menu } from '#web/ui/overlays/menu.tsx';
import { column } from '#web/ui/table/columns.tsx';
import type { TableColumn } from '#web/ui/table/table-column.ts';
import { Badge } from '#web/ui/text/badge.tsx';
import { Money } from '#web/ui/text/money.tsx';

/** Up to this number the stock has a warning colour. */
const FEW_CODES = 25;
const SHORT_ID_LENGTH = 8;

type ProductAction = 'stock' | 'edit' | 'archive' | 'restore' | 'take-price-back';

/** `act` starts an action of a row's buttons. */
export const productColumns = (
  act: (action: ProductAction, product: AdminProduct) => void,
  lookOf: (brand: string) => BrandLook,
): readonly TableColumn<AdminProduct>[] => [
  column.text('ID', (row) => (
    <span className="inline-flex items-center gap-0.5 font-mono text-xs text-muted" title={row.id}>
      {row.id.slice(0, SHORT_ID_LENGTH)}
      <CopyButton value={row.id} label={`Copy the ID of ${row.name}`} />
    </span>
  )),
  column.text(
    'Product',
    (row) => (
      <span className={cx('flex min-w-0 items-center gap-3', row.is_archived && 'opacity-60')}>
        <span className="w-14 shrink-0">
          <ProductImage image={row.images[0]?.SmallUrl} brand={row.brand_name} {...lookOf(row.brand_name)} plain />
        </span>
        <span className="min-w-0">
          <span className="block max-w-72 font-medium wrap-anywhere">{row.name}</span>
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs font-normal text-muted">
            {row.variant?.name ?? 'No variant'}
            {row.is_archived && <Badge>Not on sale</Badge>}
            {row.isPermanentOutOfStock && <Badge tone="warn">Not sold any more</Badge>}
          </span>
        </span>
      </span>
    ),
    { id: 'name', sortValue: (row) => row.name, card: 'title' },
  ),
  column.text('Category', (row) => row.category_name),
  column.text('Brand', (row) => row.brand_name || <span className="text-muted">None</span>, {
    sortValue: (row) => row.brand_name,
  }),
  column.text('Region', (row) => regionName(row.region), { sortValue: (row) => row.region }),
  column.text(
    'Price',
    (row) => (
      <span>
        <Money value={row.variant?.price} />
        {row.waiting_price && (
          <span className="block text-xs whitespace-nowrap text-warn">{row.waiting_price.price.formatted} waits</span>
        )}
      </span>
    ),
    { sortValue: (row) => BigInt(row.variant?.price.amount ?? '0'), align: 'right' },
  ),
  column.text('Stock', (row) => <Stock product={row} />, { align: 'right' }),
  column.actions('Actions', (row) => <Actions product={row} act={act} />),
];

function Stock({ product }: { product: AdminProduct }) {
  const amount = product.variant?.stock_amount ?? 0;
  return (
    <span className="tabular">
      <span
        className={cx(
          'block',
          amount === 0 ? 'font-medium text-bad' : amount <= FEW_CODES ? 'font-medium text-warn' : undefined,
        )}
      >
        {amount === 0 ? 'None' : amount.toLocaleString('en-US')}
      </span>
      {product.stock_reserved > 0 && (
        <span className="block text-xs whitespace-nowrap text-muted">
          {product.stock_reserved.toLocaleString('en-US')} awaited
        </span>
      )}
    </span>
  );
}

function Actions({
  product,
  act,
}: {
  product: AdminProduct;
  act: (action: ProductAction, product: AdminProduct) => void;
}) {
  const { administrator } = useAdministrator();
  return (
    <span className="inline-flex justify-end gap-0.5">
      <IconButton
        size="sm"
        label={`Stock of ${product.name}`}
        icon={<Boxes aria-hidden />}
        disabledReason={product.variant ? undefined : 'This product has no variant to add codes to.'}
        onClick={() => act('stock', product)}
      />
      <May permission="catalogue:write">
        <IconButton
          size="sm"
          label={`Edit ${product.name}`}
          icon={<Pencil aria-hidden />}
          onClick={() => act('edit', product)}
        />
        <Menu
          trigger={(props) => (
            <IconButton
              {...props}
              size="sm"
              label={`More for ${product.name}`}
              tooltip={false}
              icon={<MoreHorizontal aria-hidden />}
            />
          )}
          entries={[
            ...(product.waiting_price && product.waiting_price.by === administrator?.id
              ? [
                  {
                    label: 'Take the price back',
                    icon: <Undo2 aria-hidden />,
                    onSelect: () => act('take-price-back', product),
                  },
                ]
              : []),
            product.is_archived
              ? { label: 'Put on sale', icon: <ArchiveRestore aria-hidden />, onSelect: () => act('restore', product) }
              : {
                  label: 'Archive',
                  icon: <Archive aria-hidden />,
                  danger: true,
                  onSelect: () => act('archive', product),
                },
          ]}
        />
      </May>
    </span>
  );
}
