import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { regionName } from '#bff/contract/base/regions.ts';
import type { AdminProduct } from '#bff/contract/shop/admin-product.ts';
import { MIN_SEARCH_LENGTH } from '#bff/contract/shop/shopping-limits.ts';
import { useMay } from '#web/admin/shared/permission/may.tsx';
import { apiQuery } from '#web/lib/api/api-query.ts';
import { useList } from '#web/lib/api/use-list.ts';
import { invalidate } from '#web/lib/cache/query-key.ts';
import { lazily } from '#web/lib/navigation/lazily.tsx';
import { Button } from '#web/ui/actions/button.tsx';
import { SearchBox } from '#web/ui/form/controls/search-box.tsx';
import { ListTable } from '#web/ui/list/list-table.tsx';
import { Card } from '#web/ui/page/card.tsx';
import { column } from '#web/ui/table/columns.tsx';
import type { TableColumn } from '#web/ui/table/table-column.ts';
import { DiscountInput } from './discount-input.tsx';
import { PlannedDiscounts } from './planned-discounts.tsx';
import { ProposedDiscount } from './proposed-discount.tsx';

const BrandDiscounts = lazily(() => import('./brand-discounts.tsx'), 'BrandDiscounts');

const PAGE_SIZE = 50;

export function DiscountsTab({ userId }: { userId: string }) {
  const client = useQueryClient();
  const [{ term, page }, setShown] = useState({ term: '', page: 1 });
  const [isForBrand, setIsForBrand] = useState(false);
  const query = { page, per_page: PAGE_SIZE };
  const products = useList(
    term.length >= MIN_SEARCH_LENGTH
      ? apiQuery('GET /admin/products/search', { query: { ...query, term } })
      : apiQuery('GET /admin/products', { query }),
    { failed: 'Failed to load products', toasts: true, turnTo: (next) => setShown({ term, page: next }) },
  );
  const discountsQuery = apiQuery('GET /admin/users/:id/discounts', { params: { id: userId } });
  const discounts = useQuery({
    ...discountsQuery,
    select: ({ data, second_approval_above }) => ({
      aloneUpTo: second_approval_above,
      of: new Map(data.map((discount) => [discount.product_id, discount])),
    }),
  });
  const list = {
    ...products,
    data: discounts.data && products.data,
    error: products.error ?? discounts.error,
    refetch: () => Promise.all([products.refetch(), discounts.refetch()]),
  };
  const mayDecide = useMay('customers:decide');
  const discountOf = (product: AdminProduct) => {
    const { percentage: saved = 0, proposed } = discounts.data?.of.get(product.id) ?? {};
    return (
      <>
        {mayDecide ? (
          <DiscountInput
            userId={userId}
            productId={product.id}
            productName={product.name}
            saved={saved}
            onSaved={() => invalidate(client, '/admin/users', '/admin/approvals')}
          />
        ) : saved === 0 ? (
          <span className="text-muted">None</span>
        ) : (
          `${saved} %`
        )}
        {proposed && <ProposedDiscount userId={userId} product={product} proposed={proposed} />}
      </>
    );
  };
  return (
    <Card
      title="Product discounts"
      description={
        mayDecide
          ? `In percent of the price, saved as you type; 0 removes a discount.${discounts.data ? ` More than ${discounts.data.aloneUpTo} % needs a second administrator.` : ''}`
          : 'In percent of the price.'
      }
      padded={false}
      actions={
        <>
          <SearchBox
            className="w-full sm:w-72"
            label="Search products"
            placeholder="Search products..."
            value={term}
            onSearch={(next) => setShown({ term: next, page: 1 })}
          />
          {mayDecide && <Button onClick={() => setIsForBrand(true)}>Set for a brand</Button>}
          {isForBrand && <BrandDiscounts userId={userId} onClose={() => setIsForBrand(false)} />}
        </>
      }
    >
      <PlannedDiscounts userId={userId} />
      <ListTable
        list={list}
        caption="Products and discounts"
        noun="products"
        columns={columnsWith(discountOf)}
        empty="No products found"
      />
    </Card>
  );
}

const columnsWith = (discountOf: (product: AdminProduct) => React.ReactNode): readonly TableColumn<AdminProduct>[] => [
  column.twoLines('Product', (row) => [row.name, row.variant?.name ?? 'No variant'], { id: 'name', card: 'title' }),
  column.text('Brand', (row) => row.brand_name),
  column.text('Region', (row) => regionName(row.region)),
  column.text('Price', (row) => <span className="tabular">{row.variant?.price.formatted ?? '—'}</span>, {
    align: 'right',
  }),
  column.text('Discount', discountOf, { align: 'right', width: 'w-64' }),
];
