import { ArrowDownToLine, Banknote, CircleCheck, Hourglass } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { AdminDeposit, DepositStats } from '#bff/contract/deposit.ts';
import { apiQuery } from '#web/lib/api-query.ts';
import { useListAddress, useOpenRecord } from '#web/lib/list-address.ts';
import { useList } from '#web/lib/use-list.ts';
import { Badge, StatusBadge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ListPage } from '#web/ui/frames/list-page.tsx';
import { ListToolbar } from '#web/ui/frames/list-toolbar.tsx';
import { StatCard } from '#web/ui/stat-card.tsx';
import { ApproveDialog } from './approve-dialog.tsx';
import { depositColumns } from './deposit-columns.tsx';
import { DepositPanel } from './deposit-panel.tsx';
import type { Decision } from './deposits-api.ts';
import { RejectDialog } from './reject-dialog.tsx';

const STATUSES = [
  { value: 'all', label: 'All' },
  { value: 'pending', label: 'Pending' },
  { value: 'approved', label: 'Approved' },
  { value: 'rejected', label: 'Rejected' },
] as const;

/** Bank transfers that customers announced: look at the proof, approve or reject. */
export function DepositsPage() {
  const address = useListAddress({ status: ['all', 'pending', 'approved', 'rejected'], search: '' });
  const { status, search } = address.filters;
  const list = useList(
    apiQuery('GET /admin/deposits', { query: { page: address.page, status: status === 'all' ? '' : status, search } }),
    { failed: 'Failed to fetch deposits', toasts: true, turnTo: address.turnTo },
  );
  const [openId, open] = useOpenRecord();
  const [deciding, setDeciding] = useState<{ deposit: AdminDeposit; decision: Decision } | null>(null);
  const decide = (deposit: AdminDeposit, decision: Decision) => setDeciding({ deposit, decision });
  const columns = useMemo(() => depositColumns((deposit, decision) => setDeciding({ deposit, decision })), []);
  return (
    <ListPage
      title="Deposits"
      description="Bank transfers that customers announced, to be checked and credited."
      above={<DepositStatRow stats={list.data?.meta.stats} />}
      toolbar={
        <ListToolbar
          address={address}
          placeholder="Search by ID, reference, or customer..."
          statuses={STATUSES}
          total={list.data?.meta.total}
        >
          {status !== 'all' && <StatusBadge status={status} />}
          {search !== '' && (
            <Badge className="max-w-48">
              <span className="truncate">Search: “{search}”</span>
            </Badge>
          )}
        </ListToolbar>
      }
      list={list}
      caption="Deposits"
      noun="deposits"
      columns={columns}
      onRowClick={(row) => open(row.id)}
      skeletonRows={10}
      empty={
        <EmptyState
          icon={<ArrowDownToLine aria-hidden />}
          title="No deposits found matching the filter criteria"
          action={address.isFiltered && <Button onClick={address.clear}>Clear filters</Button>}
        />
      }
    >
      {openId && (
        <DepositPanel
          key={openId}
          id={openId}
          known={list.data?.data.find((row) => row.id === openId)}
          onClose={() => open(null)}
          onDecide={decide}
        />
      )}
      {deciding?.decision === 'approve' && (
        <ApproveDialog deposit={deciding.deposit} onClose={() => setDeciding(null)} />
      )}
      {deciding?.decision === 'reject' && <RejectDialog deposit={deciding.deposit} onClose={() => setDeciding(null)} />}
    </ListPage>
  );
}

/** Over all deposits, whatever the filter. */
function DepositStatRow({ stats }: { stats: DepositStats | undefined }) {
  return (
    <div className="grid grid-cols-2 gap-4 xl:grid-cols-4">
      <StatCard label="Total Deposits" icon={<ArrowDownToLine aria-hidden />} value={stats?.total} />
      <StatCard label="Pending" icon={<Hourglass aria-hidden />} value={stats?.pending} />
      <StatCard label="Approved" icon={<CircleCheck aria-hidden />} value={stats?.approved} />
      <StatCard
        label="Total Value"
        icon={<Banknote aria-hidden />}
        value={stats && <span className="max-sm:text-base">{stats.total_value.formatted}</span>}
      />
    </div>
  );
}
