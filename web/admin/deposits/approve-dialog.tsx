import { useMemo } from 'react';
import type { AdminDeposit } from '#bff/contract/deposit.ts';
import { currencySymbol } from '#core/kernel/currencies.ts';
import { formatMinor } from '#core/kernel/decimals.ts';
import { isApiError } from '#web/lib/api-error.ts';
import { leastAmount, parseAmount } from '#web/lib/money.ts';
import { toastError } from '#web/lib/toast-error.ts';
import { showFieldErrors, useZodForm } from '#web/lib/use-zod-form.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { TextInput } from '#web/ui/text-input.tsx';
import { Textarea } from '#web/ui/textarea.tsx';
import { approveForm } from './approve-form.ts';
import { useApproveDeposit, useReloadDeposits } from './deposits-api.ts';

/** Approves a deposit with an amount; says beforehand what that does to the wallet. */
export function ApproveDialog({ deposit, onClose }: { deposit: AdminDeposit; onClose: () => void }) {
  const { amount: requested, user } = deposit;
  const approve = useApproveDeposit();
  const reload = useReloadDeposits();
  const schema = useMemo(() => approveForm(requested), [requested]);
  const form = useZodForm(schema, { approved_amount: requested.decimal, admin_notes: '' });
  const { errors } = form.formState;
  const minor = parseAmount(form.watch('approved_amount') ?? '', requested.currency);
  const isValid = minor !== undefined && minor > 0n && minor <= BigInt(requested.amount);
  const submit = form.handleSubmit(async (values) => {
    try {
      await approve.mutateAsync({ params: { id: deposit.id }, body: values });
      onClose();
    } catch (error) {
      if (showFieldErrors(form, error)) return;
      toastError(error, 'Failed to approve deposit');
      if (isApiError(error) && error.status === 409) void reload();
    }
  });
  return (
    <Dialog
      open
      onClose={approve.isPending ? () => undefined : onClose}
      title="Approve deposit"
      description={`${deposit.reference} of ${user.name}`}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose} disabled={approve.isPending}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" busy={approve.isPending} busyText="Approving...">
            {isValid ? `Approve ${formatMinor(minor, requested.currency)}` : 'Approve'}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <div className="flex items-baseline justify-between gap-4 rounded-lg bg-sunken px-4 py-3 text-sm">
          <span className="text-muted">Requested amount</span>
          <span className="tabular font-semibold">{requested.formatted}</span>
        </div>
        <Field
          label="Approved amount"
          required
          error={errors.approved_amount?.message}
          hint={
            isValid && minor < BigInt(requested.amount)
              ? `${formatMinor(BigInt(requested.amount) - minor, requested.currency)} less than requested.`
              : 'What arrived at the bank. The wallet is credited at once; this cannot be undone.'
          }
        >
          <TextInput
            type="number"
            inputMode="decimal"
            min={leastAmount(requested.currency)}
            max={requested.decimal}
            step={leastAmount(requested.currency)}
            start={currencySymbol(requested.currency)}
            data-autofocus
            onWheel={(event) => event.currentTarget.blur()}
            {...form.register('approved_amount')}
          />
        </Field>
        <Field label="Admin notes" hint="Optional." error={errors.admin_notes?.message}>
          <Textarea rows={3} {...form.register('admin_notes')} />
        </Field>
      </div>
    </Dialog>
  );
}
