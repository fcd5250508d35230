import { regionCode, regionName } from '#bff/contract/base/regions.ts';
import type { Product, ProductSort } from '#bff/contract/shop/catalogue.ts';
import type { BrandLook } from '#web/shared/catalogue/card-art.ts';
import { ProductImage } from '#web/shared/catalogue/product-image.tsx';
import { AddToCart, useChoice } from '#web/store/shop/shared/add-to-cart.tsx';
import { stockOf } from '#web/store/shop/shared/stock.ts';
import { StockText } from '#web/store/shop/shared/stock-text.tsx';
import type { TableColumn } from '#web/ui/table/table-column.ts';
import { Money } from '#web/ui/text/money.tsx';

/** The columns that sort. With sorting on the server, only the presence of the function counts. */
const sorted = (_sort: ProductSort) => ({ sortValue: () => null });

/** On a small screen brand and region are under the name. */
export const productColumns = (lookOf: (brand: string) => BrandLook): readonly TableColumn<Product>[] => [
  {
    id: 'name',
    header: 'Product',
    card: 'title',
    ...sorted('name'),
    cell: (product) => (
      <div className="flex min-w-0 items-center gap-3">
        <ProductImage
          plain
          image={product.images[0]?.SmallUrl}
          sizes="3.5rem"
          brand={product.brand_name}
          {...lookOf(product.brand_name)}
          className="w-14 shrink-0"
        />
        <div className="min-w-0">
          <p className="line-clamp-2">{product.name || 'Product name not available'}</p>
          <p className="truncate text-xs font-normal text-muted md:hidden">
            {[product.brand_name, regionName(product.region)].filter(Boolean).join(' · ')}
          </p>
        </div>
      </div>
    ),
  },
  { id: 'brand', header: 'Brand', card: 'hidden', ...sorted('brand'), cell: (product) => product.brand_name || '—' },
  {
    id: 'region',
    header: 'Region',
    card: 'hidden',
    ...sorted('region'),
    cell: (product) => <span title={regionName(product.region)}>{regionCode(product.region)}</span>,
  },
  {
    id: 'price',
    header: 'Price',
    align: 'right',
    ...sorted('price'),
    cell: (product) =>
      product.variant ? (
        <Money value={product.variant.price} className="font-medium" />
      ) : (
        <span className="text-muted">Price not available</span>
      ),
  },
  { id: 'stock', header: 'Stock', cell: (product) => <StockText stock={stockOf(product)} /> },
  {
    id: 'actions',
    header: 'Add to cart',
    hideHeader: true,
    align: 'right',
    card: 'actions',
    width: 'w-64',
    cell: (product) => <AddCell product={product} />,
  },
];

const AddCell = ({ product }: { product: Product }) => (
  <AddToCart choice={useChoice(product)} size="sm" className="inline-flex flex-col items-end" buttonClass="min-w-22" />
);
