import { CircleCheck } from 'lucide-react';
import { Link } from 'wouter';
import type { SuspendedLine } from '#bff/contract/admin-bank-routes.ts';
import { returnReference } from '#core/suspense/line-stream.ts';
import { useMay } from '#web/admin/shared/may.tsx';
import { PayoutFileLink, ReturnsFileButton } from '#web/admin/shared/payout-file.tsx';
import { subjectHref } from '#web/admin/shared/subject-href.ts';
import { WhenAndWho } from '#web/admin/shared/when-and-who.tsx';
import { apiQuery } from '#web/lib/api-query.ts';
import { useListAddress } from '#web/lib/list-address.ts';
import { useList } from '#web/lib/use-list.ts';
import { Alert } from '#web/ui/alert.tsx';
import { BackLink } from '#web/ui/back-link.tsx';
import { Button } from '#web/ui/button.tsx';
import { column } from '#web/ui/columns.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ListPage } from '#web/ui/frames/list-page.tsx';
import { Segmented } from '#web/ui/segmented.tsx';
import type { TableColumn } from '#web/ui/table-column.ts';
import { LineParty } from './line-party.tsx';
import { useLineSteps } from './line-steps.tsx';
import { SuspenseSums } from './suspense-sums.tsx';

const STATES = ['held', 'booked', 'returned'] as const;
const LABELS = { held: 'Unassigned', booked: 'Assigned', returned: 'Returned' };

/** Money from unknown senders: what is still held, and what happened to the rest. */
export function SuspensePage() {
  const address = useListAddress({ state: STATES });
  const { state } = address.filters;
  const list = useList(apiQuery('GET /admin/bank-suspense', { query: { page: address.page, state } }), {
    failed: 'Failed to fetch the unassigned payments',
    turnTo: address.turnTo,
  });
  const { steps, dialog } = useLineSteps();
  const mayReturn = useMay('bank:return');
  const held = list.data?.meta.held ?? [];
  return (
    <>
      <BackLink href="/admin/bank-statements">Back to bank statements</BackLink>
      <ListPage
        title="Unassigned payments"
        description="Money received that belongs to nobody known. It is owed on the account “Unassigned payments” until it is assigned or returned."
        above={
          held.length > 0 && (
            <Alert tone="info" title="Unassigned">
              <SuspenseSums held={held} />
            </Alert>
          )
        }
        filters={
          <Segmented
            label="State"
            {...address.choice('state')}
            options={STATES.map((value) => ({ value, label: LABELS[value] }))}
          />
        }
        {...(state === 'held' && mayReturn && { selection: SELECTION })}
        list={list}
        caption="Unassigned payments"
        noun="lines"
        columns={[
          ...COLUMNS,
          ...(state === 'held' ? [column.text('To do', stepsOf(steps), { id: 'do', card: 'actions' })] : []),
        ]}
        empty={
          <EmptyState
            icon={<CircleCheck aria-hidden />}
            title={state === 'held' ? 'No unassigned payment' : 'No line of this kind'}
            message={
              state === 'held'
                ? 'Every line of money received has its owner, or is still to be decided on its statement.'
                : undefined
            }
            action={state !== 'held' && <Button onClick={address.clear}>Show what is unassigned</Button>}
          />
        }
      />
      {dialog}
    </>
  );
}

const SELECTION = {
  label: ({ name, amount }: SuspendedLine) => `${amount.formatted} of ${name || 'nobody known'}`,
  actions: (chosen: readonly SuspendedLine[], clear: () => void) => <ReturnsFileButton chosen={chosen} clear={clear} />,
};

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
