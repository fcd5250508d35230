import { useQuery } from '@tanstack/react-query';
import { ArrowLeftRight } from 'lucide-react';
import type { AdminTransaction } from '#bff/contract/transaction.ts';
import { describeError } from '#web/lib/toast-error.ts';
import { StatusBadge, statusLabel } from '#web/ui/badge.tsx';
import { LinkButton } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { DataTable } from '#web/ui/data-table.tsx';
import { DateText } from '#web/ui/date-text.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Money } from '#web/ui/money.tsx';
import type { TableColumn } from '#web/ui/table-column.ts';
import { recentTransactionsQuery } from './dashboard-api.ts';

const COLUMNS: readonly TableColumn<AdminTransaction>[] = [
  {
    id: 'transaction',
    header: 'Transaction',
    card: 'title',
    cell: (row) => (
      <span className="block min-w-0">
        <span className="block font-medium">{statusLabel(row.type)}</span>
        <span className="block max-w-40 truncate text-xs font-normal text-muted" title={row.user.name}>
          {row.document?.number ? `${row.document.number} · ` : ''}
          {row.user.name}
        </span>
      </span>
    ),
  },
  { id: 'status', header: 'Status', cell: (row) => <StatusBadge status={row.status} /> },
  { id: 'date', header: 'Date', cell: (row) => <DateText value={row.created_at} className="text-muted" /> },
  { id: 'amount', header: 'Amount', align: 'right', cell: (row) => <Money value={row.amount} signed /> },
];

/** The five newest movements of any wallet. */
export function RecentTransactions() {
  const { data, error, refetch } = useQuery(recentTransactionsQuery());
  return (
    <Card
      title="Recent Transactions"
      padded={false}
      actions={
        <LinkButton href="/admin/transactions" variant="link" aria-label="View all transactions">
          View all
        </LinkButton>
      }
    >
      <DataTable
        caption="Recent Transactions"
        columns={COLUMNS}
        rows={data?.data}
        rowKey={(row) => row.id}
        error={error}
        errorMessage={describeError(error, 'Failed to load dashboard data').message}
        onRetry={refetch}
        empty={
          <EmptyState
            icon={<ArrowLeftRight aria-hidden />}
            title="No transactions yet"
            message="Deposits, payments and withdrawals show here."
          />
        }
      />
    </Card>
  );
}
