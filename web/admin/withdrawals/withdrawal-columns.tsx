import type { AdminWithdrawal } from '#bff/contract/withdrawal.ts';
import { DecideIcons, requestColumns } from '#web/admin/shared/request-pieces.tsx';
import { StatusBadge } from '#web/ui/badge.tsx';
import { Money } from '#web/ui/money.tsx';
import type { TableColumn } from '#web/ui/table-column.ts';
import { type Decide, useIsDeciding } from './withdrawals-api.ts';

/** The columns of the withdrawal queue. */
export const withdrawalColumns = (onDecide: Decide): readonly TableColumn<AdminWithdrawal>[] => [
  ...requestColumns,
  { id: 'amount', header: 'Amount', align: 'right', cell: (row) => <Money value={row.amount} showCurrency /> },
  {
    id: 'bank',
    header: 'Bank',
    cell: (row) =>
      row.bankName ? (
        <span className="block max-w-44 truncate max-md:ml-auto" title={row.bankName}>
          {row.bankName}
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
    cell: (row) => (row.status === 'pending' ? <RowActions withdrawal={row} onDecide={onDecide} /> : null),
  },
];

function RowActions({ withdrawal, onDecide }: { withdrawal: AdminWithdrawal; onDecide: Decide }) {
  const isDeciding = useIsDeciding();
  return (
    <span className="inline-flex justify-end gap-1">
      <DecideIcons
        accept="Complete"
        reference={withdrawal.reference}
        disabled={isDeciding}
        onAccept={() => onDecide(withdrawal, 'complete')}
        onReject={() => onDecide(withdrawal, 'reject')}
      />
    </span>
  );
}
