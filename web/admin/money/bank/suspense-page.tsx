import { CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { SuspendedLine } from '#bff/contract/money/admin-bank-routes.ts';
import { returnReference } from '#core/aggregates/suspense/line-stream.ts';
import { PayoutFileLink, ReturnsFileButton } from '#web/admin/money/shared/payout-file.tsx';
import { WhenAndWho } from '#web/admin/money/shared/when-and-who.tsx';
import { useMay } from '#web/admin/shared/permission/may.tsx';
import { subjectHref } from '#web/admin/shared/words/subject-href.ts';
import { apiQuery } from '#web/lib/api/api-query.ts';
import { lazily } from '#web/lib/navigation/lazily.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { segmented } from '#web/ui/list/list-filters.tsx';
import { ListScreen } from '#web/ui/list/list-screen.tsx';
import { column } from '#web/ui/table/columns.tsx';
import type { TableColumn } from '#web/ui/table/table-column.ts';
import { LineParty } from './line-party.tsx';
import { useLineSteps } from './line-steps.tsx';
import { SuspenseSums } from './suspense-sums.tsx';

/** Loaded separately: only old books need it. */
const TakeBack = lazily(() => import('./take-back.tsx'), 'TakeBack');

export function SuspensePage() {
  const { steps, dialog } = useLineSteps();
  const mayReturn = useMay('bank:return');
  const mayTakeBack = useMay('bank:suspense');
  return (
    <ListScreen
      back={{ href: '/admin/bank-statements', label: 'Back to bank statements' }}
      title="Unassigned payments"
      description="Money received that belongs to nobody known. It is owed on the account “Unassigned payments” until it is assigned or returned."
      noun="lines"
      filters={{ state: segmented('State', { held: 'Unassigned', booked: 'Assigned', returned: 'Returned' }) }}
      read={(query) => apiQuery('GET /admin/bank-suspense', { query })}
      failed="Failed to fetch the unassigned payments"
      above={({ list: { data } }) =>
        data &&
        data.meta.held.length > 0 && (
          <Alert tone="info" title="Unassigned">
            <SuspenseSums held={data.meta.held} />
          </Alert>
        )
      }
      selection={({ filters }) => (filters.state === 'held' && mayReturn ? SELECTION : undefined)}
      columns={({ filters, list: { data } }) => [
        ...COLUMNS,
        ...(filters.state === 'held' ? [toDo(stepsOf(steps))] : []),
        ...(mayTakeBack && data?.data.some(isSecond)
          ? [toDo((line) => isSecond(line) && <TakeBack line={line} />)]
          : []),
      ]}
      empty={{
        icon: CircleCheck,
        none: [
          'No unassigned payment',
          'Every line of money received has its owner, or is still to be decided on its statement.',
        ],
        filtered: ['No line of this kind'],
        clear: 'Show what is unassigned',
      }}
    >
      {dialog}
    </ListScreen>
  );
}

const SELECTION = {
  label: ({ name, amount }: SuspendedLine) => `${amount.formatted} of ${name || 'nobody known'}`,
  actions: (chosen: readonly SuspendedLine[], clear: () => void) => <ReturnsFileButton chosen={chosen} clear={clear} />,
};

const toDo = (cell: (line: SuspendedLine) => ReactNode) => column.text('To do', cell, { id: 'do', card: 'actions' });
const isSecond = (line: SuspendedLine): boolean => line.is_second;

const stepsOf = (steps: ReturnType<typeof useLineSteps>['steps']) => (line: SuspendedLine) =>
  steps({ ...line, result: 'in_suspense', certainty: null, candidates: [] });

const COLUMNS: readonly TableColumn<SuspendedLine>[] = [
  column.text(
    'From',
    (line) => (
      <>
        <LineParty {...line} />
        <span className="tabular block text-xs font-normal text-muted">{returnReference(line.id)}</span>
      </>
    ),
    { id: 'who', card: 'title' },
  ),
  column.money('Amount', (row) => row.amount),
  column.day('Value date', (row) => row.held_on, { className: 'text-muted' }),
  column.text('Held', ({ held_at, held_by }) => <WhenAndWho at={held_at} by={held_by} />),
  column.text(
    'Where it is',
    ({ statement_id, suspense_id, document, together, payout_file }) => (
      <span className="flex flex-wrap gap-x-3 text-sm max-md:justify-end">
        {(document ? [document] : together).map(({ id, reference }) => (
          <Link key={id} href={subjectHref('deposit', id)} className="tabular font-medium underline">
            {reference}
          </Link>
        ))}
        {payout_file && <PayoutFileLink file={payout_file} />}
        <Link href={`/admin/bank-statements/${statement_id}`} className="underline">
          Statement
        </Link>
        <Link href={subjectHref('suspense', suspense_id)} className="underline">
          Trail
        </Link>
      </span>
    ),
    { id: 'where' },
  ),
];
