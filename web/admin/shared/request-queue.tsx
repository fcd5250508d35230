import { type ReactNode, useState } from 'react';
import { type ListAddress, useOpenRecord } from '#web/lib/list-address.ts';
import { statusLabel } from '#web/ui/badge.tsx';
import { column } from '#web/ui/columns.tsx';
import { ListPage, type ListPageProps } from '#web/ui/frames/list-page.tsx';
import { ListToolbar, type ListToolbarProps } from '#web/ui/frames/list-toolbar.tsx';
import type { TableColumn } from '#web/ui/table-column.ts';
import { customerColumn } from './customer-column.tsx';
import { type Decide, type MoneyRequest, type RequestPanelProps, ReviewLink } from './request-panel.tsx';
import { RequestStatus } from './second-eyes.tsx';

type RequestQueueProps<Row extends MoneyRequest, Accept extends string, Status extends string> = Omit<
  ListPageProps<Row>,
  'columns' | 'toolbar' | 'caption'
> &
  Pick<ListToolbarProps<Status>, 'address' | 'statuses' | 'placeholder'> & {
    noun: string;
    accept: Accept;
    /** The columns beside number, time, customer, amount and status. */
    columns: readonly TableColumn<Row>[];
    /** More buttons of a row. */
    rowActions?: (request: Row) => ReactNode;
    /** Before the count: the filter of the list. */
    narrowedTo?: ReactNode;
    panel: (shown: RequestPanelProps<Row, Accept>) => ReactNode;
    dialogs: Record<Accept | 'reject', (request: Row, onClose: () => void) => ReactNode>;
  };

/** A list of requests: each opens beside it, and is decided in a dialog. */
export function RequestQueue<Row extends MoneyRequest, Accept extends string, Status extends string>(
  props: RequestQueueProps<Row, Accept, Status>,
) {
  const { accept, columns, rowActions, narrowedTo, panel, dialogs, address, statuses, placeholder, ...page } = props;
  const { list, noun, children } = page;
  const { shown, open, hrefOf } = useOpenRecord(list);
  const rows = list.data?.data ?? [];
  const at = rows.findIndex(({ id }) => id === shown?.id);
  const stepTo = (row: Row | undefined) => (at >= 0 && row ? () => open(row.id, { replace: true }) : undefined);
  const [deciding, setDeciding] = useState<{ request: Row; decision: Accept | 'reject' } | null>(null);
  const onDecide: Decide<Row, Accept | 'reject'> = (request, decision) => setDeciding({ request, decision });
  return (
    <ListPage
      {...page}
      caption={statusLabel(noun)}
      toolbar={
        <ListToolbar {...{ address, placeholder, statuses }} total={list.data?.meta.total}>
          {narrowedTo}
        </ListToolbar>
      }
      columns={[
        ...(BEFORE as readonly TableColumn<Row>[]),
        ...columns,
        STATUS as TableColumn<Row>,
        actionsColumn(accept, hrefOf, rowActions),
      ]}
      rowHref={hrefOf}
    >
      {shown && panel({ ...shown, onDecide, before: stepTo(rows[at - 1]), after: stepTo(rows[at + 1]) })}
      {deciding && dialogs[deciding.decision](deciding.request, () => setDeciding(null))}
      {children}
    </ListPage>
  );
}

/** The query of the list, where 'all' is no filter. */
export const queueQuery = <Status extends string>({
  page,
  filters,
}: ListAddress<{ status: Status; search: string }>) => ({
  page,
  status: filters.status === 'all' ? ('' as const) : (filters.status as Exclude<Status, 'all'>),
  search: filters.search,
});

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
  column.text(
    'Actions',
    (row) => (
      <span className="inline-flex items-center justify-end gap-1">
        <ReviewLink request={row} accept={accept} href={hrefOf(row)} />
        {more?.(row)}
      </span>
    ),
    { align: 'right', card: 'actions' },
  );
