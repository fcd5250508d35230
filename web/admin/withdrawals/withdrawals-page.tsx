import { ArrowUpFromLine, CircleCheck, Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { AdminWithdrawal } from '#bff/contract/withdrawal.ts';
import { apiQuery } from '#web/lib/api-query.ts';
import { useListAddress, useOpenRecord } from '#web/lib/list-address.ts';
import { useList } from '#web/lib/use-list.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ListPage } from '#web/ui/frames/list-page.tsx';
import { ListToolbar } from '#web/ui/frames/list-toolbar.tsx';
import { CompleteDialog } from './complete-dialog.tsx';
import { RejectDialog } from './reject-dialog.tsx';
import { StartDialog } from './start-dialog.tsx';
import { withdrawalColumns } from './withdrawal-columns.tsx';
import { WithdrawalPanel } from './withdrawal-panel.tsx';
import type { Decision } from './withdrawals-api.ts';

const STATUSES = [
  { value: 'pending', label: 'Pending' },
  { value: 'completed', label: 'Completed' },
  { value: 'rejected', label: 'Rejected' },
  { value: 'failed', label: 'Failed' },
  { value: 'all', label: 'All' },
] as const;

/** Payouts to be made by bank transfer, and those that were. It is a queue: what waits comes first. */
export function WithdrawalsPage() {
  const address = useListAddress({ status: ['pending', 'completed', 'rejected', 'failed', 'all'], search: '' });
  const { status, search } = address.filters;
  const list = useList(
    apiQuery('GET /admin/withdrawals', {
      query: { page: address.page, status: status === 'all' ? '' : status, search },
    }),
    { failed: 'Failed to fetch withdrawals', toasts: true, turnTo: address.turnTo },
  );
  const [openId, open] = useOpenRecord();
  const [isStarting, setIsStarting] = useState(false);
  const [deciding, setDeciding] = useState<{ withdrawal: AdminWithdrawal; decision: Decision } | null>(null);
  const decide = (withdrawal: AdminWithdrawal, decision: Decision) => setDeciding({ withdrawal, decision });
  const columns = useMemo(() => withdrawalColumns((withdrawal, decision) => setDeciding({ withdrawal, decision })), []);
  return (
    <ListPage
      title="Withdrawals"
      description="Payouts to customers’ banks. The amount is held in the wallet until you complete or reject it."
      actions={
        <Button variant="primary" icon={<Plus aria-hidden />} onClick={() => setIsStarting(true)}>
          New withdrawal
        </Button>
      }
      toolbar={
        <ListToolbar
          address={address}
          placeholder="Search by ID or customer..."
          statuses={STATUSES}
          total={list.data?.meta.total}
        />
      }
      list={list}
      caption="Withdrawals"
      noun="withdrawals"
      columns={columns}
      onRowClick={(row) => open(row.id)}
      empty={
        address.isFiltered ? (
          <EmptyState
            icon={<ArrowUpFromLine aria-hidden />}
            title="No withdrawals found matching the filter criteria"
            action={<Button onClick={() => address.change({ status: 'all', search: '' })}>Clear filters</Button>}
          />
        ) : (
          <EmptyState
            icon={<CircleCheck aria-hidden />}
            title="No withdrawal is waiting"
            message="New requests show here until they are completed or rejected."
            action={<Button onClick={() => address.change({ status: 'all' })}>Show all withdrawals</Button>}
          />
        )
      }
    >
      {openId && (
        <WithdrawalPanel
          key={openId}
          id={openId}
          known={list.data?.data.find((row) => row.id === openId)}
          onClose={() => open(null)}
          onDecide={decide}
        />
      )}
      {deciding?.decision === 'complete' && (
        <CompleteDialog withdrawal={deciding.withdrawal} onClose={() => setDeciding(null)} />
      )}
      {deciding?.decision === 'reject' && (
        <RejectDialog withdrawal={deciding.withdrawal} onClose={() => setDeciding(null)} />
      )}
      {isStarting && <StartDialog onClose={() => setIsStarting(false)} />}
    </ListPage>
  );
}
