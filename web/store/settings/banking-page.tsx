import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { BankingDetail } from '#bff/contract/banking.ts';
import { BANKING_CURRENCIES, BASE_CURRENCY } from '#core/kernel/currencies.ts';
import { api } from '#web/lib/api.ts';
import { apiQueryOrNull } from '#web/lib/api-query.ts';
import { invalidate, queryKey } from '#web/lib/query-key.ts';
import { describeError, toastError } from '#web/lib/toast-error.ts';
import { showFieldErrors, useZodForm } from '#web/lib/use-zod-form.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Field } from '#web/ui/field.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Select } from '#web/ui/select.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import { TextInput } from '#web/ui/text-input.tsx';
import { Textarea } from '#web/ui/textarea.tsx';
import { toast } from '#web/ui/toast.ts';

/** The bank account that withdrawals are paid to. */
export function BankingPage() {
  const { data, isPending, error, refetch } = useQuery({
    ...apiQueryOrNull('GET /user/banking-detail'),
    select: (answer) => answer?.data.data ?? null,
  });
  return (
    <div className="mx-auto max-w-3xl">
      <PageHeader
        title="Banking Details"
        description="Withdrawals are paid to this account. It is stored encrypted, and each withdrawal keeps a copy of what it was asked with."
      />
      <Card>
        {isPending ? (
          <Loading label="Loading banking details" className="grid gap-5 sm:grid-cols-2">
            {Array.from({ length: 8 }, (_, index) => (
              <Skeleton key={String(index)} className="h-14 w-full" />
            ))}
          </Loading>
        ) : error ? (
          <ErrorState message={describeError(error, 'Failed to load banking information.').message} onRetry={refetch} />
        ) : (
          <BankingForm banking={data} />
        )}
      </Card>
    </div>
  );
}

function BankingForm({ banking }: { banking: BankingDetail | null }) {
  const client = useQueryClient();
  const form = useZodForm(() => import('#bff/contract/banking-form.ts').then((m) => m.BankingDetailForm), {
    bank_name: banking?.bank_name ?? '',
    full_bank_address: banking?.full_bank_address ?? '',
    account_beneficiary_name: banking?.account_beneficiary_name ?? '',
    currency: banking?.currency ?? BASE_CURRENCY,
    account_iban: banking?.account_iban ?? '',
    bic_swift: banking?.bic_swift ?? '',
    aba_wire_routing_no: banking?.aba_wire_routing_no ?? '',
    ach_routing_no: banking?.ach_routing_no ?? '',
  });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (body) => {
    try {
      const { data } = await api(banking ? 'PUT /user/banking-detail' : 'POST /user/banking-detail', { body });
      client.setQueryData(queryKey('GET /user/banking-detail'), { data: { data } });
      void invalidate(client, 'GET /user');
      toast.success('Your banking details have been updated.');
    } catch (error) {
      if (!showFieldErrors(form, error)) toastError(error, 'Failed to update banking details.');
    }
  });
  const text = (
    name:
      | 'bank_name'
      | 'account_beneficiary_name'
      | 'account_iban'
      | 'bic_swift'
      | 'aba_wire_routing_no'
      | 'ach_routing_no',
    label: string,
    isOptional = false,
  ) => (
    <Field
      label={label}
      error={errors[name]?.message}
      hint={isOptional ? 'Optional.' : undefined}
      required={!isOptional}
    >
      <TextInput autoComplete="off" spellCheck={false} {...form.register(name)} />
    </Field>
  );
  return (
    <form noValidate onSubmit={submit} className="grid gap-5 sm:grid-cols-2">
      {text('bank_name', 'Bank name')}
      <Field label="Currency" error={errors.currency?.message} required>
        <Select options={BANKING_CURRENCIES.map((value) => ({ value, label: value }))} {...form.register('currency')} />
      </Field>
      <Field label="Full bank address" error={errors.full_bank_address?.message} required className="sm:col-span-2">
        <Textarea rows={2} {...form.register('full_bank_address')} />
      </Field>
      {text('account_beneficiary_name', 'Account beneficiary name')}
      {text('account_iban', 'Account / IBAN')}
      {text('bic_swift', 'BIC / SWIFT')}
      <span className="max-sm:hidden" />
      {text('aba_wire_routing_no', 'ABA wire routing no.', true)}
      {text('ach_routing_no', 'ACH routing no.', true)}
      <div className="flex justify-end border-t pt-5 sm:col-span-2">
        <Button type="submit" variant="primary" busy={isSubmitting} busyText="Saving...">
          Save banking details
        </Button>
      </div>
    </form>
  );
}
