import { Check, X } from 'lucide-react';
import type { AdminWithdrawal } from '#bff/contract/withdrawal.ts';
import { StatusBadge } from '#web/ui/badge.tsx';
import { DateText } from '#web/ui/date-text.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Money } from '#web/ui/money.tsx';
import type { TableColumn } from '#web/ui/table-column.ts';
import type { Decision } from './withdrawal-panel.tsx';
import { useIsDeciding } from './withdrawals-api.ts';

type Decide = (withdrawal: AdminWithdrawal, decision: Decision) => void;

/** The columns of the withdrawal queue. */
export const withdrawalColumns = (onDecide: Decide): readonly TableColumn<AdminWithdrawal>[] => [
  {
    id: 'id',
    header: 'ID',
    card: 'title',
    cell: (row) => <span className="tabular font-medium whitespace-nowrap">{row.reference}</span>,
  },
  { id: 'date', header: 'Date', cell: (row) => <DateText value={row.created_at} className="text-muted" /> },
  {
    id: 'customer',
    header: 'Customer',
    cell: (row) => (
      <span className="block max-w-56 min-w-0 max-md:ml-auto">
        <span className="block truncate" title={row.user.name}>
          {row.user.name}
        </span>
        <span className="block truncate text-xs text-muted max-md:hidden" title={row.user.email}>
          {row.user.email}
        </span>
      </span>
    ),
  },
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
      <IconButton
        size="sm"
        label={`Complete ${withdrawal.reference}`}
        icon={<Check className="text-ok" aria-hidden />}
        disabled={isDeciding}
        onClick={() => onDecide(withdrawal, 'complete')}
      />
      <IconButton
        size="sm"
        label={`Reject ${withdrawal.reference}`}
        icon={<X className="text-bad" aria-hidden />}
        disabled={isDeciding}
        onClick={() => onDecide(withdrawal, 'reject')}
      />
    </span>
  );
}
