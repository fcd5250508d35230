import { Paperclip } from 'lucide-react';
import type { AdminDeposit } from '#bff/contract/deposit.ts';
import { isNonZero } from '#web/lib/money.ts';
import { StatusBadge } from '#web/ui/badge.tsx';
import { DateText } from '#web/ui/date-text.tsx';
import { Money } from '#web/ui/money.tsx';
import type { TableColumn } from '#web/ui/table-column.ts';
import { type Decision, RowActions } from './deposit-actions.tsx';

/** The columns of the deposit list. */
export const depositColumns = (
  onDecide: (deposit: AdminDeposit, decision: Decision) => void,
): readonly TableColumn<AdminDeposit>[] => [
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
