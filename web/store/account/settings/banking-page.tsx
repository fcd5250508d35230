import { useQuery } from '@tanstack/react-query';
import type { BankingDetail } from '#bff/contract/money/banking.ts';
import { BANKING_CURRENCIES, BASE_CURRENCY } from '#core/kernel/money/currencies.ts';
import { apiQueryOrNull } from '#web/lib/api/api-query.ts';
import { useWrite } from '#web/lib/api/use-write.ts';
import { queryKey } from '#web/lib/cache/query-key.ts';
import { useKeptValues } from '#web/lib/form/use-kept-values.ts';
import { submitTo, useZodForm } from '#web/lib/form/use-zod-form.ts';
import { useToastOnError } from '#web/lib/toast/toast-error.ts';
import { LoadError } from '#web/ui/feedback/load-error.tsx';
import { Loading } from '#web/ui/feedback/skeleton.tsx';
import { fields, note, select, text } from '#web/ui/form/fields.tsx';
import { SubmitButton } from '#web/ui/form/submit-button.tsx';
import { Card } from '#web/ui/page/card.tsx';
import { PageHeader } from '#web/ui/page/page-header.tsx';

const FAILED = 'Failed to load banking information.';
/** It is copied as it is written. */
const EXACT = { autoComplete: 'off', spellCheck: false };

export function BankingPage() {
  const query = useQuery({
    ...apiQueryOrNull('GET /user/banking-detail'),
    select: (answer) => answer?.data.data ?? null,
  });
  useToastOnError(query.error, FAILED);
  return (
    <div className="mx-auto max-w-3xl">
      <PageHeader
        title="Banking Details"
        description="Withdrawals are paid to this account. It is stored encrypted, and each withdrawal keeps a copy of what it was asked with."
      />
      <Card>
        {query.isPending ? (
          <Loading
            label="Loading banking details"
            className="grid gap-5 sm:grid-cols-2"
            shapes={Array(8).fill('h-14 w-full')}
          />
        ) : query.error ? (
          <LoadError of={query} failed={FAILED} />
        ) : (
          <BankingForm banking={query.data} />
        )}
      </Card>
    </div>
  );
}

function BankingForm({ banking }: { banking: BankingDetail | null }) {
  const form = useZodForm(() => import('#bff/contract/money/banking-form.ts').then((m) => m.BankingDetailForm), {
    bank_name: banking?.bank_name ?? '',
    full_bank_address: banking?.full_bank_address ?? '',
    account_beneficiary_name: banking?.account_beneficiary_name ?? '',
    currency: banking?.currency ?? BASE_CURRENCY,
    account_iban: banking?.account_iban ?? '',
    bic_swift: banking?.bic_swift ?? '',
    aba_wire_routing_no: banking?.aba_wire_routing_no ?? '',
    ach_routing_no: banking?.ach_routing_no ?? '',
  });
  const forget = useKeptValues(form, 'banking');
  const save = useWrite(banking ? 'PUT /user/banking-detail' : 'POST /user/banking-detail', {
    done: () => 'Your banking details have been updated.',
    after: ({ data }, client) => client.setQueryData(queryKey('GET /user/banking-detail'), { data: { data } }),
    stale: ['GET /user'],
  });
  const submit = submitTo(form, (body) => save.mutateAsync({ body }).then(forget), 'Failed to update banking details.');
  return (
    <form noValidate onSubmit={submit} className="grid gap-5 sm:grid-cols-2">
      {fields(form, [
        text('bank_name', 'Bank name', EXACT),
        select('currency', 'Currency', BANKING_CURRENCIES),
        note('full_bank_address', 'Full bank address', { rows: 2, className: 'sm:col-span-2' }),
        text('account_beneficiary_name', 'Account beneficiary name', EXACT),
        text('account_iban', 'Account / IBAN', EXACT),
        text('bic_swift', 'BIC / SWIFT', EXACT),
        <span className="max-sm:hidden" />,
        text('aba_wire_routing_no', 'ABA wire routing no.', { hint: 'Optional.', optional: true }),
        text('ach_routing_no', 'ACH routing no.', { hint: 'Optional.', optional: true }),
      ])}
      <div className="flex justify-end border-t pt-5 sm:col-span-2">
        <SubmitButton form={form} busyText="Saving...">
          Save banking details
        </SubmitButton>
      </div>
    </form>
  );
}
