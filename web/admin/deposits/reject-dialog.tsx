import type { AdminDeposit } from '#bff/contract/deposit.ts';
import { RejectDepositForm } from '#bff/contract/deposit-form.ts';
import { DecisionDialog } from '#web/ui/frames/decision-dialog.tsx';
import { FormField } from '#web/ui/frames/form-field.tsx';
import { Textarea } from '#web/ui/textarea.tsx';
import { useRejectDeposit, useReloadDeposits } from './deposits-api.ts';

/** Rejects a deposit with a reason, which the customer is shown. */
export function RejectDialog({ deposit, onClose }: { deposit: AdminDeposit; onClose: () => void }) {
  const reject = useRejectDeposit();
  return (
    <DecisionDialog
      title="Reject deposit"
      description={`${deposit.reference} of ${deposit.user.name}, ${deposit.amount.formatted}. No funds are credited; this cannot be undone.`}
      schema={RejectDepositForm}
      defaults={{ admin_notes: '' }}
      decide={(body) => reject.mutateAsync({ params: { id: deposit.id }, body })}
      failed="Failed to reject deposit"
      onOutdated={useReloadDeposits()}
      onClose={onClose}
      confirm={{ label: 'Reject deposit', busyText: 'Rejecting...', danger: true }}
    >
      {(form) => (
        <FormField
          form={form}
          name="admin_notes"
          label="Admin notes"
          hint="The reason, as the customer will read it."
          required
        >
          {(input) => (
            <Textarea rows={4} data-autofocus placeholder="No transfer with this reference has arrived." {...input} />
          )}
        </FormField>
      )}
    </DecisionDialog>
  );
}
