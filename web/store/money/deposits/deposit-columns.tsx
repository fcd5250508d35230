import { Eye, X } from 'lucide-react';
import type { Deposit } from '#bff/contract/money/deposit.ts';
import { isNonZero } from '#web/lib/words/money.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { IconButton } from '#web/ui/actions/icon-button.tsx';
import { ProgressBar } from '#web/ui/feedback/progress-bar.tsx';
import { column } from '#web/ui/table/columns.tsx';
import type { TableColumn } from '#web/ui/table/table-column.ts';
import { Money } from '#web/ui/text/money.tsx';
import { DepositActions } from './deposit-actions.tsx';
import type { ProofUploads } from './use-proof-uploads.ts';

type Handlers = {
  uploads: ProofUploads;
  onView: (deposit: Deposit) => void;
  onDelete: (deposit: Deposit) => void;
};

export const depositColumns = ({ uploads, onView, onDelete }: Handlers): readonly TableColumn<Deposit>[] => [
  column.reference('ID', (deposit) => deposit.reference, { id: 'reference' }),
  column.day('Date', (deposit) => deposit.created_at),
  column.text('Amount', (deposit) => <Amount deposit={deposit} />, { align: 'right' }),
  column.text('Notes', (deposit) => <Notes deposit={deposit} />),
  {
    id: 'proof',
    header: 'Payment Proof',
    // As wide as an upload's progress, so that nothing moves when one starts.
    width: 'w-40 min-w-40',
    cell: (deposit) => <Proof deposit={deposit} uploads={uploads} onView={onView} />,
  },
  column.status('Status', (deposit) => deposit.status),
  column.actions('Actions', (deposit) => <DepositActions deposit={deposit} uploads={uploads} onDelete={onDelete} />),
];

/** The requested amount, and the approved one where it differs. */
function Amount({ deposit }: { deposit: Deposit }) {
  const { amount, approved_amount: approved, deposit_fees: fees } = deposit;
  return (
    <>
      <Money value={amount} className="font-medium" />
      {approved && approved.amount !== amount.amount && (
        <p className="text-xs whitespace-nowrap text-muted">{approved.formatted} approved</p>
      )}
      {isNonZero(fees) && <p className="text-xs whitespace-nowrap text-muted">{fees.formatted} fee</p>}
    </>
  );
}

function Notes({ deposit }: { deposit: Deposit }) {
  const { user_notes: notes, rejection_reason: reason } = deposit;
  const isRecalled = deposit.do_not_pay_into.length > 0;
  if (!notes && !reason && !isRecalled) return <span className="text-muted">—</span>;
  return (
    <div className="max-w-72 min-w-0 md:min-w-32">
      {notes && (
        <p className="line-clamp-2 wrap-anywhere" title={notes}>
          {notes}
        </p>
      )}
      {isRecalled && <p className="text-xs text-bad">The account to pay into has changed: open it before you pay</p>}
      {reason && <p className="text-xs wrap-anywhere text-bad">Rejected: {reason}</p>}
    </div>
  );
}

function Proof({ deposit, uploads, onView }: Omit<Handlers, 'onDelete'> & { deposit: Deposit }) {
  const fraction = uploads.fractionOf(deposit.id);
  if (fraction !== undefined) {
    return (
      <div className="flex items-center gap-2">
        <div className="w-24">
          <ProgressBar value={fraction} label={`Upload of the proof of ${deposit.reference}`} />
          <p className="tabular mt-1 text-xs whitespace-nowrap text-muted">
            {fraction < 1 ? `Uploading ${Math.round(fraction * 100)}%` : 'Checking the file...'}
          </p>
        </div>
        <IconButton
          size="sm"
          label="Cancel the upload"
          icon={<X aria-hidden />}
          onClick={() => uploads.cancel(deposit.id)}
        />
      </div>
    );
  }
  if (!deposit.has_payment_proof) return <span className="whitespace-nowrap text-muted">Not uploaded</span>;
  return (
    <Button
      variant="link"
      icon={<Eye aria-hidden />}
      aria-label={`View the proof of ${deposit.reference}`}
      onClick={() => onView(deposit)}
    >
      View
    </Button>
  );
}
