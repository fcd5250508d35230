import type { AdminWithdrawal } from '#bff/contract/withdrawal.ts';
import { CompleteWithdrawalForm, RejectWithdrawalForm } from '#bff/contract/withdrawal-form.ts';
import { RequestDecision } from '#web/admin/shared/decide-request.tsx';
import { FormTextarea } from '#web/ui/frames/form-field.tsx';

type DialogProps = { withdrawal: AdminWithdrawal; onClose: () => void };

/** Says that the bank transfer was made, and what that does to the wallet. */
export function CompleteDialog({ withdrawal, onClose }: DialogProps) {
  const { id, amount, bank_details, user } = withdrawal;
  return (
    <RequestDecision
      kind="withdrawals"
      route="POST /admin/withdrawals/:id/complete"
      id={id}
      title="Complete withdrawal"
      description={`Confirm only after the bank transfer of ${amount.formatted} to ${bank_details?.accountName ?? user.name} was made. The held amount leaves the wallet; this cannot be undone.`}
      schema={CompleteWithdrawalForm}
      defaults={{ admin_notes: '' }}
      failed="Failed to complete withdrawal"
      onClose={onClose}
      confirm={{ label: 'The transfer was made', busyText: 'Completing...' }}
    >
      {(form) => (
        <FormTextarea
          form={form}
          rows={3}
          name="admin_notes"
          label="Admin notes"
          hint="Optional and internal: the bank’s reference, for example."
          data-autofocus
        />
      )}
    </RequestDecision>
  );
}

/** Rejects a withdrawal with a reason: the held amount is free again. */
export function RejectDialog({ withdrawal, onClose }: DialogProps) {
  const { id, amount, user } = withdrawal;
  return (
    <RequestDecision
      kind="withdrawals"
      route="POST /admin/withdrawals/:id/reject"
      id={id}
      title="Reject withdrawal"
      description={`${amount.formatted} goes back to the wallet of ${user.name} and can be spent again. This cannot be undone.`}
      schema={RejectWithdrawalForm}
      defaults={{ admin_notes: '', user_notes: '' }}
      failed="Failed to reject withdrawal"
      onClose={onClose}
      confirm={{ label: 'Reject withdrawal', busyText: 'Rejecting...', danger: true }}
    >
      {(form) => (
        <>
          <FormTextarea
            form={form}
            rows={3}
            name="admin_notes"
            label="Admin notes"
            hint="Internal: why it is rejected."
            required
            data-autofocus
          />
          <FormTextarea
            rows={3}
            form={form}
            name="user_notes"
            label="User notes"
            hint="Optional; the customer can read them."
          />
        </>
      )}
    </RequestDecision>
  );
}
