import { Download, Eye } from 'lucide-react';
import type { CodeReveal } from '#bff/contract/order.ts';
import { apiQuery } from '#web/lib/api-query.ts';
import { readerZone } from '#web/lib/dates.ts';
import { useListAddress } from '#web/lib/list-address.ts';
import { useList } from '#web/lib/use-list.ts';
import { Button } from '#web/ui/button.tsx';
import { DateRangePicker } from '#web/ui/date-picker.tsx';
import { DateText } from '#web/ui/date-text.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ListPage } from '#web/ui/frames/list-page.tsx';
import { SearchBox } from '#web/ui/search-box.tsx';
import { Segmented } from '#web/ui/segmented.tsx';
import type { TableColumn } from '#web/ui/table-column.ts';
import { downloadReveals, REVEALED_BY } from './orders-api.ts';

const COLUMNS: readonly TableColumn<CodeReveal>[] = [
  { id: 'order', header: 'Order', card: 'title', cell: ({ order }) => <span className="tabular">{order.number}</span> },
  { id: 'when', header: 'When', cell: ({ revealed_at }) => <DateText value={revealed_at} format="datetime" /> },
  { id: 'who', header: 'Who', cell: ({ by }) => REVEALED_BY[by] },
  { id: 'device', header: 'Device', cell: ({ device }) => device ?? <span className="text-muted">Not recorded</span> },
  { id: 'address', header: 'Address', cell: ({ address }) => <span className="tabular">{address ?? '–'}</span> },
  {
    id: 'codes',
    header: 'Codes',
    align: 'right',
    cell: ({ codes_count }) => codes_count.toLocaleString('en-US'),
  },
];

/** Every reveal of the customer's codes, so that the customer notices one by somebody else. */
export function RevealsPage() {
  const { filters, page, isFiltered, change, clear, turnTo, choice, search } = useListAddress(
    { order: '', by: ['', 'customer', 'api-key'], from: '', to: '' },
    { pushesPages: true },
  );
  const query = {
    order: filters.order,
    by: filters.by,
    start_date: filters.from,
    end_date: filters.to,
    time_zone: readerZone(),
  };
  const list = useList(apiQuery('GET /code-reveals', { query: { ...query, page } }), {
    failed: 'The list could not be loaded.',
    turnTo,
  });
  return (
    <ListPage
      title="Code access log"
      description="Each time that gift codes of yours were revealed: when, by whom and from where. Tell us of one that you do not know."
      back={{ href: '/orders', label: 'Back to orders' }}
      actions={
        <Button
          icon={<Download aria-hidden />}
          disabledReason={list.data?.meta.total === 0 ? 'There is nothing to save.' : undefined}
          onClick={() => void downloadReveals(query)}
        >
          Save as CSV
        </Button>
      }
      filters={
        <>
          <SearchBox {...search('order')} placeholder="Order number" className="sm:max-w-56" />
          <Segmented
            label="Who"
            {...choice('by')}
            options={[
              { value: '', label: 'Anyone' },
              { value: 'customer', label: 'You' },
              { value: 'api-key', label: 'API keys' },
            ]}
          />
          <DateRangePicker className="w-64 max-w-full" daysIn={readerZone()} value={filters} onChange={change} />
        </>
      }
      list={list}
      caption="Reveals of codes"
      noun="reveals"
      columns={COLUMNS}
      rowHref={({ order }) => `/orders/${order.id}`}
      skeletonRows={8}
      empty={
        <EmptyState
          icon={<Eye aria-hidden />}
          title={isFiltered ? 'Nothing matches these filters' : 'Nobody has revealed a code yet'}
          message={
            isFiltered ? 'Try another order, person or time.' : 'Each look at gift codes of yours is listed here.'
          }
          action={isFiltered && <Button onClick={clear}>Clear filters</Button>}
        />
      }
    />
  );
}
