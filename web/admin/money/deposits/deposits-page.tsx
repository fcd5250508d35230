import { ArrowDownToLine, Banknote, CircleCheck, Download, Hourglass, Paperclip } from 'lucide-react';
import type { AdminDeposit, DepositStats } from '#bff/contract/money/deposit.ts';
import { AWAITS_SECOND, INTO_RECALLED, SHOWN_DEPOSITS } from '#core/aggregates/states.ts';
import { ApproveDialog } from '#web/admin/money/shared/approve-dialog.tsx';
import { RequestQueue } from '#web/admin/money/shared/request-queue.tsx';
import { apiQuery } from '#web/lib/api/api-query.ts';
import { isNonZero } from '#web/lib/words/money.ts';
import { IconButton } from '#web/ui/actions/icon-button.tsx';
import { StatCard } from '#web/ui/charts/stat-card.tsx';
import { column } from '#web/ui/table/columns.tsx';
import { DASH } from '#web/ui/table/dash.tsx';
import type { TableColumn } from '#web/ui/table/table-column.ts';
import { Badge, StatusBadge } from '#web/ui/text/badge.tsx';
import { Money } from '#web/ui/text/money.tsx';
import { DepositPanel, saveDepositInvoice } from './deposit-panel.tsx';
import { RejectDialog } from './reject-dialog.tsx';

export const DepositsPage = () => (
  <RequestQueue
    title="Deposits"
    description="Bank transfers that customers announced, to be checked and credited."
    noun="deposits"
    accept="approve"
    placeholder="Search by ID, reference, or customer..."
    filters={{ status: ['', ...SHOWN_DEPOSITS, AWAITS_SECOND, INTO_RECALLED], search: '' }}
    narrowedTo={({ status, search }) => (
      <>
        {status !== '' && <StatusBadge status={status} />}
        {search !== '' && (
          <Badge className="max-w-48">
            <span className="truncate">Search: “{search}”</span>
          </Badge>
        )}
      </>
    )}
    read={(query) => apiQuery('GET /admin/deposits', { query })}
    failed="Failed to fetch deposits"
    toasts
    above={({ list }) => <DepositStatRow stats={list.data?.meta.stats ?? (list.error && null)} />}
    columns={COLUMNS}
    rowActions={invoiceButton}
    skeletonRows={10}
    empty={{
      icon: ArrowDownToLine,
      none: ['No deposits found matching the filter criteria'],
      filtered: ['No deposits found matching the filter criteria'],
    }}
    panel={(shown) => <DepositPanel key={shown.id} {...shown} />}
    dialogs={{
      approve: (deposit, onClose) => <ApproveDialog deposit={deposit} onClose={onClose} />,
      reject: (deposit, onClose) => <RejectDialog deposit={deposit} onClose={onClose} />,
    }}
  />
);

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
