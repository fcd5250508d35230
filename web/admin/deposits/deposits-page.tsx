import { ArrowDownToLine, Banknote, CircleCheck, Download, Hourglass, Paperclip } from 'lucide-react';
import type { AdminDeposit, DepositStats } from '#bff/contract/deposit.ts';
import { AWAITS_SECOND, SHOWN_DEPOSITS } from '#core/states.ts';
import { ApproveDialog } from '#web/admin/shared/approve-dialog.tsx';
import { queueQuery, RequestQueue } from '#web/admin/shared/request-queue.tsx';
import { apiQuery } from '#web/lib/api-query.ts';
import { useListAddress } from '#web/lib/list-address.ts';
import { isNonZero } from '#web/lib/money.ts';
import { useList } from '#web/lib/use-list.ts';
import { Badge, StatusBadge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { column } from '#web/ui/columns.tsx';
import { DASH } from '#web/ui/dash.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Money } from '#web/ui/money.tsx';
import { StatCard } from '#web/ui/stat-card.tsx';
import type { TableColumn } from '#web/ui/table-column.ts';
import { DepositPanel, saveDepositInvoice } from './deposit-panel.tsx';
import { RejectDialog } from './reject-dialog.tsx';

const STATUSES = ['all', ...SHOWN_DEPOSITS, AWAITS_SECOND] as const;

/** Bank transfers that customers announced: look at the proof, approve or reject. */
export function DepositsPage() {
  const address = useListAddress({ status: STATUSES, search: '' });
  const { status, search } = address.filters;
  const list = useList(apiQuery('GET /admin/deposits', { query: queueQuery(address) }), {
    failed: 'Failed to fetch deposits',
    toasts: true,
    turnTo: address.turnTo,
  });
  return (
    <RequestQueue
      title="Deposits"
      description="Bank transfers that customers announced, to be checked and credited."
      above={<DepositStatRow stats={list.data?.meta.stats ?? (list.error && null)} />}
      address={address}
      placeholder="Search by ID, reference, or customer..."
      statuses={STATUSES}
      narrowedTo={
        <>
          {status !== 'all' && <StatusBadge status={status} />}
          {search !== '' && (
            <Badge className="max-w-48">
              <span className="truncate">Search: “{search}”</span>
            </Badge>
          )}
        </>
      }
      list={list}
      noun="deposits"
      accept="approve"
      columns={COLUMNS}
      rowActions={invoiceButton}
      skeletonRows={10}
      empty={
        <EmptyState
          icon={<ArrowDownToLine aria-hidden />}
          title="No deposits found matching the filter criteria"
          action={address.isFiltered && <Button onClick={address.clear}>Clear filters</Button>}
        />
      }
      panel={(shown) => <DepositPanel key={shown.id} {...shown} />}
      dialogs={{
        approve: (deposit, onClose) => <ApproveDialog deposit={deposit} onClose={onClose} />,
        reject: (deposit, onClose) => <RejectDialog deposit={deposit} onClose={onClose} />,
      }}
    />
  );
}

const COLUMNS: readonly TableColumn<AdminDeposit>[] = [
  column.text(
    'Approved Amount',
    (row) => (
      <>
        <Money value={row.approved_amount} />
        {isNonZero(row.deposit_fees) && (
          <span className="block text-xs text-muted">
            Fees <Money value={row.deposit_fees} />
          </span>
        )}
      </>
    ),
    { id: 'approved', align: 'right' },
  ),
  column.text('Proof', (row) =>
    row.has_payment_proof ? (
      <span className="inline-flex items-center gap-1.5">
        <Paperclip className="size-3.5 text-muted" aria-hidden /> Uploaded
      </span>
    ) : (
      <span className="text-muted">None</span>
    ),
  ),
];

const invoiceButton = (deposit: AdminDeposit) => (
  <IconButton
    size="sm"
    label={`Download invoice of ${deposit.reference}`}
    icon={<Download aria-hidden />}
    onClick={() => saveDepositInvoice(deposit)}
  />
);

/** Figures of all deposits, whatever the filter: `undefined` while they load, `null` where they could not. */
function DepositStatRow({ stats }: { stats: DepositStats | null | undefined }) {
  const unknown = stats === null ? DASH : undefined;
  return (
    <div className="grid grid-cols-2 gap-4 xl:grid-cols-4">
      <StatCard label="Total Deposits" icon={<ArrowDownToLine aria-hidden />} value={stats?.total ?? unknown} />
      <StatCard label="Pending" icon={<Hourglass aria-hidden />} value={stats?.pending ?? unknown} />
      <StatCard label="Approved" icon={<CircleCheck aria-hidden />} value={stats?.approved ?? unknown} />
      <StatCard
        label="Total Value"
        icon={<Banknote aria-hidden />}
        value={stats ? <span className="max-sm:text-base">{stats.total_value.formatted}</span> : unknown}
      />
    </div>
  );
}
