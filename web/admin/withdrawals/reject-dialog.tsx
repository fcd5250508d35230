import type { AdminWithdrawal } from '#bff/contract/withdrawal.ts';
import { RejectWithdrawalForm } from '#bff/contract/withdrawal-form.ts';
import { isApiError } from '#web/lib/api-error.ts';
import { toastError } from '#web/lib/toast-error.ts';
import { showFieldErrors, useZodForm } from '#web/lib/use-zod-form.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Textarea } from '#web/ui/textarea.tsx';
import { useRejectWithdrawal, useReloadWithdrawals } from './withdrawals-api.ts';

/** Rejects a withdrawal with a reason: the held amount is free again. */
export function RejectDialog({ withdrawal, onClose }: { withdrawal: AdminWithdrawal; onClose: () => void }) {
  const reject = useRejectWithdrawal();
  const reload = useReloadWithdrawals();
  const form = useZodForm(RejectWithdrawalForm, { admin_notes: '', user_notes: '' });
  const { errors } = form.formState;
  const submit = form.handleSubmit(async (values) => {
    try {
      await reject.mutateAsync({ params: { id: withdrawal.id }, body: values });
      onClose();
    } catch (error) {
      if (showFieldErrors(form, error)) return;
      toastError(error, 'Failed to reject withdrawal');
      if (isApiError(error) && error.status === 409) void reload();
    }
  });
  return (
    <Dialog
      open
      onClose={reject.isPending ? () => undefined : onClose}
      title="Reject withdrawal"
      description={`${withdrawal.amount.formatted} goes back to the wallet of ${withdrawal.user.name} and can be spent again. This cannot be undone.`}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose} disabled={reject.isPending}>
            Cancel
          </Button>
          <Button type="submit" variant="danger" busy={reject.isPending} busyText="Rejecting...">
            Reject withdrawal
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <Field label="Admin notes" hint="Internal: why it is rejected." error={errors.admin_notes?.message} required>
          <Textarea rows={3} data-autofocus {...form.register('admin_notes')} />
        </Field>
        <Field label="User notes" hint="Optional; the customer can read them." error={errors.user_notes?.message}>
          <Textarea rows={3} {...form.register('user_notes')} />
        </Field>
      </div>
    </Dialog>
  );
}
