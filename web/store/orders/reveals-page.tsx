import { Download, Eye } from 'lucide-react';
import type { CodeReveal } from '#bff/contract/shop/order.ts';
import { apiQuery } from '#web/lib/api/api-query.ts';
import { readerZone } from '#web/lib/words/dates.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { DateRangePicker } from '#web/ui/form/controls/date-picker.tsx';
import { SearchBox } from '#web/ui/form/controls/search-box.tsx';
import { segmented } from '#web/ui/list/list-filters.tsx';
import { ListScreen } from '#web/ui/list/list-screen.tsx';
import { column } from '#web/ui/table/columns.tsx';
import type { TableColumn } from '#web/ui/table/table-column.ts';
import { downloadReveals, REVEALED_BY } from './orders-api.ts';

const COLUMNS: readonly TableColumn<CodeReveal>[] = [
  column.reference('Order', ({ order }) => order.number),
  column.moment('When', ({ revealed_at }) => revealed_at),
  column.text('Who', ({ by }) => REVEALED_BY[by]),
  column.text('Device', ({ device }) => device ?? <span className="text-muted">Not recorded</span>),
  column.text('Address', ({ address }) => address && <span className="tabular">{address}</span>),
  column.count('Codes', ({ codes_count }) => codes_count),
];

/** Every reveal of the customer's codes, so that the customer notices one by somebody else. */
export const RevealsPage = () => (
  <ListScreen
    title="Code access log"
    description="Each time that gift codes of yours were revealed: when, by whom and from where. Tell us of one that you do not know."
    back={{ href: '/orders', label: 'Back to orders' }}
    caption="Reveals of codes"
    noun="reveals"
    filters={{
      order: {
        rule: '',
        control: ({ search }) => <SearchBox {...search('order')} placeholder="Order number" className="sm:max-w-56" />,
      },
      by: segmented('Who', { '': 'Anyone', customer: 'You', 'api-key': 'API keys' }),
      from: {
        rule: 'day',
        control: ({ filters: { from = '', to = '' }, change }) => (
          <DateRangePicker className="w-64 max-w-full" daysIn={readerZone()} value={{ from, to }} onChange={change} />
        ),
      },
      to: 'day',
    }}
    pushesPages
    read={({ page, ...filters }) => apiQuery('GET /code-reveals', { query: { ...queryOf(filters), page } })}
    failed="The list could not be loaded."
    actions={({ list, filters }) => (
      <Button
        icon={<Download aria-hidden />}
        disabledReason={list.data?.meta.total === 0 ? 'There is nothing to save.' : undefined}
        onClick={() => void downloadReveals(queryOf(filters))}
      >
        Save as CSV
      </Button>
    )}
    columns={COLUMNS}
    rowHref={({ order }) => `/orders/${order.id}`}
    skeletonRows={8}
    empty={{
      icon: Eye,
      none: ['Nobody has revealed a code yet', 'Each look at gift codes of yours is listed here.'],
      filtered: ['Nothing matches these filters', 'Try another order, person or time.'],
    }}
  />
);

const queryOf = <By extends string>({ from, to, ...rest }: { order: string; by: By; from: string; to: string }) => ({
  ...rest,
  start_date: from,
  end_date: to,
  time_zone: readerZone(),
});
