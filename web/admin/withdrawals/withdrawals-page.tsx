import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ArrowUpFromLine, CircleCheck, Plus } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { useSearchParams } from 'wouter';
import type { AdminWithdrawal } from '#bff/contract/withdrawal.ts';
import { apiQuery } from '#web/lib/api-query.ts';
import { pageParam, withParams } from '#web/lib/page-param.ts';
import { describeError, toastError } from '#web/lib/toast-error.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { DataTable } from '#web/ui/data-table.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { SearchBox } from '#web/ui/search-box.tsx';
import { Segmented } from '#web/ui/segmented.tsx';
import { CompleteDialog } from './complete-dialog.tsx';
import { RejectDialog } from './reject-dialog.tsx';
import { StartDialog } from './start-dialog.tsx';
import { withdrawalColumns } from './withdrawal-columns.tsx';
import { type Decision, WithdrawalPanel } from './withdrawal-panel.tsx';

const FILTERS = [
  { value: 'pending', label: 'Pending' },
  { value: 'completed', label: 'Completed' },
  { value: 'rejected', label: 'Rejected' },
  { value: 'failed', label: 'Failed' },
  { value: 'all', label: 'All' },
] as const;
type StatusFilter = (typeof FILTERS)[number]['value'];
/** A queue: what waits comes first. */
const DEFAULT_STATUS: StatusFilter = 'pending';
const FAILED = 'Failed to fetch withdrawals';

/** Payouts to be made by bank transfer, and those that were. */
export function WithdrawalsPage() {
  const [search, setSearch] = useSearchParams();
  const [deciding, setDeciding] = useState<{ withdrawal: AdminWithdrawal; decision: Decision } | null>(null);
  const [isStarting, setIsStarting] = useState(false);
  const term = search.get('search') ?? '';
  const status = FILTERS.find(({ value }) => value === search.get('status'))?.value ?? DEFAULT_STATUS;
  const openId = search.get('open');
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...apiQuery('GET /admin/withdrawals', {
      query: { page: pageParam(search), status: status === 'all' ? '' : status, search: term },
    }),
    placeholderData: keepPreviousData,
  });
  useEffect(() => {
    if (error) toastError(error, FAILED);
  }, [error]);
  const change = (changes: Record<string, string | null>) =>
    setSearch((now) => withParams(now, { page: null, ...changes }), { replace: true });
  const columns = useMemo(() => withdrawalColumns((withdrawal, decision) => setDeciding({ withdrawal, decision })), []);
  const nothingWaits = status === 'pending' && term === '';
  return (
    <>
      <PageHeader
        title="Withdrawals"
        description="Payouts to customers’ banks. The amount is held in the wallet until you complete or reject it."
        actions={
          <Button variant="primary" icon={<Plus aria-hidden />} onClick={() => setIsStarting(true)}>
            New withdrawal
          </Button>
        }
      />
      <Card padded={false}>
        <div className="flex flex-col gap-3 border-b px-5 py-4 lg:flex-row lg:items-center">
          <SearchBox
            value={term}
            onSearch={(next) => change({ search: next })}
            placeholder="Search by ID or customer..."
            className="lg:max-w-sm"
          />
          <div className="-m-1 min-w-0 overflow-x-auto p-1">
            <Segmented
              label="Status"
              value={status}
              onChange={(next: StatusFilter) => change({ status: next === DEFAULT_STATUS ? null : next })}
              options={FILTERS}
            />
          </div>
          {data && (
            <p className="tabular text-sm whitespace-nowrap text-muted lg:ml-auto" aria-live="polite">
              {data.meta.total.toLocaleString('en-US')} {data.meta.total === 1 ? 'result' : 'results'}
            </p>
          )}
        </div>
        <DataTable
          caption="Withdrawals"
          columns={columns}
          rows={data?.data}
          rowKey={(row) => row.id}
          onRowClick={(row) => setSearch((now) => withParams(now, { open: row.id }))}
          error={error}
          errorMessage={describeError(error, FAILED).message}
          onRetry={refetch}
          busy={isPlaceholderData}
          page={{ meta: data?.meta, onPage: (page) => change({ page: String(page) }), noun: 'withdrawals' }}
          empty={
            nothingWaits ? (
              <EmptyState
                icon={<CircleCheck aria-hidden />}
                title="No withdrawal is waiting"
                message="New requests show here until they are completed or rejected."
                action={<Button onClick={() => change({ status: 'all' })}>Show all withdrawals</Button>}
              />
            ) : (
              <EmptyState
                icon={<ArrowUpFromLine aria-hidden />}
                title="No withdrawals found matching the filter criteria"
                action={<Button onClick={() => change({ status: 'all', search: null })}>Clear filters</Button>}
              />
            )
          }
        />
      </Card>
      {openId && (
        <WithdrawalPanel
          key={openId}
          id={openId}
          known={data?.data.find((row) => row.id === openId)}
          onClose={() => setSearch((now) => withParams(now, { open: null }), { replace: true })}
          onDecide={(withdrawal, decision) => setDeciding({ withdrawal, decision })}
        />
      )}
      {deciding?.decision === 'complete' && (
        <CompleteDialog withdrawal={deciding.withdrawal} onClose={() => setDeciding(null)} />
      )}
      {deciding?.decision === 'reject' && (
        <RejectDialog withdrawal={deciding.withdrawal} onClose={() => setDeciding(null)} />
      )}
      {isStarting && <StartDialog onClose={() => setIsStarting(false)} />}
    </>
  );
}
