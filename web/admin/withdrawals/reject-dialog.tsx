import type { AdminWithdrawal } from '#bff/contract/withdrawal.ts';
import { RejectWithdrawalForm } from '#bff/contract/withdrawal-form.ts';
import { DecisionDialog } from '#web/ui/frames/decision-dialog.tsx';
import { FormField } from '#web/ui/frames/form-field.tsx';
import { Textarea } from '#web/ui/textarea.tsx';
import { useRejectWithdrawal, useReloadWithdrawals } from './withdrawals-api.ts';

/** Rejects a withdrawal with a reason: the held amount is free again. */
export function RejectDialog({ withdrawal, onClose }: { withdrawal: AdminWithdrawal; onClose: () => void }) {
  const reject = useRejectWithdrawal();
  return (
    <DecisionDialog
      title="Reject withdrawal"
      description={`${withdrawal.amount.formatted} goes back to the wallet of ${withdrawal.user.name} and can be spent again. This cannot be undone.`}
      schema={RejectWithdrawalForm}
      defaults={{ admin_notes: '', user_notes: '' }}
      decide={(body) => reject.mutateAsync({ params: { id: withdrawal.id }, body })}
      failed="Failed to reject withdrawal"
      onOutdated={useReloadWithdrawals()}
      onClose={onClose}
      confirm={{ label: 'Reject withdrawal', busyText: 'Rejecting...', danger: true }}
    >
      {(form) => (
        <>
          <FormField form={form} name="admin_notes" label="Admin notes" hint="Internal: why it is rejected." required>
            {(input) => <Textarea rows={3} data-autofocus {...input} />}
          </FormField>
          <FormField form={form} name="user_notes" label="User notes" hint="Optional; the customer can read them.">
            {(input) => <Textarea rows={3} {...input} />}
          </FormField>
        </>
      )}
    </DecisionDialog>
  );
}
