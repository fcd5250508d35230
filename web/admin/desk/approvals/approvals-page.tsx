import { CheckCheck } from 'lucide-react';
import type { WaitingApproval } from '#bff/contract/money/admin-approval.ts';
import { APPROVAL_KINDS } from '#bff/contract/money/approval-kinds.ts';
import { customerColumn } from '#web/admin/shared/words/customer-column.tsx';
import { subjectHref } from '#web/admin/shared/words/subject-href.ts';
import { apiQuery } from '#web/lib/api/api-query.ts';
import { usePollInterval } from '#web/shared/notifications/poll-interval.ts';
import { POLL_MILLISECONDS } from '#web/shared/notifications/unread.ts';
import { segmented } from '#web/ui/list/list-filters.tsx';
import { ListScreen } from '#web/ui/list/list-screen.tsx';
import { column } from '#web/ui/table/columns.tsx';
import { DASH } from '#web/ui/table/dash.tsx';
import type { TableColumn } from '#web/ui/table/table-column.ts';
import { TwoLines } from '#web/ui/table/two-lines.tsx';
import { statusLabel } from '#web/ui/text/badge.tsx';
import { DateText } from '#web/ui/text/date-text.tsx';
import { figureOf, YourTurn } from './your-turn.tsx';

/** Where an s at the end is not it. */
const PLURALS: Readonly<Record<string, string>> = { catalogue: 'Catalogue', settings: 'Settings' };
const KINDS = Object.fromEntries(
  APPROVAL_KINDS.map((kind) => [kind, PLURALS[kind] ?? `${statusLabel(kind)}s`]),
) as Record<(typeof APPROVAL_KINDS)[number], string>;

export function ApprovalsPage() {
  const refetchInterval = usePollInterval('admin', POLL_MILLISECONDS);
  return (
    <ListScreen
      title="Approvals"
      description="Waits for a second administrator, who confirms exactly what the first approved."
      caption="What waits for a second administrator"
      noun="approvals"
      filters={{ kind: segmented('Kind', { '': 'All', ...KINDS }) }}
      read={(query) => ({ ...apiQuery('GET /admin/approvals', { query }), refetchInterval })}
      failed="Failed to fetch what waits"
      columns={COLUMNS}
      rowHref={hrefOf}
      empty={{
        icon: CheckCheck,
        none: ['Nothing waits for a second administrator'],
        filtered: ['Nothing of this kind waits'],
        clear: 'Show all kinds',
      }}
    />
  );
}

function hrefOf({ kind, subject_id, user }: WaitingApproval): string {
  if (kind === 'deposit' || kind === 'withdrawal') return subjectHref(kind, subject_id);
  if (kind === 'bank_line') return '/admin/bank-suspense';
  if (kind === 'administrator') return '/admin/administrators';
  if (kind === 'settings') return '/admin/settings';
  if (kind === 'rate') return '/admin/rates';
  if (kind === 'catalogue' || kind === 'discount_plan') return `/admin/catalogue-changes/${subject_id}`;
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
  column.text('Amount', (row) => <span className="tabular">{figureOf(row) || DASH}</span>, {
    id: 'figure',
    align: 'right',
  }),
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
  column.actions('Your decision', (row) => <YourTurn row={row} href={hrefOf(row)} />, { id: 'turn' }),
];
