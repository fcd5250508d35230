import type { AdminWithdrawal } from '#bff/contract/withdrawal.ts';
import { CompleteWithdrawalForm } from '#bff/contract/withdrawal-form.ts';
import { isApiError } from '#web/lib/api-error.ts';
import { toastError } from '#web/lib/toast-error.ts';
import { showFieldErrors, useZodForm } from '#web/lib/use-zod-form.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Textarea } from '#web/ui/textarea.tsx';
import { useCompleteWithdrawal, useReloadWithdrawals } from './withdrawals-api.ts';

/** Says that the bank transfer was made, and what that does to the wallet. */
export function CompleteDialog({ withdrawal, onClose }: { withdrawal: AdminWithdrawal; onClose: () => void }) {
  const complete = useCompleteWithdrawal();
  const reload = useReloadWithdrawals();
  const form = useZodForm(CompleteWithdrawalForm, { admin_notes: '' });
  const submit = form.handleSubmit(async (values) => {
    try {
      await complete.mutateAsync({ params: { id: withdrawal.id }, body: values });
      onClose();
    } catch (error) {
      if (showFieldErrors(form, error)) return;
      toastError(error, 'Failed to complete withdrawal');
      if (isApiError(error) && error.status === 409) void reload();
    }
  });
  return (
    <Dialog
      open
      onClose={complete.isPending ? () => undefined : onClose}
      title="Complete withdrawal"
      description={`Confirm only after the bank transfer of ${withdrawal.amount.formatted} to ${withdrawal.bank_details?.accountName ?? withdrawal.user.name} was made. The held amount leaves the wallet; this cannot be undone.`}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose} disabled={complete.isPending}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" busy={complete.isPending} busyText="Completing...">
            The transfer was made
          </Button>
        </>
      }
    >
      <Field
        label="Admin notes"
        hint="Optional and internal: the bank’s reference, for example."
        error={form.formState.errors.admin_notes?.message}
      >
        <Textarea rows={3} data-autofocus {...form.register('admin_notes')} />
      </Field>
    </Dialog>
  );
}
