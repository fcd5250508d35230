import { useState } from 'react';
import type { PayoutFile } from '#bff/contract/base/common.ts';
import type { BankLine } from '#bff/contract/money/admin-bank-routes.ts';
import { AssignLineForm, LineValueDateForm } from '#bff/contract/money/bank-line-form.ts';
import { returnReference } from '#core/aggregates/suspense/line-stream.ts';
import { formatMinor } from '#core/kernel/money/decimals.ts';
import type { FromLine } from '#web/admin/money/shared/decide-request.tsx';
import { valueDay } from '#web/admin/money/shared/value-date-field.tsx';
import { useMay } from '#web/admin/shared/permission/may.tsx';
import { useWrite } from '#web/lib/api/use-write.ts';
import { lazily } from '#web/lib/navigation/lazily.tsx';
import { useAdministrator } from '#web/lib/session/administrator.ts';
import { utcDay } from '#web/lib/words/dates.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { DecisionDialog } from '#web/ui/form/decision-dialog.tsx';
import { CorrectionDialog } from './correction-dialog.tsx';
import { type BankDocument, DecideLine } from './decide-line.tsx';
import { FindDeposit } from './find-deposit.tsx';
import { WholeReferences } from './whole-references.tsx';

/** Loaded separately: few lines pay several deposits. */
const SplitDialog = lazily(() => import('./split-dialog.tsx'), 'SplitDialog');
const RejectSplitDialog = lazily(() => import('./split-dialog.tsx'), 'RejectSplitDialog');

/** A line that still can be booked. */
export type OpenLine = FromLine &
  Pick<BankLine, 'result' | 'certainty' | 'document' | 'candidates' | 'together' | 'first_approval'> & {
    payout_file?: PayoutFile | null;
  };

type Step =
  | { kind: 'decide' | 'assign'; line: OpenLine; document: BankDocument }
  | { kind: 'find' | 'hold' | 'return' | 'correct' | 'split' | 'unsplit'; line: OpenLine; day?: string };

/** The actions on lines: the buttons of one line, and the dialogs that they open. */
export function useLineSteps() {
  const [step, setStep] = useState<Step | null>(null);
  const close = () => setStep(null);
  return {
    steps: (line: OpenLine) => <LineSteps line={line} onStep={setStep} />,
    dialog: step && <StepDialog step={step} onStep={setStep} onClose={close} />,
  };
}

function StepDialog({ step, onStep, onClose }: { step: Step; onStep: (step: Step) => void; onClose: () => void }) {
  const { kind, line } = step;
  switch (kind) {
    case 'decide':
      return <DecideLine line={line} document={step.document} onClose={onClose} />;
    case 'find':
      return (
        <FindDeposit line={line} onFound={(document) => onStep({ kind: 'decide', line, document })} onClose={onClose} />
      );
    case 'split':
      return <SplitDialog line={line} onClose={onClose} />;
    case 'unsplit':
      return <RejectSplitDialog line={line} onClose={onClose} />;
    case 'correct':
      return <CorrectionDialog line={line} onClose={onClose} />;
    case 'assign':
      return <AssignDialog line={line} document={step.document} onClose={onClose} />;
    default:
      return <SuspenseDialog kind={kind} line={line} day={step.day} onClose={onClose} />;
  }
}

/** The line's amount less that of the document that it names; negative where too little came. */
const excessOf = ({ amount, document }: OpenLine): bigint =>
  BigInt(amount.amount) - BigInt(document?.amount.amount ?? amount.amount);

type StepsProps = { line: OpenLine; onStep: (step: Step) => void };

function LineSteps({ line, onStep }: StepsProps) {
  // A return is booked before its transfer is on a statement.
  const mayDecide = {
    deposit: useMay('deposits:decide'),
    withdrawal: useMay('withdrawals:decide'),
    suspense: false,
    correction: false,
  };
  const keepsSuspense = useMay('bank:suspense');
  const returns = useMay('bank:return');
  const { result, document, candidates, amount } = line;
  if (result === 'booked' || result === 'returned') return null;
  if (line.first_approval || isSplitting(line)) return mayDecide.deposit && <SplitTurn line={line} onStep={onStep} />;
  const isTogether = line.together.length > 1 && mayDecide.deposit;
  const isIn = BigInt(amount.amount) > 0n;
  const isHeld = result === 'in_suspense';
  // A line that a file returns cannot become a deposit.
  if (isHeld && line.payout_file) return returns && <ReturnButton line={line} onStep={onStep} />;
  // A held line leaves suspense as a whole, and a deposit takes no more than its own amount.
  const isTooMuch = document?.kind === 'deposit' && excessOf(line) > 0n;
  const open =
    document && !document.is_booked && result !== 'duplicate' && !(isHeld && isTooMuch) && mayDecide[document.kind];
  // More came than the deposit's amount, so the rest would be in nobody's books.
  const isFree =
    result === 'unknown' || result === 'duplicate' || (result === 'amount_differs' && !document?.is_booked);
  return (
    <span className="flex flex-wrap items-center gap-2 max-md:justify-end">
      {document?.line_id && !document.is_booked && returns && (
        <Button
          size="sm"
          variant={line.certainty === 'sure' ? 'primary' : 'secondary'}
          onClick={() => onStep({ kind: 'return', line: { ...line, ...backOf(document) }, day: line.value_date })}
        >
          {line.certainty === 'sure' ? 'Mark as returned' : `It is ${document.reference}`}
        </Button>
      )}
      {isTogether && (
        <Button size="sm" variant="primary" onClick={() => onStep({ kind: 'split', line })}>
          Approve {line.together.length} deposits
        </Button>
      )}
      {open && <DecideButton line={line} document={document} onStep={onStep} />}
      {(isTogether ? [] : candidates).map((each) => (
        <Choice key={each.id} document={each} isOffered={mayDecide[each.kind]} line={line} onStep={onStep} />
      ))}
      {isIn && !document && !isTogether && mayDecide.deposit && (
        <Button size="sm" onClick={() => onStep({ kind: 'find', line })}>
          Find deposit
        </Button>
      )}
      {isHeld && document?.kind === 'deposit' && document.is_booked && keepsSuspense && (
        <Button size="sm" onClick={() => onStep({ kind: 'assign', line, document })}>
          Assign
        </Button>
      )}
      {isIn && isFree && keepsSuspense && (
        <Button size="sm" variant="ghost" onClick={() => onStep({ kind: 'hold', line })}>
          Hold as unassigned
        </Button>
      )}
      {result === 'unknown' && keepsSuspense && (
        <Button size="sm" variant="ghost" onClick={() => onStep({ kind: 'correct', line })}>
          Book as a correction
        </Button>
      )}
      {isHeld && returns && <ReturnButton line={line} onStep={onStep} />}
    </span>
  );
}

/** Some of its deposits are credited, the others follow at once. */
const isSplitting = ({ together }: OpenLine): boolean => together.some((each) => each.is_booked);

/** What waits for a second administrator: the caller's own approval can be taken back, another's is confirmed or rejected. */
function SplitTurn({ line, onStep }: StepsProps) {
  const { administrator } = useAdministrator();
  const { first_approval: first, together } = line;
  if (!first) return <span className="text-sm text-muted">Being credited</span>;
  const isOwn = first.by.id === administrator?.id;
  return (
    <span className="flex flex-wrap items-center gap-2 max-md:justify-end">
      {isOwn ? (
        <span className="text-sm text-muted">You approved first</span>
      ) : (
        // Those that were deleted are not among them.
        together.length > 1 && (
          <Button size="sm" variant="primary" onClick={() => onStep({ kind: 'split', line })}>
            Confirm {together.length} deposits
          </Button>
        )
      )}
      <Button size="sm" variant="danger-ghost" onClick={() => onStep({ kind: 'unsplit', line })}>
        {isOwn ? 'Take back' : 'Reject'}
      </Button>
    </span>
  );
}

const ReturnButton = ({ line, onStep }: StepsProps) => (
  <Button size="sm" variant={line.payout_file ? 'secondary' : 'ghost'} onClick={() => onStep({ kind: 'return', line })}>
    {line.payout_file ? 'Mark as returned' : 'Return'}
  </Button>
);

/** The line in suspense that a transfer returns. */
const backOf = ({ line_id: id = '', amount }: BankDocument) => ({ id, amount });

function DecideButton({ line, document, onStep }: StepsProps & { document: BankDocument }) {
  const verb = document.kind === 'deposit' ? 'Approve' : 'Mark as paid';
  const isSure = line.certainty === 'sure';
  return (
    <Button
      size="sm"
      variant={isSure ? 'primary' : 'secondary'}
      onClick={() => onStep({ kind: 'decide', line, document })}
    >
      {isSure ? verb : `It is ${document.reference}`}
    </Button>
  );
}

const Choice = ({ document, isOffered, line, onStep }: StepsProps & { document: BankDocument; isOffered: boolean }) =>
  isOffered && (
    <Button size="sm" onClick={() => onStep({ kind: 'decide', line, document })}>
      It is {document.reference}
    </Button>
  );

/** After a step, or its refusal, everything that shows lines is reloaded. */
const useLineWrite = (step: 'hold' | 'return' | 'assign') =>
  useWrite(`POST /admin/bank-lines/:id/${step}`, {
    stale: ['/admin/bank-statements', '/admin/bank-suspense', '/admin/ledger', '/admin/audit'],
  });

const WORDS = {
  hold: {
    title: 'Hold as unassigned',
    text: (line: OpenLine) =>
      line.document && line.result === 'amount_differs' && excessOf(line) > 0n
        ? ` came in, ${formatMinor(excessOf(line), line.amount.currency)} more than ${line.document.reference} asks for. All of it is booked as owed until it is assigned to a deposit of as much or returned.`
        : ' came in and belongs to nobody known. It is booked as owed until it is assigned to a deposit or returned.',
    confirm: { label: 'Hold as unassigned', busyText: 'Holding...' },
    hint: 'From when it counts in the books (UTC).',
  },
  return: {
    title: 'Return to the sender',
    text: ({ id, payout_file }: OpenLine, isSeen: boolean) => {
      if (isSeen)
        return ` went back to its sender: this line of the bank names ${returnReference(id)}. It cannot be undone.`;
      return payout_file
        ? ` goes back to its sender by ${payout_file.reference}. Confirm only after the bank made the transfer; this cannot be undone. The bank's next statement offers the same.`
        : ` went back to its sender. Let the transfer name ${returnReference(id)}, so that the bank's next statement is matched. Confirm only after the bank made it; this cannot be undone.`;
    },
    confirm: { label: 'It was returned', busyText: 'Saving...' },
    hint: 'When the bank sent it back (UTC).',
  },
} as const;

type DialogProps = { line: OpenLine; onClose: () => void };

/** `day`: when the bank sent it back, where its statement has that. */
function SuspenseDialog({
  kind,
  line,
  day,
  onClose,
}: DialogProps & { kind: 'hold' | 'return'; day: string | undefined }) {
  const { title, text, confirm, hint } = WORDS[kind];
  const write = useLineWrite(kind);
  return (
    <DecisionDialog
      title={title}
      description={<WholeReferences>{`${line.amount.formatted}${text(line, day !== undefined)}`}</WholeReferences>}
      schema={LineValueDateForm}
      defaults={{ value_date: kind === 'hold' ? line.value_date : (day ?? utcDay()) }}
      decide={(body) => write.mutateAsync({ params: { id: line.id }, body })}
      failed="This could not be saved."
      confirm={confirm}
      onClose={onClose}
      fields={() => [valueDay(hint)]}
    />
  );
}

function AssignDialog({ line, document, onClose }: DialogProps & { document: BankDocument }) {
  const write = useLineWrite('assign');
  return (
    <DecisionDialog
      title={`Assign to ${document.reference}`}
      description={`${document.reference} was approved without this line, so ${line.amount.formatted} stands in the books twice. Assigning ends that; the wallet stays as it is.`}
      schema={AssignLineForm}
      defaults={{ deposit_id: document.id }}
      decide={(body) => write.mutateAsync({ params: { id: line.id }, body })}
      failed="This could not be saved."
      confirm={{ label: 'Assign', busyText: 'Assigning...' }}
      onClose={onClose}
      fields={() => []}
    />
  );
}
