import { Download, Paperclip } from 'lucide-react';
import type { AdminDeposit } from '#bff/contract/deposit.ts';
import { DecideIcons, requestColumns } from '#web/admin/shared/request-pieces.tsx';
import { isNonZero } from '#web/lib/money.ts';
import { StatusBadge } from '#web/ui/badge.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Money } from '#web/ui/money.tsx';
import type { TableColumn } from '#web/ui/table-column.ts';
import { type Decide, downloadDepositInvoice, useIsDeciding } from './deposits-api.ts';

/** The columns of the deposit list. */
export const depositColumns = (onDecide: Decide): readonly TableColumn<AdminDeposit>[] => [
  ...requestColumns,
  { id: 'amount', header: 'Amount', align: 'right', cell: (row) => <Money value={row.amount} /> },
  {
    id: 'approved',
    header: 'Approved Amount',
    align: 'right',
    cell: (row) => (
      <>
        <Money value={row.approved_amount} />
        {isNonZero(row.deposit_fees) && (
          <span className="block text-xs text-muted">
            Fees <Money value={row.deposit_fees} />
          </span>
        )}
      </>
    ),
  },
  {
    id: 'proof',
    header: 'Proof',
    cell: (row) =>
      row.has_payment_proof ? (
        <span className="inline-flex items-center gap-1.5">
          <Paperclip className="size-3.5 text-muted" aria-hidden /> Uploaded
        </span>
      ) : (
        <span className="text-muted">None</span>
      ),
  },
  { id: 'status', header: 'Status', cell: (row) => <StatusBadge status={row.status} /> },
  {
    id: 'actions',
    header: 'Actions',
    align: 'right',
    card: 'actions',
    cell: (row) => <RowActions deposit={row} onDecide={onDecide} />,
  },
];

/** A row's buttons: approve and reject while it is pending, the invoice at any time. */
function RowActions({ deposit, onDecide }: { deposit: AdminDeposit; onDecide: Decide }) {
  const isDeciding = useIsDeciding();
  return (
    <span className="inline-flex justify-end gap-1">
      {deposit.status === 'pending' && (
        <DecideIcons
          accept="Approve"
          reference={deposit.reference}
          disabled={isDeciding}
          onAccept={() => onDecide(deposit, 'approve')}
          onReject={() => onDecide(deposit, 'reject')}
        />
      )}
      <IconButton
        size="sm"
        label={`Download invoice of ${deposit.reference}`}
        icon={<Download aria-hidden />}
        onClick={() => downloadDepositInvoice(deposit.id)}
      />
    </span>
  );
}
