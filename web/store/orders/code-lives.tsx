import { ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import type { CodeLife, Order } from '#bff/contract/shop/order.ts';
import { apiQuery } from '#web/lib/api/api-query.ts';
import { useList } from '#web/lib/api/use-list.ts';
import { IconButton } from '#web/ui/actions/icon-button.tsx';
import { ListTable } from '#web/ui/list/list-table.tsx';
import { Card } from '#web/ui/page/card.tsx';
import { column } from '#web/ui/table/columns.tsx';
import type { TableColumn } from '#web/ui/table/table-column.ts';
import { DateText } from '#web/ui/text/date-text.tsx';
import { downloadCodeProof } from './orders-api.ts';

const CODES_A_PAGE = 10;

const columnsOf = (order: Order): readonly TableColumn<CodeLife>[] => [
  column.text(
    'Code',
    (code) => (
      <>
        <span className="font-mono">••••{code.last_four}</span>
        <span className="block text-xs text-muted">{code.product_name}</span>
      </>
    ),
    { card: 'title' },
  ),
  column.moment('Allocated', (code) => code.allocated_at),
  column.text('Revealed', (code) =>
    code.first_revealed_at ? <DateText value={code.first_revealed_at} format="datetime" /> : 'Not yet',
  ),
  column.count('Count', (code) => code.reveals_count, { id: 'times' }),
  column.actions('Proof', (code) => (
    <IconButton
      label={`Save the proof of code ${code.last_four}`}
      icon={<ShieldCheck aria-hidden />}
      onClick={() => void downloadCodeProof(order.id, code)}
    />
  )),
];

/** The life of each code of an order: when it was allocated and shown, with a file that proves it. */
export function CodeLives({ order }: { order: Order }) {
  const [page, setPage] = useState(1);
  const list = useList(
    apiQuery('GET /orders/:id/codes', { params: { id: order.id }, query: { page, per_page: CODES_A_PAGE } }),
    { failed: 'The codes could not be listed.', turnTo: setPage },
  );
  return (
    <Card title="Code history" padded={false}>
      <div className="border-t">
        <ListTable
          list={list}
          caption="Code history"
          noun="codes"
          columns={columnsOf(order)}
          skeletonRows={2}
          empty="This order has no codes."
        />
      </div>
    </Card>
  );
}
