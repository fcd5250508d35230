import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AdminProduct } from '#bff/contract/admin-product.ts';
import { regionName } from '#bff/contract/regions.ts';
import { apiQuery } from '#web/lib/api-query.ts';
import { describeError } from '#web/lib/toast-error.ts';
import { Card } from '#web/ui/card.tsx';
import { DataTable } from '#web/ui/data-table.tsx';
import { SearchBox } from '#web/ui/search-box.tsx';
import type { TableColumn } from '#web/ui/table-column.ts';
import { DiscountInput } from './discount-input.tsx';

const PAGE_SIZE = 50;

/** What this customer pays less for, product by product. */
export function DiscountsTab({ userId }: { userId: string }) {
  const client = useQueryClient();
  const [term, setTerm] = useState('');
  const [page, setPage] = useState(1);
  const query = { page, per_page: PAGE_SIZE };
  const products = useQuery({
    ...(term.length >= 2
      ? apiQuery('GET /admin/products/search', { query: { ...query, term } })
      : apiQuery('GET /admin/products', { query })),
    placeholderData: keepPreviousData,
  });
  const discountsQuery = apiQuery('GET /admin/users/:id/discounts', { params: { id: userId } });
  const discounts = useQuery({
    ...discountsQuery,
    select: (answer) => new Map(answer.data.map((discount) => [discount.product_id, discount.percentage])),
  });
  const columns: readonly TableColumn<AdminProduct>[] = [
    {
      id: 'name',
      header: 'Product',
      card: 'title',
      cell: (row) => (
        <span className="block min-w-0">
          <span className="block font-medium">{row.name}</span>
          <span className="block text-xs font-normal text-muted">{row.variant?.name ?? 'No variant'}</span>
        </span>
      ),
    },
    { id: 'brand', header: 'Brand', cell: (row) => row.brand_name },
    { id: 'region', header: 'Region', cell: (row) => regionName(row.region) },
    {
      id: 'price',
      header: 'Price',
      align: 'right',
      cell: (row) => <span className="tabular">{row.variant?.price.formatted ?? '—'}</span>,
    },
    {
      id: 'discount',
      header: 'Discount',
      align: 'right',
      width: 'w-36',
      cell: (row) => (
        <DiscountInput
          userId={userId}
          productId={row.id}
          productName={row.name}
          saved={discounts.data?.get(row.id) ?? 0}
          onSaved={() => client.invalidateQueries({ queryKey: discountsQuery.queryKey })}
        />
      ),
    },
  ];
  return (
    <Card
      title="Product discounts"
      description="In percent of the price, saved as you type; 0 removes a discount."
      padded={false}
      actions={
        <SearchBox
          className="w-full sm:w-72"
          label="Search products"
          placeholder="Search products..."
          value={term}
          onSearch={(next) => {
            setTerm(next);
            setPage(1);
          }}
        />
      }
    >
      <DataTable
        caption="Products and discounts"
        columns={columns}
        rows={discounts.data ? products.data?.data : undefined}
        rowKey={(row) => row.id}
        error={products.error ?? discounts.error}
        errorMessage={describeError(products.error ?? discounts.error, 'Failed to load products').message}
        onRetry={() => Promise.all([products.refetch(), discounts.refetch()])}
        busy={products.isPlaceholderData}
        page={{ meta: products.data?.meta, onPage: setPage, noun: 'products' }}
        empty="No products found"
      />
    </Card>
  );
}
