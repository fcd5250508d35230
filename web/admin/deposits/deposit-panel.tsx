import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import type { AdminDeposit } from '#bff/contract/deposit.ts';
import { AuditTrail } from '#web/admin/shared/audit-trail.tsx';
import { noteText } from '#web/admin/shared/note-text.tsx';
import { apiQuery } from '#web/lib/api-query.ts';
import { isNonZero } from '#web/lib/money.ts';
import { describeError } from '#web/lib/toast-error.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Avatar } from '#web/ui/avatar.tsx';
import { StatusBadge } from '#web/ui/badge.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { DateText } from '#web/ui/date-text.tsx';
import { type Detail, DetailList } from '#web/ui/detail-list.tsx';
import { Sheet } from '#web/ui/dialog.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Money } from '#web/ui/money.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import { type Decision, PanelActions } from './deposit-actions.tsx';
import { ProofViewer } from './proof-viewer.tsx';

type DepositPanelProps = {
  id: string;
  /** Its row, where the list has it. */
  known: AdminDeposit | undefined;
  onClose: () => void;
  onDecide: (deposit: AdminDeposit, decision: Decision) => void;
};

/** Everything about one deposit, with its proof, and the decision at its foot. */
export function DepositPanel({ id, known, onClose, onDecide }: DepositPanelProps) {
  const { data, error, refetch } = useQuery({
    ...apiQuery('GET /admin/deposits/:id', { params: { id } }),
    placeholderData: known && { data: known },
  });
  const deposit = data?.data;
  return (
    <Sheet
      open
      onClose={onClose}
      size="lg"
      title={
        <span className="flex flex-wrap items-center gap-2.5">
          <span className="tabular">{deposit?.reference ?? 'Deposit'}</span>
          {deposit && <StatusBadge status={deposit.status} />}
        </span>
      }
      description={deposit && <DateText value={deposit.created_at} format="datetime" />}
      footer={deposit && <PanelActions deposit={deposit} onDecide={onDecide} />}
    >
      {deposit ? (
        <PanelBody deposit={deposit} />
      ) : error ? (
        <ErrorState message={describeError(error, 'Failed to fetch deposits').message} onRetry={refetch} />
      ) : (
        <Loading label="Loading the deposit" className="flex flex-col gap-4">
          <Skeleton className="h-20 w-full rounded-lg" />
          <Skeleton className="h-32 w-full" />
          <Skeleton className="h-72 w-full rounded-lg" />
        </Loading>
      )}
    </Sheet>
  );
}

function PanelBody({ deposit }: { deposit: AdminDeposit }) {
  return (
    <div className="flex flex-col gap-6">
      <Banner deposit={deposit} />
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div>
          <p className="text-sm text-muted">Requested amount</p>
          <Money value={deposit.amount} showCurrency className="text-2xl font-semibold" />
        </div>
        <Link
          href={`/admin/users/${deposit.user.id}`}
          className="flex min-w-0 items-center gap-3 rounded-md p-1 hover:bg-hover"
        >
          <Avatar name={deposit.user.name} />
          <span className="min-w-0">
            <span className="block truncate text-sm font-medium">{deposit.user.name}</span>
            <span className="block truncate text-xs text-muted">{deposit.user.email}</span>
          </span>
        </Link>
      </div>
      <DetailList details={detailsOf(deposit)} />
      <section aria-label="Payment proof">
        <h3 className="mb-2 text-sm font-semibold">Payment proof</h3>
        <ProofViewer deposit={deposit} />
      </section>
      <AuditTrail kind="deposit" id={deposit.id} />
    </div>
  );
}

function Banner({ deposit }: { deposit: AdminDeposit }) {
  if (deposit.status === 'approved') {
    return (
      <Alert tone="ok" title="Approved">
        <Money value={deposit.approved_amount} className="font-medium" /> was approved. The funds were credited to the
        customer’s wallet.
      </Alert>
    );
  }
  if (deposit.status === 'rejected') {
    return (
      <Alert tone="bad" title="Rejected">
        No funds were credited.
      </Alert>
    );
  }
  return null;
}

function detailsOf(deposit: AdminDeposit): Detail[] {
  const decided = deposit.decided_at && <DateText value={deposit.decided_at} format="datetime" />;
  return [
    ...(deposit.approved_amount
      ? [{ label: 'Approved amount', value: <Money value={deposit.approved_amount} showCurrency /> }]
      : []),
    ...(isNonZero(deposit.deposit_fees)
      ? [{ label: 'Deposit fees', value: <Money value={deposit.deposit_fees} showCurrency /> }]
      : []),
    { label: 'Deposit ID', value: <CopiedId id={deposit.id} what="deposit ID" /> },
    { label: 'Wallet ID', value: <CopiedId id={deposit.wallet_id} what="wallet ID" /> },
    { label: 'Last updated', value: <DateText value={deposit.updated_at} format="datetime" /> },
    ...(decided ? [{ label: 'Decided', value: decided }] : []),
    { label: 'Customer notes', value: noteText(deposit.user_notes) },
    { label: 'Admin notes', value: noteText(deposit.admin_notes) },
  ];
}

function CopiedId({ id, what }: { id: string; what: string }) {
  return (
    <span className="-my-1.5 flex items-center gap-1">
      <span className="min-w-0 truncate font-mono text-xs" title={id}>
        {id}
      </span>
      <CopyButton value={id} label={`Copy ${what}`} />
    </span>
  );
}
