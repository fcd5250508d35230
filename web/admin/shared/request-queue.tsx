import { Check, X } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { Link } from 'wouter';
import type { Money as MoneyValue } from '#bff/contract/common.ts';
import type { ApiQuery } from '#web/lib/api-query.ts';
import { type ListAddress, useOpenRecord } from '#web/lib/list-address.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Avatar } from '#web/ui/avatar.tsx';
import { StatusBadge, statusLabel } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { DateText } from '#web/ui/date-text.tsx';
import { type Detail, DetailList } from '#web/ui/detail-list.tsx';
import { ListPage, type ListPageProps } from '#web/ui/frames/list-page.tsx';
import { ListToolbar, type ListToolbarProps } from '#web/ui/frames/list-toolbar.tsx';
import { SidePanel } from '#web/ui/frames/side-panel.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Money } from '#web/ui/money.tsx';
import type { TableColumn } from '#web/ui/table-column.ts';
import { AuditTrail } from './audit-trail.tsx';
import { useIsDeciding } from './decide-request.tsx';

/** What deposits and withdrawals have in common: a customer's money is to move, an administrator decides. */
type MoneyRequest = {
  id: string;
  reference: string;
  created_at: string;
  status: string;
  amount: MoneyValue;
  user: { id: string; name: string; email: string };
};

type Decide<Row, Decision> = (request: Row, decision: Decision) => void;

type RequestQueueProps<Row extends MoneyRequest, Accept extends string, Status extends string> = Omit<
  ListPageProps<Row>,
  'columns' | 'toolbar' | 'caption'
> &
  Pick<ListToolbarProps<Status>, 'address' | 'statuses' | 'placeholder'> & {
    noun: string;
    accept: Accept;
    /** Beside what, when, whose, how much and its status. */
    columns: readonly TableColumn<Row>[];
    /** More buttons of a row. */
    rowActions?: (request: Row) => ReactNode;
    /** Before the count: what the list is narrowed to. */
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
  const [openId, open, hrefOf] = useOpenRecord();
  const [deciding, setDeciding] = useState<{ request: Row; decision: Accept | 'reject' } | null>(null);
  const shownColumns = useMemo(
    () => [
      ...(BEFORE as readonly TableColumn<Row>[]),
      ...columns,
      STATUS as TableColumn<Row>,
      actionsColumn(accept, (request, decision) => setDeciding({ request, decision }), rowActions),
    ],
    [columns, accept, rowActions],
  );
  return (
    <ListPage
      {...page}
      caption={statusLabel(noun)}
      toolbar={
        <ListToolbar {...{ address, placeholder, statuses }} total={list.data?.meta.total}>
          {narrowedTo}
        </ListToolbar>
      }
      columns={shownColumns}
      rowHref={(row) => hrefOf(row.id)}
    >
      {openId &&
        panel({
          id: openId,
          known: list.data?.data.find((row) => row.id === openId),
          onClose: () => open(null),
          onDecide: (request, decision) => setDeciding({ request, decision }),
        })}
      {deciding && dialogs[deciding.decision](deciding.request, () => setDeciding(null))}
      {children}
    </ListPage>
  );
}

/** What the list is asked for: all is no filter. */
export const queueQuery = <Status extends string>({
  page,
  filters,
}: ListAddress<{ status: Status; search: string }>) => ({
  page,
  status: filters.status === 'all' ? ('' as const) : (filters.status as Exclude<Status, 'all'>),
  search: filters.search,
});

const BEFORE: readonly TableColumn<MoneyRequest>[] = [
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
];
const STATUS: TableColumn<MoneyRequest> = {
  id: 'status',
  header: 'Status',
  cell: (row) => <StatusBadge status={row.status} />,
};

const actionsColumn = <Row extends MoneyRequest, Accept extends string>(
  accept: Accept,
  onDecide: Decide<Row, Accept | 'reject'>,
  more?: (request: Row) => ReactNode,
): TableColumn<Row> => ({
  id: 'actions',
  header: 'Actions',
  align: 'right',
  card: 'actions',
  cell: (row) => (
    <span className="inline-flex justify-end gap-1">
      <DecisionButtons request={row} accept={accept} onDecide={onDecide} asIcons />
      {more?.(row)}
    </span>
  ),
});

type DecisionButtonsProps<Row, Accept> = {
  request: Row;
  accept: Accept;
  onDecide: Decide<Row, Accept | 'reject'>;
  asIcons?: boolean;
};

/** The two ways to decide a request that is pending: icons in its row, buttons at the foot of its panel. */
function DecisionButtons<Row extends MoneyRequest, Accept extends string>(props: DecisionButtonsProps<Row, Accept>) {
  const { request, accept, onDecide, asIcons = false } = props;
  const disabled = useIsDeciding();
  if (request.status !== 'pending') return null;
  const onAccept = () => onDecide(request, accept);
  const onReject = () => onDecide(request, 'reject');
  if (asIcons) {
    const icon = { size: 'sm', disabled } as const;
    return (
      <>
        <IconButton
          {...icon}
          label={`${statusLabel(accept)} ${request.reference}`}
          icon={<Check className="text-ok" aria-hidden />}
          onClick={onAccept}
        />
        <IconButton
          {...icon}
          label={`Reject ${request.reference}`}
          icon={<X className="text-bad" aria-hidden />}
          onClick={onReject}
        />
      </>
    );
  }
  return (
    <>
      <Button variant="danger-ghost" disabled={disabled} onClick={onReject}>
        Reject
      </Button>
      <Button variant="primary" disabled={disabled} onClick={onAccept}>
        {statusLabel(accept)}
      </Button>
    </>
  );
}

export type RequestPanelProps<Row, Accept extends string> = {
  id: string;
  /** Its row, where the list has it. */
  known: Row | undefined;
  onClose: () => void;
  onDecide: Decide<Row, Accept | 'reject'>;
};

type PanelContent<Row, Accept> = {
  kind: 'deposit' | 'withdrawal';
  read: ApiQuery<{ data: Row }>;
  failed: string;
  accept: Accept;
  amountLabel: string;
  /** What its state means for the money. */
  banner: (request: Row) => { tone: 'info' | 'ok' | 'bad'; title: string; text: ReactNode } | null;
  details: (request: Row) => readonly Detail[];
  /** More at its foot. */
  actions?: (request: Row) => ReactNode;
  /** Above its details and below them. */
  above?: (request: Row) => ReactNode;
  below?: (request: Row) => ReactNode;
};

/** Everything about one request, what became of it, and the decision at its foot. */
export function RequestPanel<Row extends MoneyRequest, Accept extends string>(
  props: RequestPanelProps<Row, Accept> & PanelContent<Row, Accept>,
) {
  const { kind, id, accept, amountLabel, banner, details, actions, above, below, onDecide, ...panel } = props;
  return (
    <SidePanel
      {...panel}
      noun={kind}
      skeleton={['h-20 rounded-lg', 'h-32', 'h-72 rounded-lg']}
      title={(request) => (
        <>
          <span className="tabular">{request.reference}</span>
          <StatusBadge status={request.status} />
        </>
      )}
      description={(request) => <DateText value={request.created_at} format="datetime" />}
      footer={(request) => (
        <>
          {actions?.(request)}
          <DecisionButtons request={request} accept={accept} onDecide={onDecide} />
        </>
      )}
    >
      {(request) => (
        <>
          <Banner {...banner(request)} />
          <AmountOfCustomer label={amountLabel} request={request} />
          {above?.(request)}
          <DetailList details={details(request)} />
          {below?.(request)}
          <AuditTrail kind={kind} id={id} />
        </>
      )}
    </SidePanel>
  );
}

const Banner = ({ text, ...alert }: Partial<NonNullable<ReturnType<PanelContent<never, string>['banner']>>>) =>
  text && <Alert {...alert}>{text}</Alert>;

/** How much, and whose: the name leads to the customer. */
function AmountOfCustomer({ label, request: { amount, user } }: { label: string; request: MoneyRequest }) {
  return (
    <div className="flex flex-wrap items-end justify-between gap-4">
      <div>
        <p className="text-sm text-muted">{label}</p>
        <Money value={amount} showCurrency className="text-2xl font-semibold" />
      </div>
      <Link href={`/admin/users/${user.id}`} className="flex min-w-0 items-center gap-3 rounded-md p-1 hover:bg-hover">
        <Avatar name={user.name} />
        <span className="min-w-0">
          <span className="block truncate text-sm font-medium">{user.name}</span>
          <span className="block truncate text-xs text-muted">{user.email}</span>
        </span>
      </Link>
    </div>
  );
}
