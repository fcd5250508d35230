import type { Deposit } from '#bff/contract/money/deposit.ts';
import { isNonZero } from '#web/lib/words/money.ts';
import { column } from '#web/ui/table/columns.tsx';
import type { TableColumn } from '#web/ui/table/table-column.ts';
import { Money } from '#web/ui/text/money.tsx';
import { DepositActions } from './deposit-actions.tsx';
import { DepositProof } from './deposit-proof.tsx';
import type { ProofUploads } from './use-proof-uploads.ts';

export type DepositHandlers = {
  uploads: ProofUploads;
  onView: (deposit: Deposit) => void;
  onDelete: (deposit: Deposit) => void;
};

export const depositColumns = ({ uploads, onView, onDelete }: DepositHandlers): readonly TableColumn<Deposit>[] => [
  column.reference('ID', (deposit) => deposit.reference, { id: 'reference' }),
  column.day('Date', (deposit) => deposit.created_at),
  column.text('Amount', (deposit) => <Amount deposit={deposit} />, { align: 'right' }),
  column.text('Notes', (deposit) => <Notes deposit={deposit} />),
  {
    id: 'proof',
    header: 'Payment Proof',
    // As wide as an upload's progress, so that nothing moves when one starts.
    width: 'w-40 min-w-40',
    cell: (deposit) => <DepositProof deposit={deposit} uploads={uploads} onView={onView} />,
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
