import { CircleCheck, Plus } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import type { Correction } from '#bff/contract/money/admin-correction-routes.ts';
import { CORRECTIONS } from '#core/aggregates/correction/kinds.ts';
import { WhenAndWho } from '#web/admin/money/shared/when-and-who.tsx';
import { useConfirmation } from '#web/admin/shared/fields/use-confirmation.tsx';
import { May, useMay } from '#web/admin/shared/permission/may.tsx';
import { subjectHref } from '#web/admin/shared/words/subject-href.ts';
import { apiQuery } from '#web/lib/api/api-query.ts';
import { useWrite } from '#web/lib/api/use-write.ts';
import { isApiError } from '#web/lib/call/api-error.ts';
import { toastError } from '#web/lib/toast/toast-error.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { segmented } from '#web/ui/list/list-filters.tsx';
import { ListScreen } from '#web/ui/list/list-screen.tsx';
import { AskButton } from '#web/ui/overlays/confirm-dialog.tsx';
import { column } from '#web/ui/table/columns.tsx';
import type { TableColumn } from '#web/ui/table/table-column.ts';
import { Badge } from '#web/ui/text/badge.tsx';
import { CORRECTION_QUESTION, CorrectionDialog } from './correction-dialog.tsx';

const LABELS = { proposed: 'First approval', booked: 'Booked', rejected: 'Rejected' } as const;
const TONES = { proposed: 'warn', booked: 'ok', rejected: 'none' } as const;

/** What the bank did and no deposit, payout or order shows: charges, interest, money taken back or returned. */
export function CorrectionsPage() {
  const [isProposing, setIsProposing] = useState(false);
  return (
    <ListScreen
      back={{ href: '/admin/bank-statements', label: 'Back to bank statements' }}
      title="Corrections"
      description="Bookings of what the bank did and no other paper shows. One administrator proposes, another one confirms."
      noun="corrections"
      actions={
        <May permission="bank:suspense">
          <Button variant="primary" icon={<Plus aria-hidden />} onClick={() => setIsProposing(true)}>
            Propose a correction
          </Button>
        </May>
      }
      filters={{ status: segmented('State', { '': 'All', ...LABELS }) }}
      read={(query) => apiQuery('GET /admin/corrections', { query })}
      failed="Failed to fetch corrections"
      columns={COLUMNS}
      empty={{
        icon: CircleCheck,
        none: [
          'No correction yet',
          'Propose one at the line of a bank statement that nothing else explains, or here by hand.',
        ],
        filtered: ['No correction of this kind'],
        clear: 'Show all corrections',
      }}
    >
      {isProposing && <CorrectionDialog onClose={() => setIsProposing(false)} />}
    </ListScreen>
  );
}

const STALE = ['/admin/corrections', '/admin/bank-statements', '/admin/ledger', '/admin/audit'] as const;

function DecideCorrection({
  of: { id, reference, kind, amount, value_date, reason, is_own, may_confirm },
}: {
  of: Correction;
}) {
  const mayDecide = useMay('corrections:decide');
  const { confirmed, dialog } = useConfirmation(CORRECTION_QUESTION);
  const confirm = useWrite('POST /admin/corrections/:id/confirm', {
    stale: STALE,
    failed: (error) => {
      if (!isApiError(error) || error.code !== CORRECTION_QUESTION.code) toastError(error, 'It could not be booked.');
    },
  });
  const reject = useWrite('POST /admin/corrections/:id/reject', { stale: STALE, failed: 'It could not be rejected.' });
  const expected = { expect_reference: reference, expect_amount: amount.amount, expect_value_date: value_date };
  return (
    <span className="flex gap-2 max-md:flex-wrap max-md:justify-end">
      {may_confirm && (
        <AskButton
          size="sm"
          variant="primary"
          title={`Book ${reference}?`}
          message={`${CORRECTIONS[kind].title}: ${amount.formatted}, value date ${value_date}. “${reason}” It cannot be undone.`}
          confirmLabel={`Book ${amount.formatted}`}
          danger={false}
          onConfirm={() =>
            confirmed((isConfirmed) =>
              confirm.mutateAsync({ params: { id }, body: { ...expected, confirmed: isConfirmed } }),
            )
          }
        >
          Confirm
        </AskButton>
      )}
      {(is_own || mayDecide) && (
        <AskButton
          size="sm"
          variant="ghost"
          title={`Reject ${reference}?`}
          message="Nothing is booked, and it may be proposed again."
          confirmLabel="Reject"
          onConfirm={() => reject.mutateAsync({ params: { id } })}
        >
          {is_own ? 'Take back' : 'Reject'}
        </AskButton>
      )}
      {dialog}
    </span>
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
        {reason}{' '}
        {document && (
          <Link href={subjectHref(document.kind, document.id)} className="tabular whitespace-nowrap underline">
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
  column.text('Decision', (row) =>
    row.decided_at === null ? (
      <DecideCorrection of={row} />
    ) : (
      <WhenAndWho at={row.decided_at} by={row.decided_by ?? ''} />
    ),
  ),
];
