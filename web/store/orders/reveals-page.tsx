import { Download, Eye } from 'lucide-react';
import type { CodeReveal } from '#bff/contract/order.ts';
import { apiQuery } from '#web/lib/api-query.ts';
import { readerZone } from '#web/lib/dates.ts';
import { useListAddress } from '#web/lib/list-address.ts';
import { useList } from '#web/lib/use-list.ts';
import { Button } from '#web/ui/button.tsx';
import { column } from '#web/ui/columns.tsx';
import { DateRangePicker } from '#web/ui/date-picker.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ListPage } from '#web/ui/frames/list-page.tsx';
import { SearchBox } from '#web/ui/search-box.tsx';
import { Segmented } from '#web/ui/segmented.tsx';
import type { TableColumn } from '#web/ui/table-column.ts';
import { downloadReveals, REVEALED_BY } from './orders-api.ts';

const COLUMNS: readonly TableColumn<CodeReveal>[] = [
  column.reference('Order', ({ order }) => order.number),
  column.moment('When', ({ revealed_at }) => revealed_at),
  column.text('Who', ({ by }) => REVEALED_BY[by]),
  column.text('Device', ({ device }) => device ?? <span className="text-muted">Not recorded</span>),
  column.text('Address', ({ address }) => <span className="tabular">{address ?? '–'}</span>),
  column.count('Codes', ({ codes_count }) => codes_count),
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
