import { Ellipsis } from 'lucide-react';
import { useSearchParams } from 'wouter';
import type { Money as MoneyValue } from '#bff/contract/common.ts';
import { minorJson } from '#bff/contract/money-json.ts';
import { StatusBadge } from '../badge.tsx';
import { Button } from '../button.tsx';
import { Card } from '../card.tsx';
import { DataTable } from '../data-table.tsx';
import { DateText } from '../date-text.tsx';
import { IconButton } from '../icon-button.tsx';
import { Money } from '../money.tsx';
import type { TableColumn } from '../table-column.ts';
import { toast } from '../toast.ts';

type Row = { id: string; customer: string; amount: MoneyValue; status: string; date: string };

const CUSTOMERS = ['Ada Lovelace', 'Grace Hopper', 'Alan Turing', 'Barbara Liskov', 'Edsger Dijkstra'];
const STATUSES = ['completed', 'pending', 'processing', 'rejected', 'cancelled'];
const ROWS: readonly Row[] = Array.from({ length: 34 }, (_, index) => ({
  id: `D-${1042 + index}`,
  customer: CUSTOMERS[index % CUSTOMERS.length] ?? '',
  amount: minorJson(BigInt(1999 + index * 7321), index % 3 === 0 ? 'EUR' : 'USD'),
  status: STATUSES[index % STATUSES.length] ?? '',
  date: new Date(2025, 0, 5 + index).toISOString(),
}));

const COLUMNS: readonly TableColumn<Row>[] = [
  {
    id: 'id',
    header: 'ID',
    cell: (row) => <span className="font-medium">{row.id}</span>,
    sortValue: (row) => row.id,
    card: 'title',
  },
  { id: 'date', header: 'Date', cell: (row) => <DateText value={row.date} />, sortValue: (row) => row.date },
  { id: 'customer', header: 'Customer', cell: (row) => row.customer, sortValue: (row) => row.customer },
  {
    id: 'amount',
    header: 'Amount',
    cell: (row) => <Money value={row.amount} />,
    align: 'right',
    sortValue: (row) => BigInt(row.amount.amount),
  },
  { id: 'status', header: 'Status', cell: (row) => <StatusBadge status={row.status} /> },
  {
    id: 'actions',
    header: 'Actions',
    hideHeader: true,
    align: 'right',
    card: 'actions',
    cell: (row) => <IconButton label={`Actions of ${row.id}`} size="sm" icon={<Ellipsis aria-hidden />} />,
  },
];

/** A table with rows, and one that loads. */
export function TablePieces() {
  const [search] = useSearchParams();
  const opened = search.get('opened');
  return (
    <>
      <Card title="Deposits" description={opened ? `Opened ${opened}` : 'Press a row to open it.'} padded={false}>
        <DataTable
          caption="Deposits"
          columns={COLUMNS}
          rows={ROWS}
          rowKey={(row) => row.id}
          empty="No deposits found"
          clientPageSize={8}
          selection={{
            label: (row) => row.id,
            actions: (rows, clear) => (
              <Button
                size="sm"
                onClick={() => {
                  toast.success(`Exported ${rows.length} deposits`);
                  clear();
                }}
              >
                Export
              </Button>
            ),
          }}
          rowHref={(row) => `?opened=${row.id}`}
        />
      </Card>
      <Card title="Loading" padded={false}>
        <DataTable
          caption="Loading deposits"
          columns={COLUMNS}
          rows={undefined}
          rowKey={(row) => row.id}
          empty="No deposits found"
          skeletonRows={3}
        />
      </Card>
    </>
  );
}
