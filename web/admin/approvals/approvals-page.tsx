import { CheckCheck } from 'lucide-react';
import { useState } from 'react';
import type { WaitingApproval } from '#bff/contract/admin-approval.ts';
import { APPROVAL_KINDS } from '#bff/contract/approval-kinds.ts';
import { customerColumn } from '#web/admin/shared/customer-column.tsx';
import { useSecondYes } from '#web/admin/shared/second-yes.ts';
import { subjectHref } from '#web/admin/shared/subject-href.ts';
import { apiQuery } from '#web/lib/api-query.ts';
import { usePollInterval } from '#web/lib/notifications/poll-interval.ts';
import { POLL_MILLISECONDS } from '#web/lib/notifications/unread.ts';
import { statusLabel } from '#web/ui/badge.tsx';
import { column } from '#web/ui/columns.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { DateText } from '#web/ui/date-text.tsx';
import { segmented } from '#web/ui/frames/list-filters.tsx';
import { ListScreen } from '#web/ui/frames/list-screen.tsx';
import type { TableColumn } from '#web/ui/table-column.ts';
import { TwoLines } from '#web/ui/two-lines.tsx';
import { type Decide, YourTurn } from './your-turn.tsx';

const KINDS = Object.fromEntries(APPROVAL_KINDS.map((kind) => [kind, `${statusLabel(kind)}s`])) as Record<
  (typeof APPROVAL_KINDS)[number],
  string
>;

/** Requests that a first administrator approved and that wait for a second one, the oldest first. */
export function ApprovalsPage() {
  const refetchInterval = usePollInterval('admin', POLL_MILLISECONDS);
  const [asked, setAsked] = useState<{ row: WaitingApproval; decision: Parameters<Decide>[1] } | null>(null);
  return (
    <ListScreen
      title="Approvals"
      description="Waits for a second administrator, who confirms exactly what the first approved."
      caption="What waits for a second administrator"
      noun="approvals"
      filters={{ kind: segmented('Kind', { '': 'All', ...KINDS }) }}
      read={(query) => ({ ...apiQuery('GET /admin/approvals', { query }), refetchInterval })}
      failed="Failed to fetch what waits"
      columns={[...COLUMNS, turnColumn((row, decision) => setAsked({ row, decision }))]}
      rowHref={hrefOf}
      empty={{
        icon: CheckCheck,
        none: ['Nothing waits for a second administrator'],
        filtered: ['Nothing of this kind waits'],
        clear: 'Show all kinds',
      }}
    >
      {asked && <Ask {...asked} onClose={() => setAsked(null)} />}
    </ListScreen>
  );
}

/** The amount or percentage of the request, for the list and the question; none of a change to an administrator. */
const figureOf = ({ amount, percentage }: WaitingApproval): string =>
  amount?.formatted ?? (percentage === null ? '' : `${percentage} %`);

function hrefOf({ kind, subject_id, user }: WaitingApproval): string {
  if (kind === 'deposit' || kind === 'withdrawal') return subjectHref(kind, subject_id);
  if (kind === 'bank_line') return '/admin/bank-suspense';
  if (kind === 'administrator') return '/admin/administrators';
  if (kind === 'price') return `/admin/products?open=${subject_id}`;
  return `${subjectHref('customer', user?.id ?? '')}?tab=${kind === 'discount' ? 'discounts' : 'money'}`;
}

const COLUMNS: readonly TableColumn<WaitingApproval>[] = [
  column.text(
    'What',
    ({ kind, reference }) => <TwoLines first={statusLabel(kind)} second={reference} className="tabular font-medium" />,
    { card: 'title' },
  ),
  customerColumn,
  column.text('Amount', (row) => <span className="tabular">{figureOf(row)}</span>, { id: 'figure', align: 'right' }),
  column.text(
    'First approval',
    ({ first, due_at }) => (
      <TwoLines
        first={first.by.name}
        second={
          due_at === null ? (
            <DateText value={first.at} format="datetime" />
          ) : (
            <>
              Counts on <DateText value={due_at} format="datetime" />
            </>
          )
        }
        className=""
      />
    ),
    { id: 'first' },
  ),
];

const turnColumn = (onDecide: Decide): TableColumn<WaitingApproval> =>
  column.text('Your decision', (row) => <YourTurn row={row} href={hrefOf(row)} onDecide={onDecide} />, {
    id: 'turn',
    align: 'right',
    card: 'actions',
  });

/** Confirms a decision that is made in the list. */
function Ask({
  row,
  decision,
  onClose,
}: {
  row: WaitingApproval;
  decision: Parameters<Decide>[1];
  onClose: () => void;
}) {
  const actions = useSecondYes();
  const what = wordsOf(row);
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      danger={decision === 'reject'}
      title={`${statusLabel(decision)} ${statusLabel(row.kind).toLowerCase()}`}
      message={
        decision === 'confirm'
          ? `${what} counts at once. ${row.first.by.name} approved first.`
          : `${what} is ${row.kind === 'administrator' ? 'refused' : 'taken back'}. What is in force stays as it is.`
      }
      confirmLabel={statusLabel(decision)}
      onConfirm={() => actions[decision](row)}
    />
  );
}

/** What waits, as the beginning of a sentence. */
function wordsOf(row: WaitingApproval): string {
  const figure = figureOf(row);
  switch (row.kind) {
    case 'discount':
      return `A discount of ${figure} on ${row.reference} for ${row.user?.name}`;
    case 'price':
      return `A price of ${figure} for ${row.reference}`;
    case 'administrator':
      return `“${row.reference}”`;
    default:
      return `A credit limit of ${figure} for ${row.user?.name}`;
  }
}
