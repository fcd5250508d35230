import type { AdminDeposit } from '#bff/contract/deposit.ts';
import { RejectDepositForm } from '#bff/contract/deposit-form.ts';
import { RequestDecision } from '#web/admin/shared/decide-request.tsx';
import { FormTextarea } from '#web/ui/frames/form-field.tsx';

/** Rejects a deposit with a reason, which the customer is shown. */
export function RejectDialog({ deposit, onClose }: { deposit: AdminDeposit; onClose: () => void }) {
  return (
    <RequestDecision
      kind="deposits"
      route="POST /admin/deposits/:id/reject"
      id={deposit.id}
      title="Reject deposit"
      description={`${deposit.reference} of ${deposit.user.name}, ${deposit.amount.formatted}. No funds are credited; this cannot be undone.`}
      schema={RejectDepositForm}
      defaults={{ admin_notes: '' }}
      failed="Failed to reject deposit"
      onClose={onClose}
      confirm={{ label: 'Reject deposit', busyText: 'Rejecting...', danger: true }}
    >
      {(form) => (
        <FormTextarea
          form={form}
          rows={3}
          name="admin_notes"
          label="Admin notes"
          hint="The reason, as the customer will read it."
          required
          data-autofocus
          placeholder="No transfer with this reference has arrived."
        />
      )}
    </RequestDecision>
  );
}
