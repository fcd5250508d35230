import { type ReactNode, useState } from 'react';
import { customerColumn } from '#web/admin/shared/words/customer-column.tsx';
import type { ListAddress } from '#web/lib/navigation/list-address.ts';
import { type ListPage, ListScreen, type ListScreenProps } from '#web/ui/list/list-screen.tsx';
import { ListToolbar } from '#web/ui/list/list-toolbar.tsx';
import { column } from '#web/ui/table/columns.tsx';
import type { TableColumn } from '#web/ui/table/table-column.ts';
import { type Decide, type MoneyRequest, type RequestPanelProps, ReviewLink } from './request-panel.tsx';
import { RequestStatus } from './second-eyes.tsx';

type QueueFilters = { status: readonly string[]; search: '' };
type RequestQueueProps<
  Given extends QueueFilters,
  Row extends MoneyRequest,
  Answer extends ListPage<Row>,
  Accept extends string,
> = Omit<ListScreenProps<Given, Row, Answer>, 'columns' | 'toolbar' | 'panel'> & {
  noun: string;
  accept: Accept;
  placeholder: string;
  /** The columns beside number, time, customer, amount and status. */
  columns: readonly TableColumn<Row>[];
  rowActions?: (request: Row) => ReactNode;
  /** Before the count: the filter of the list. */
  narrowedTo?: (filters: { status: string; search: string }) => ReactNode;
  panel: (shown: RequestPanelProps<Row, Accept>) => ReactNode;
  dialogs: Record<Accept | 'reject', (request: Row, onClose: () => void) => ReactNode>;
};

export function RequestQueue<
  const Given extends QueueFilters,
  Row extends MoneyRequest,
  Answer extends ListPage<Row>,
  Accept extends string,
>(props: RequestQueueProps<Given, Row, Answer, Accept>) {
  const { accept, columns, rowActions, narrowedTo, panel, dialogs, placeholder, children, ...rest } = props;
  const [deciding, setDeciding] = useState<{ request: Row; decision: Accept | 'reject' } | null>(null);
  const onDecide: Decide<Row, Accept | 'reject'> = (request, decision) => setDeciding({ request, decision });
  return (
    <ListScreen
      {...rest}
      toolbar={(screen) => {
        const address = screen as unknown as ListAddress<{ status: string; search: string }>;
        return (
          <ListToolbar
            {...{ address, placeholder }}
            statuses={rest.filters.status}
            total={screen.list.data?.meta.total}
          >
            {narrowedTo?.(address.filters)}
          </ListToolbar>
        );
      }}
      columns={({ hrefOf }) => [
        ...(BEFORE as readonly TableColumn<Row>[]),
        ...columns,
        STATUS as TableColumn<Row>,
        actionsColumn(accept, hrefOf, rowActions),
      ]}
      panel={(shown, { list, open }) => {
        const rows = list.data?.data ?? [];
        const at = rows.findIndex(({ id }) => id === shown.id);
        const stepTo = (row: Row | undefined) => (at >= 0 && row ? () => open(row.id, { replace: true }) : undefined);
        return panel({ ...shown, onDecide, before: stepTo(rows[at - 1]), after: stepTo(rows[at + 1]) });
      }}
    >
      {deciding && dialogs[deciding.decision](deciding.request, () => setDeciding(null))}
      {children}
    </ListScreen>
  );
}

const BEFORE: readonly TableColumn<MoneyRequest>[] = [
  column.reference('ID', (row) => row.reference),
  column.day('Date', (row) => row.created_at, { className: 'text-muted' }),
  customerColumn,
  column.money('Amount', (row) => row.amount),
];
const STATUS: TableColumn<MoneyRequest> = column.text('Status', (row) => <RequestStatus request={row} />);

const actionsColumn = <Row extends MoneyRequest, Accept extends string>(
  accept: Accept,
  hrefOf: (request: Row) => string,
  more?: (request: Row) => ReactNode,
): TableColumn<Row> =>
  column.actions('Actions', (row) => (
    <span className="inline-flex items-center justify-end gap-1">
      <ReviewLink request={row} accept={accept} href={hrefOf(row)} />
      {more?.(row)}
    </span>
  ));
