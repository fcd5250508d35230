import { ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import type { AdminPersonalDataRequest } from '#bff/contract/personal-data.ts';
import { customerColumn } from '#web/admin/shared/customer-column.tsx';
import { apiQuery } from '#web/lib/api-query.ts';
import { useListAddress, useOpenRecord } from '#web/lib/list-address.ts';
import { useList } from '#web/lib/use-list.ts';
import { StateBadge } from '#web/ui/badge.tsx';
import { column } from '#web/ui/columns.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ListPage } from '#web/ui/frames/list-page.tsx';
import { Segmented } from '#web/ui/segmented.tsx';
import type { TableColumn } from '#web/ui/table-column.ts';
import { DecideDialog, type Decision } from './decide-dialog.tsx';
import { KINDS, PersonalDataPanel, STATUSES } from './personal-data-panel.tsx';

const VIEWS = [
  { value: 'all', label: 'All' },
  { value: 'requested', label: 'Waiting' },
  { value: 'done', label: 'Done' },
] as const;

const COLUMNS: readonly TableColumn<AdminPersonalDataRequest>[] = [
  column.text('Request', ({ kind }) => KINDS[kind], { id: 'kind', card: 'title' }),
  customerColumn,
  column.day('Asked', ({ requested_at }) => requested_at, { id: 'requested_at' }),
  column.text('Decided by', ({ decided_by }) => decided_by?.name),
  column.text('Status', ({ status }) => <StateBadge of={STATUSES[status]} />),
];

/** Customers' requests about their own data; waiting ones come first. */
export function PersonalDataPage() {
  const address = useListAddress({ status: VIEWS.map(({ value }) => value) });
  const [deciding, setDeciding] = useState<Decision | null>(null);
  const { status } = address.filters;
  const list = useList(
    apiQuery('GET /admin/personal-data', {
      query: { page: address.page, ...(status === 'all' ? {} : { status }) },
    }),
    { failed: 'Failed to load the requests', turnTo: address.turnTo },
  );
  const { shown, hrefOf } = useOpenRecord(list);
  return (
    <ListPage
      title="Personal data"
      description="Customers who want a copy of everything about them, or to be erased. The law gives a month to answer."
      filters={<Segmented label="Which requests" options={VIEWS} {...address.choice('status')} />}
      list={list}
      caption="Requests"
      noun="requests"
      columns={COLUMNS}
      rowHref={hrefOf}
      empty={
        <EmptyState
          icon={<ShieldCheck aria-hidden />}
          title="No requests"
          message={status === 'requested' ? 'Nobody waits for an answer.' : 'Nobody has asked for anything yet.'}
        />
      }
    >
      {shown && (
        <PersonalDataPanel key={shown.id} {...shown} onDecide={(request, how) => setDeciding({ request, how })} />
      )}
      {deciding && <DecideDialog {...deciding} onClose={() => setDeciding(null)} />}
    </ListPage>
  );
}
