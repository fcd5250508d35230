import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ArrowDownToLine, Banknote, CircleCheck, Hourglass } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { useSearchParams } from 'wouter';
import type { AdminDeposit, DepositStats } from '#bff/contract/deposit.ts';
import { apiQuery } from '#web/lib/api-query.ts';
import { pageParam, withParams } from '#web/lib/page-param.ts';
import { describeError, toastError } from '#web/lib/toast-error.ts';
import { Badge, StatusBadge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { DataTable } from '#web/ui/data-table.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { SearchBox } from '#web/ui/search-box.tsx';
import { Segmented } from '#web/ui/segmented.tsx';
import { StatCard } from '#web/ui/stat-card.tsx';
import { ApproveDialog } from './approve-dialog.tsx';
import type { Decision } from './deposit-actions.tsx';
import { depositColumns } from './deposit-columns.tsx';
import { DepositPanel } from './deposit-panel.tsx';
import { RejectDialog } from './reject-dialog.tsx';

const STATUSES = ['all', 'pending', 'approved', 'rejected'] as const;
type StatusFilter = (typeof STATUSES)[number];
const FILTERS = [
  { value: 'all', label: 'All' },
  { value: 'pending', label: 'Pending' },
  { value: 'approved', label: 'Approved' },
  { value: 'rejected', label: 'Rejected' },
] as const;
const FAILED = 'Failed to fetch deposits';

/** Bank transfers that customers announced: look at the proof, approve or reject. */
export function DepositsPage() {
  const [search, setSearch] = useSearchParams();
  const [deciding, setDeciding] = useState<{ deposit: AdminDeposit; decision: Decision } | null>(null);
  const status = STATUSES.find((known) => known === search.get('status')) ?? 'all';
  const term = search.get('search') ?? '';
  const openId = search.get('open');
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...apiQuery('GET /admin/deposits', {
      query: { page: pageParam(search), status: status === 'all' ? '' : status, search: term },
    }),
    placeholderData: keepPreviousData,
  });
  useEffect(() => {
    if (error) toastError(error, FAILED);
  }, [error]);

  const change = (changes: Record<string, string | null>) =>
    setSearch((now) => withParams(now, { page: null, ...changes }), { replace: true });
  const columns = useMemo(() => depositColumns((deposit, decision) => setDeciding({ deposit, decision })), []);
  const isFiltered = status !== 'all' || term !== '';

  return (
    <>
      <PageHeader title="Deposits" description="Bank transfers that customers announced, to be checked and credited." />
      <DepositStatRow stats={data?.meta.stats} />
      <Card className="mt-6" padded={false}>
        <div className="flex flex-col gap-3 border-b px-5 py-4 lg:flex-row lg:items-center">
          <SearchBox
            value={term}
            onSearch={(next) => change({ search: next })}
            placeholder="Search by ID, reference, or customer..."
            className="lg:max-w-sm"
          />
          <Segmented
            label="Status"
            value={status}
            onChange={(next: StatusFilter) => change({ status: next === 'all' ? null : next })}
            options={FILTERS}
            className="self-start"
          />
          <div className="flex flex-wrap items-center gap-2 text-sm lg:ml-auto" aria-live="polite">
            {status !== 'all' && <StatusBadge status={status} />}
            {term !== '' && (
              <Badge className="max-w-48">
                <span className="truncate">Search: “{term}”</span>
              </Badge>
            )}
            {data && (
              <span className="tabular text-muted">
                {data.meta.total.toLocaleString('en-US')} {data.meta.total === 1 ? 'result' : 'results'}
              </span>
            )}
          </div>
        </div>
        <DataTable
          caption="Deposits"
          columns={columns}
          rows={data?.data}
          rowKey={(row) => row.id}
          onRowClick={(row) => setSearch((now) => withParams(now, { open: row.id }))}
          error={error}
          errorMessage={describeError(error, FAILED).message}
          onRetry={refetch}
          busy={isPlaceholderData}
          skeletonRows={10}
          page={{ meta: data?.meta, onPage: (page) => change({ page: String(page) }), noun: 'deposits' }}
          empty={
            <EmptyState
              icon={<ArrowDownToLine aria-hidden />}
              title="No deposits found matching the filter criteria"
              action={
                isFiltered && <Button onClick={() => change({ status: null, search: null })}>Clear filters</Button>
              }
            />
          }
        />
      </Card>
      {openId && (
        <DepositPanel
          key={openId}
          id={openId}
          known={data?.data.find((row) => row.id === openId)}
          onClose={() => setSearch((now) => withParams(now, { open: null }), { replace: true })}
          onDecide={(deposit, decision) => setDeciding({ deposit, decision })}
        />
      )}
      {deciding?.decision === 'approve' && (
        <ApproveDialog deposit={deciding.deposit} onClose={() => setDeciding(null)} />
      )}
      {deciding?.decision === 'reject' && <RejectDialog deposit={deciding.deposit} onClose={() => setDeciding(null)} />}
    </>
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
