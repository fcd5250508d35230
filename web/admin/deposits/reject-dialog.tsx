import type { AdminDeposit } from '#bff/contract/deposit.ts';
import { RejectDepositForm } from '#bff/contract/deposit-form.ts';
import { isApiError } from '#web/lib/api-error.ts';
import { toastError } from '#web/lib/toast-error.ts';
import { showFieldErrors, useZodForm } from '#web/lib/use-zod-form.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Textarea } from '#web/ui/textarea.tsx';
import { useRejectDeposit, useReloadDeposits } from './deposits-api.ts';

/** Rejects a deposit with a reason, which the customer is shown. */
export function RejectDialog({ deposit, onClose }: { deposit: AdminDeposit; onClose: () => void }) {
  const reject = useRejectDeposit();
  const reload = useReloadDeposits();
  const form = useZodForm(RejectDepositForm, { admin_notes: '' });
  const submit = form.handleSubmit(async (values) => {
    try {
      await reject.mutateAsync({ params: { id: deposit.id }, body: values });
      onClose();
    } catch (error) {
      if (showFieldErrors(form, error)) return;
      toastError(error, 'Failed to reject deposit');
      if (isApiError(error) && error.status === 409) void reload();
    }
  });
  return (
    <Dialog
      open
      onClose={reject.isPending ? () => undefined : onClose}
      title="Reject deposit"
      description={`${deposit.reference} of ${deposit.user.name}, ${deposit.amount.formatted}. No funds are credited; this cannot be undone.`}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose} disabled={reject.isPending}>
            Cancel
          </Button>
          <Button type="submit" variant="danger" busy={reject.isPending} busyText="Rejecting...">
            Reject deposit
          </Button>
        </>
      }
    >
      <Field
        label="Admin notes"
        hint="The reason, as the customer will read it."
        error={form.formState.errors.admin_notes?.message}
        required
      >
        <Textarea
          rows={4}
          data-autofocus
          placeholder="No transfer with this reference has arrived."
          {...form.register('admin_notes')}
        />
      </Field>
    </Dialog>
  );
}
