import { useState } from 'react';
import type { Company } from '#bff/contract/people/company.ts';
import {
  BUSINESS_TYPE_LABELS,
  COMPANY_REQUIRED_FIELD_LABELS,
  FIRST_INCORPORATION_YEAR,
  STORE_BUSINESS_TYPES,
} from '#bff/contract/people/company-options.ts';
import { api } from '#web/lib/api/api.ts';
import { useWrite } from '#web/lib/api/use-write.ts';
import { queryKey } from '#web/lib/cache/query-key.ts';
import { orNull } from '#web/lib/call/api-error.ts';
import { useKeptValues } from '#web/lib/form/use-kept-values.ts';
import { showFieldErrors, useZodForm } from '#web/lib/form/use-zod-form.ts';
import { lazily } from '#web/lib/navigation/lazily.tsx';
import { useCustomer } from '#web/lib/session/session.ts';
import { toast, toaster } from '#web/lib/toast/toast.ts';
import { toastError } from '#web/lib/toast/toast-error.ts';
import { toIsoDay } from '#web/lib/words/dates.ts';
import { companyValues } from '#web/shared/company/company-values.ts';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { control, fields, note, select, text } from '#web/ui/form/fields.tsx';
import { useStaleEdit } from '#web/ui/form/stale-edit.tsx';
import { SubmitButton } from '#web/ui/form/submit-button.tsx';

/** Loaded separately, because the names of all countries are larger than the rest of the form. */
const CountryField = lazily(
  () => import('#web/ui/form/controls/country-field.tsx'),
  'CountryField',
  <Skeleton className="h-9 w-full rounded-md" />,
);

const LABELS = COMPANY_REQUIRED_FIELD_LABELS;
type RequiredField = keyof typeof LABELS;

/** Begins with the person of the account as the contact. */
function useCompanyForm(company: Company | null) {
  const { user } = useCustomer();
  const contact = company === null && { contact_person: user?.name ?? '', contact_email: user?.email ?? '' };
  return useZodForm(() => import('#bff/contract/people/company-form.ts').then((m) => m.CompanyDetailForm), {
    ...companyValues(company),
    ...contact,
  });
}

/** Step 1: the company's details. Saving opens the documents. */
export function CompanyProfileForm({ company: opened, onSaved }: { company: Company | null; onSaved: () => void }) {
  const [company, setCompany] = useState(opened);
  const save = useWrite(company ? 'PUT /user/company-detail' : 'POST /user/company-detail', {
    done: null,
    after: ({ data }, client) => client.setQueryData(queryKey('GET /user/company-detail'), { data }),
    stale: ['GET /user'],
  });
  const form = useCompanyForm(company);
  // What was typed over an older version would undo what was saved since.
  const forget = useKeptValues(form, `company ${opened?.updated_at}`);
  // An administrator may save the details for the customer meanwhile.
  const stale = useStaleEdit(
    async () => (await orNull(api('GET /user/company-detail')))?.data ?? null,
    (latest) => {
      setCompany(latest);
      form.reset(companyValues(latest), { keepDirtyValues: true });
    },
  );

  const submit = form.handleSubmit(
    async (values) => {
      try {
        await save.mutateAsync({ body: { ...values, updated_at: company?.updated_at ?? null } });
        forget();
        onSaved();
      } catch (error) {
        if (stale.catches(error)) return;
        if (!showFieldErrors(form, error)) toastError(error, 'Failed to update company settings.');
      }
    },
    () => {
      const values = form.getValues();
      const missing = (Object.keys(LABELS) as RequiredField[]).filter((field) => !String(values[field] ?? '').trim());
      if (missing.length > 0) {
        toast.error(
          'Validation Error',
          `Please fill in all required fields: ${missing.map((field) => LABELS[field]).join(', ')}`,
        );
      } else toaster.settle();
    },
  );
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-8">
      {stale.notice}
      <CompanyFields form={form} />
      <div className="flex justify-end border-t pt-5">
        <SubmitButton form={form} busyText="Saving...">
          Save and continue
        </SubmitButton>
      </div>
    </form>
  );
}

function CompanyFields({ form }: { form: ReturnType<typeof useCompanyForm> }) {
  const sameAs = (what: string, from: RequiredField, to: RequiredField) => (
    <button
      type="button"
      className="rounded-sm text-sm text-accent-ink hover:underline"
      onClick={() =>
        form.setValue(to, form.getValues(from), { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
      }
    >
      Same as company <span className="sr-only">{what}</span>
    </button>
  );
  return (
    <>
      <Group title="Company">
        {fields(form, [
          text('company_name', LABELS.company_name, { autoComplete: 'organization' }),
          select(
            'business_type',
            LABELS.business_type,
            STORE_BUSINESS_TYPES.map((value) => ({ value, label: BUSINESS_TYPE_LABELS[value] })),
            { placeholder: 'Choose a type' },
          ),
          note('full_company_address', LABELS.full_company_address, {
            rows: 2,
            autoComplete: 'street-address',
            className: 'sm:col-span-2',
          }),
          text('phone_number', LABELS.phone_number, { type: 'tel', autoComplete: 'tel' }),
          text('company_email', LABELS.company_email, { type: 'email', inputMode: 'email' }),
          text('website', 'Website', {
            hint: 'Optional.',
            inputMode: 'url',
            autoComplete: 'url',
            placeholder: 'example.com',
            className: 'sm:col-span-2',
            optional: true,
          }),
        ])}
      </Group>
      <Group title="Contact">
        {fields(form, [
          text('contact_person', LABELS.contact_person, { autoComplete: 'name' }),
          text('contact_number', LABELS.contact_number, {
            type: 'tel',
            aside: sameAs('phone', 'phone_number', 'contact_number'),
          }),
          text('contact_email', LABELS.contact_email, {
            type: 'email',
            inputMode: 'email',
            aside: sameAs('email', 'company_email', 'contact_email'),
          }),
        ])}
      </Group>
      <Group title="Legal registration">
        {fields(form, [
          text('company_registration_no', LABELS.company_registration_no),
          text('date_of_incorporation', LABELS.date_of_incorporation, {
            type: 'date',
            min: `${FIRST_INCORPORATION_YEAR}-01-01`,
            max: toIsoDay(new Date()),
          }),
          text('vat_tax_registration', LABELS.vat_tax_registration, {
            hint: 'As on your tax papers, such as DE123456789.',
          }),
          control('country_of_registration', LABELS.country_of_registration, (held) => <CountryField {...held} />),
        ])}
      </Group>
    </>
  );
}

function Group({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-4 text-sm font-semibold">{title}</legend>
      <div className="grid gap-x-5 gap-y-5 sm:grid-cols-2">{children}</div>
    </fieldset>
  );
}
