import { ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import type { AdminPersonalDataRequest } from '#bff/contract/people/personal-data.ts';
import { customerColumn } from '#web/admin/shared/words/customer-column.tsx';
import { apiQuery } from '#web/lib/api/api-query.ts';
import { segmented } from '#web/ui/list/list-filters.tsx';
import { ListScreen } from '#web/ui/list/list-screen.tsx';
import { column } from '#web/ui/table/columns.tsx';
import type { TableColumn } from '#web/ui/table/table-column.ts';
import { StateBadge } from '#web/ui/text/badge.tsx';
import { DecideDialog, type Decision } from './decide-dialog.tsx';
import { KINDS, PersonalDataPanel, STATUSES } from './personal-data-panel.tsx';

const COLUMNS: readonly TableColumn<AdminPersonalDataRequest>[] = [
  column.text('Request', ({ kind }) => KINDS[kind], { id: 'kind', card: 'title' }),
  customerColumn,
  column.day('Asked', ({ requested_at }) => requested_at, { id: 'requested_at' }),
  column.text('Decided by', ({ decided_by }) => decided_by?.name),
  column.text('Status', ({ status }) => <StateBadge of={STATUSES[status]} />),
];

/** Waiting requests come first. */
export function PersonalDataPage() {
  const [deciding, setDeciding] = useState<Decision | null>(null);
  return (
    <ListScreen
      title="Personal data"
      description="Customers who want a copy of everything about them, or to be erased. The law gives a month to answer."
      caption="Requests"
      noun="requests"
      filters={{ status: segmented('Which requests', { '': 'All', requested: 'Waiting', done: 'Done' }) }}
      read={(query) => apiQuery('GET /admin/personal-data', { query })}
      failed="Failed to load the requests"
      columns={COLUMNS}
      empty={({ filters: { status } }) => ({
        icon: ShieldCheck,
        none: [
          'No requests',
          status === 'requested' ? 'Nobody waits for an answer.' : 'Nobody has asked for anything yet.',
        ],
      })}
      panel={(shown) => (
        <PersonalDataPanel key={shown.id} {...shown} onDecide={(request, how) => setDeciding({ request, how })} />
      )}
    >
      {deciding && <DecideDialog {...deciding} onClose={() => setDeciding(null)} />}
    </ListScreen>
  );
}
