import { Check, Download, X } from 'lucide-react';
import type { AdminDeposit } from '#bff/contract/deposit.ts';
import { Button } from '#web/ui/button.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { downloadDepositInvoice, useIsDeciding } from './deposits-api.ts';

export type Decision = 'approve' | 'reject';
type ActionsProps = { deposit: AdminDeposit; onDecide: (deposit: AdminDeposit, decision: Decision) => void };

/** A row's buttons: approve and reject while it is pending, the invoice for ever. */
export function RowActions({ deposit, onDecide }: ActionsProps) {
  const isDeciding = useIsDeciding();
  return (
    <span className="inline-flex justify-end gap-1">
      {deposit.status === 'pending' && (
        <>
          <IconButton
            size="sm"
            label={`Approve ${deposit.reference}`}
            icon={<Check className="text-ok" aria-hidden />}
            disabled={isDeciding}
            onClick={() => onDecide(deposit, 'approve')}
          />
          <IconButton
            size="sm"
            label={`Reject ${deposit.reference}`}
            icon={<X className="text-bad" aria-hidden />}
            disabled={isDeciding}
            onClick={() => onDecide(deposit, 'reject')}
          />
        </>
      )}
      <IconButton
        size="sm"
        label={`Download invoice of ${deposit.reference}`}
        icon={<Download aria-hidden />}
        onClick={() => downloadDepositInvoice(deposit.id)}
      />
    </span>
  );
}

/** The same at the foot of the detail panel. */
export function PanelActions({ deposit, onDecide }: ActionsProps) {
  const isDeciding = useIsDeciding();
  return (
    <>
      <Button icon={<Download aria-hidden />} className="sm:mr-auto" onClick={() => downloadDepositInvoice(deposit.id)}>
        Invoice
      </Button>
      {deposit.status === 'pending' && (
        <>
          <Button variant="danger-ghost" disabled={isDeciding} onClick={() => onDecide(deposit, 'reject')}>
            Reject
          </Button>
          <Button variant="primary" disabled={isDeciding} onClick={() => onDecide(deposit, 'approve')}>
            Approve
          </Button>
        </>
      )}
    </>
  );
}
