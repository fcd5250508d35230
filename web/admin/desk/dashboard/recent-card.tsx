import { useQuery } from '@tanstack/react-query';
import { ArrowLeftRight, ReceiptText } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Money as MoneyValue } from '#bff/contract/base/common.ts';
import type { AdminTransaction } from '#bff/contract/money/transaction.ts';
import type { AdminOrder } from '#bff/contract/shop/order.ts';
import { transactionWord } from '#core/aggregates/states.ts';
import { subjectHref } from '#web/admin/shared/words/subject-href.ts';
import type { ApiQuery } from '#web/lib/api/api-query.ts';
import { useToastOnError } from '#web/lib/toast/toast-error.ts';
import { LinkButton } from '#web/ui/actions/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Card } from '#web/ui/page/card.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import type { TableColumn } from '#web/ui/table/table-column.ts';
import { StatusBadge, statusLabel } from '#web/ui/text/badge.tsx';
import { DateText } from '#web/ui/text/date-text.tsx';
import { Money } from '#web/ui/text/money.tsx';
import { FAILED, recentOrdersQuery, recentTransactionsQuery } from './dashboard-api.ts';

/** The figures' failed read: both lists are emptied then, whatever their own reads brought. */
type Failed = { error: Error; refetch: () => unknown; data?: never };
type RecentProps = { failed: Failed | null };

export const RecentOrders = ({ failed }: RecentProps) => (
  <RecentCard
    failed={failed}
    noun="orders"
    read={recentOrdersQuery()}
    columns={ORDERS}
    rowHref={(order) => `/admin/orders/${order.id}`}
    empty={{ icon: <ReceiptText aria-hidden />, message: 'Orders show here as soon as one is placed.' }}
  />
);

export const RecentTransactions = ({ failed }: RecentProps) => (
  <RecentCard
    failed={failed}
    noun="transactions"
    read={recentTransactionsQuery()}
    columns={TRANSACTIONS}
    rowHref={({ document }) => (document ? subjectHref(document.kind, document.id) : '/admin/transactions')}
    empty={{ icon: <ArrowLeftRight aria-hidden />, message: 'Deposits, payments and withdrawals show here.' }}
  />
);

type RecentCardProps<Row> = RecentProps & {
  noun: 'orders' | 'transactions';
  read: ApiQuery<{ data: Row[] }>;
  columns: readonly TableColumn<Row>[];
  rowHref: (row: Row) => string;
  empty: { icon: ReactNode; message: string };
};

function RecentCard<Row extends { id: string }>({ failed, noun, read, columns, rowHref, empty }: RecentCardProps<Row>) {
  const own = useQuery(read);
  const { data, error, refetch } = failed ?? own;
  useToastOnError(own.error, FAILED);
  const title = `Recent ${statusLabel(noun)}`;
  return (
    <Card
      title={title}
      padded={false}
      actions={
        <LinkButton href={`/admin/${noun}`} variant="link" aria-label={`View all ${noun}`}>
          View all
        </LinkButton>
      }
    >
      <DataTable
        caption={title}
        columns={columns}
        rows={data?.data}
        rowKey={(row) => row.id}
        rowHref={rowHref}
        error={error}
        errorMessage={FAILED}
        onRetry={refetch}
        empty={<EmptyState title={`No ${noun} yet`} {...empty} />}
      />
    </Card>
  );
}

type Recent = { created_at: string; user: { name: string } };

/** The columns that both tables share: a name with a smaller line below it, a status, the day and an amount. */
const columnsOf = <Row extends Recent>(
  of: { header: string; status: string; amount: string },
  cells: {
    name: (row: Row) => ReactNode;
    below: (row: Row) => string;
    status: (row: Row) => string;
    amount: (row: Row) => MoneyValue;
    signed?: boolean;
  },
): readonly TableColumn<Row>[] => [
  {
    id: 'name',
    header: of.header,
    card: 'title',
    cell: (row) => (
      <span className="block min-w-0">
        <span className="tabular block font-medium">{cells.name(row)}</span>
        <span className="block max-w-40 truncate text-xs font-normal text-muted" title={row.user.name}>
          {cells.below(row)}
        </span>
      </span>
    ),
  },
  { id: 'status', header: of.status, cell: (row) => <StatusBadge status={cells.status(row)} /> },
  { id: 'date', header: 'Date', cell: (row) => <DateText value={row.created_at} className="text-muted" /> },
  {
    id: 'amount',
    header: of.amount,
    align: 'right',
    cell: (row) => <Money value={cells.amount(row)} signed={cells.signed ?? false} />,
  },
];

const ORDERS = columnsOf<AdminOrder>(
  { header: 'Order', status: 'Payment', amount: 'Total' },
  {
    name: (order) => order.order_number,
    below: (order) => order.user.name,
    status: (order) => order.payment_status,
    amount: (order) => order.total,
  },
);

const TRANSACTIONS = columnsOf<AdminTransaction>(
  { header: 'Transaction', status: 'Status', amount: 'Amount' },
  {
    name: (row) => statusLabel(row.type),
    below: (row) => [row.document?.number, row.user.name].filter(Boolean).join(' · '),
    status: transactionWord,
    amount: (row) => row.amount,
    signed: true,
  },
);
