import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import type { AdminWithdrawal } from '#bff/contract/withdrawal.ts';
import { AuditTrail } from '#web/admin/shared/audit-trail.tsx';
import { noteText } from '#web/admin/shared/note-text.tsx';
import { apiQuery } from '#web/lib/api-query.ts';
import { describeError } from '#web/lib/toast-error.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Avatar } from '#web/ui/avatar.tsx';
import { StatusBadge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { DateText } from '#web/ui/date-text.tsx';
import { DetailList } from '#web/ui/detail-list.tsx';
import { Sheet } from '#web/ui/dialog.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Money } from '#web/ui/money.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import { TransferDetails } from './transfer-details.tsx';
import { useIsDeciding } from './withdrawals-api.ts';

export type Decision = 'complete' | 'reject';

type WithdrawalPanelProps = {
  id: string;
  /** Its row, where the list has it. */
  known: AdminWithdrawal | undefined;
  onClose: () => void;
  onDecide: (withdrawal: AdminWithdrawal, decision: Decision) => void;
};

/** Everything needed to make the transfer, and what came of it. */
export function WithdrawalPanel({ id, known, onClose, onDecide }: WithdrawalPanelProps) {
  const { data, error, refetch } = useQuery({
    ...apiQuery('GET /admin/withdrawals/:id', { params: { id } }),
    placeholderData: known && { data: known },
  });
  const withdrawal = data?.data;
  return (
    <Sheet
      open
      onClose={onClose}
      size="lg"
      title={
        <span className="flex flex-wrap items-center gap-2.5">
          <span className="tabular">{withdrawal?.reference ?? 'Withdrawal'}</span>
          {withdrawal && <StatusBadge status={withdrawal.status} />}
        </span>
      }
      description={withdrawal && <DateText value={withdrawal.created_at} format="datetime" />}
      footer={
        withdrawal?.status === 'pending' ? <DecisionButtons withdrawal={withdrawal} onDecide={onDecide} /> : undefined
      }
    >
      {withdrawal ? (
        <PanelBody withdrawal={withdrawal} />
      ) : error ? (
        <ErrorState message={describeError(error, 'Failed to fetch withdrawals').message} onRetry={refetch} />
      ) : (
        <Loading label="Loading the withdrawal" className="flex flex-col gap-4">
          <Skeleton className="h-20 w-full rounded-lg" />
          <Skeleton className="h-56 w-full rounded-lg" />
        </Loading>
      )}
    </Sheet>
  );
}

function DecisionButtons({
  withdrawal,
  onDecide,
}: Pick<WithdrawalPanelProps, 'onDecide'> & { withdrawal: AdminWithdrawal }) {
  const isDeciding = useIsDeciding();
  return (
    <>
      <Button variant="danger-ghost" disabled={isDeciding} onClick={() => onDecide(withdrawal, 'reject')}>
        Reject
      </Button>
      <Button variant="primary" disabled={isDeciding} onClick={() => onDecide(withdrawal, 'complete')}>
        Complete
      </Button>
    </>
  );
}

function PanelBody({ withdrawal }: { withdrawal: AdminWithdrawal }) {
  const { user } = withdrawal;
  return (
    <div className="flex flex-col gap-6">
      <Banner withdrawal={withdrawal} />
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div>
          <p className="text-sm text-muted">Amount to pay out</p>
          <Money value={withdrawal.amount} showCurrency className="text-2xl font-semibold" />
        </div>
        <Link
          href={`/admin/users/${user.id}`}
          className="flex min-w-0 items-center gap-3 rounded-md p-1 hover:bg-hover"
        >
          <Avatar name={user.name} />
          <span className="min-w-0">
            <span className="block truncate text-sm font-medium">{user.name}</span>
            <span className="block truncate text-xs text-muted">{user.email}</span>
          </span>
        </Link>
      </div>
      <TransferDetails withdrawal={withdrawal} />
      <DetailList
        details={[
          { label: 'Requested by', value: withdrawal.requested_by === 'customer' ? 'Customer' : 'Administrator' },
          { label: 'Last updated', value: <DateText value={withdrawal.updated_at} format="datetime" /> },
          { label: 'User notes', value: noteText(withdrawal.user_notes) },
          { label: 'Admin notes', value: noteText(withdrawal.admin_notes) },
        ]}
      />
      <AuditTrail kind="withdrawal" id={withdrawal.id} />
    </div>
  );
}

function Banner({ withdrawal }: { withdrawal: AdminWithdrawal }) {
  switch (withdrawal.status) {
    case 'pending':
      return (
        <Alert tone="info" title="Waiting for the bank transfer">
          The amount is held in the customer’s wallet. Make the transfer, then complete the withdrawal; or reject it to
          give the funds back.
        </Alert>
      );
    case 'completed':
      return (
        <Alert tone="ok" title="Completed">
          The amount was paid out and has left the wallet.
        </Alert>
      );
    case 'rejected':
      return (
        <Alert tone="bad" title="Rejected">
          Nothing was paid out. The held amount is back in the wallet.
        </Alert>
      );
    case 'failed':
      return (
        <Alert tone="bad" title="Failed">
          Nothing was taken from the wallet. {withdrawal.failure_reason}
        </Alert>
      );
  }
}
