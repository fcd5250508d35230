import type { AdminWithdrawal } from '#bff/contract/withdrawal.ts';
import { CompleteWithdrawalForm } from '#bff/contract/withdrawal-form.ts';
import { DecisionDialog } from '#web/ui/frames/decision-dialog.tsx';
import { FormField } from '#web/ui/frames/form-field.tsx';
import { Textarea } from '#web/ui/textarea.tsx';
import { useCompleteWithdrawal, useReloadWithdrawals } from './withdrawals-api.ts';

/** Says that the bank transfer was made, and what that does to the wallet. */
export function CompleteDialog({ withdrawal, onClose }: { withdrawal: AdminWithdrawal; onClose: () => void }) {
  const complete = useCompleteWithdrawal();
  return (
    <DecisionDialog
      title="Complete withdrawal"
      description={`Confirm only after the bank transfer of ${withdrawal.amount.formatted} to ${withdrawal.bank_details?.accountName ?? withdrawal.user.name} was made. The held amount leaves the wallet; this cannot be undone.`}
      schema={CompleteWithdrawalForm}
      defaults={{ admin_notes: '' }}
      decide={(body) => complete.mutateAsync({ params: { id: withdrawal.id }, body })}
      failed="Failed to complete withdrawal"
      onOutdated={useReloadWithdrawals()}
      onClose={onClose}
      confirm={{ label: 'The transfer was made', busyText: 'Completing...' }}
    >
      {(form) => (
        <FormField
          form={form}
          name="admin_notes"
          label="Admin notes"
          hint="Optional and internal: the bank’s reference, for example."
        >
          {(input) => <Textarea rows={3} data-autofocus {...input} />}
        </FormField>
      )}
    </DecisionDialog>
  );
}
