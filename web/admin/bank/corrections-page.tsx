import { CircleCheck, Plus } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import type { Correction } from '#bff/contract/admin-correction-routes.ts';
import { CORRECTIONS } from '#core/correction/kinds.ts';
import { May } from '#web/admin/shared/may.tsx';
import { subjectHref } from '#web/admin/shared/subject-href.ts';
import { WhenAndWho } from '#web/admin/shared/when-and-who.tsx';
import { apiQuery } from '#web/lib/api-query.ts';
import { useWrite } from '#web/lib/use-write.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { column } from '#web/ui/columns.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { segmented } from '#web/ui/frames/list-filters.tsx';
import { ListScreen } from '#web/ui/frames/list-screen.tsx';
import type { TableColumn } from '#web/ui/table-column.ts';
import { CorrectionDialog } from './correction-dialog.tsx';

const LABELS = { proposed: 'First approval', booked: 'Booked', rejected: 'Rejected' } as const;
const TONES = { proposed: 'warn', booked: 'ok', rejected: 'none' } as const;

type Step = { readonly kind: 'confirm' | 'reject'; readonly correction: Correction } | { readonly kind: 'propose' };

/** What the bank did and no deposit, payout or order shows: charges, interest, money taken back or returned. */
export function CorrectionsPage() {
  const [step, setStep] = useState<Step | null>(null);
  const close = () => setStep(null);
  return (
    <ListScreen
      back={{ href: '/admin/bank-statements', label: 'Back to bank statements' }}
      title="Corrections"
      description="Bookings of what the bank did and no other paper shows. One administrator proposes, another one confirms."
      noun="corrections"
      actions={
        <May permission="bank:suspense">
          <Button variant="primary" icon={<Plus aria-hidden />} onClick={() => setStep({ kind: 'propose' })}>
            Propose a correction
          </Button>
        </May>
      }
      filters={{ status: segmented('State', { '': 'All', ...LABELS }) }}
      read={(query) => apiQuery('GET /admin/corrections', { query })}
      failed="Failed to fetch corrections"
      columns={[
        ...COLUMNS,
        column.text('To do', (row: Correction) => actionsOf(row, setStep), { id: 'do', card: 'actions' }),
      ]}
      empty={{
        icon: CircleCheck,
        none: ['No correction yet', 'Lines of a bank statement that nothing else explains are booked from there.'],
        filtered: ['No correction of this kind'],
        clear: 'Show all corrections',
      }}
    >
      {step?.kind === 'propose' && <CorrectionDialog onClose={close} />}
      {step && step.kind !== 'propose' && <DecideCorrection {...step} onClose={close} />}
    </ListScreen>
  );
}

const actionsOf = (correction: Correction, onStep: (step: Step) => void) =>
  correction.status === 'proposed' && (
    <span className="flex gap-2 max-md:flex-wrap max-md:justify-end">
      {correction.may_confirm && (
        <Button size="sm" variant="primary" onClick={() => onStep({ kind: 'confirm', correction })}>
          Confirm
        </Button>
      )}
      <Button size="sm" variant="ghost" onClick={() => onStep({ kind: 'reject', correction })}>
        {correction.may_confirm ? 'Reject' : 'Take back'}
      </Button>
    </span>
  );

const STALE = ['/admin/corrections', '/admin/bank-statements', '/admin/ledger', '/admin/audit'] as const;

function DecideCorrection({
  kind,
  correction,
  onClose,
}: {
  kind: 'confirm' | 'reject';
  correction: Correction;
  onClose: () => void;
}) {
  const { id, reference, amount, value_date, kind: what } = correction;
  const confirm = useWrite('POST /admin/corrections/:id/confirm', { stale: STALE, failed: 'It could not be booked.' });
  const reject = useWrite('POST /admin/corrections/:id/reject', { stale: STALE, failed: 'It could not be rejected.' });
  const isConfirm = kind === 'confirm';
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`${isConfirm ? 'Book' : 'Reject'} ${reference}?`}
      message={
        isConfirm
          ? `${CORRECTIONS[what].title}: ${amount.formatted}, value date ${value_date}. “${correction.reason}” It cannot be undone.`
          : 'Nothing is booked, and it may be proposed again.'
      }
      confirmLabel={isConfirm ? `Book ${amount.formatted}` : 'Reject'}
      danger={!isConfirm}
      onConfirm={() =>
        isConfirm
          ? confirm.mutateAsync({
              params: { id },
              body: { expect_amount: amount.amount, expect_value_date: value_date },
            })
          : reject.mutateAsync({ params: { id } })
      }
    />
  );
}

const COLUMNS: readonly TableColumn<Correction>[] = [
  column.twoLines(
    'Correction',
    ({ reference, kind, id }) => [
      <span key="title" className="whitespace-nowrap">
        {CORRECTIONS[kind].title}
      </span>,
      <Link key="number" href={`/admin/audit?subject=correction:${id}`} className="tabular whitespace-nowrap underline">
        {reference}
      </Link>,
    ],
    { id: 'what', card: 'title' },
  ),
  column.money('Amount', (row) => row.amount, { showCurrency: true }),
  column.text('State', ({ status }) => <Badge tone={TONES[status]}>{LABELS[status]}</Badge>, { id: 'status' }),
  column.day('Value date', (row) => row.value_date, { className: 'text-muted' }),
  column.text(
    'Reason and paper',
    ({ reason, paper, document }) => (
      <span className="block max-w-72 text-sm [overflow-wrap:anywhere]">
        {reason}
        {document && (
          <Link href={subjectHref(document.kind, document.id)} className="tabular ml-2 underline">
            {document.reference}
          </Link>
        )}
        {paper && <span className="block text-xs text-muted">{paper}</span>}
      </span>
    ),
    { id: 'why' },
  ),
  column.text('First approval', ({ proposed_at, proposed_by }) => <WhenAndWho at={proposed_at} by={proposed_by} />, {
    id: 'proposed',
  }),
  column.text(
    'Decided',
    ({ decided_at, decided_by }) => decided_at && <WhenAndWho at={decided_at} by={decided_by ?? ''} />,
  ),
];
