import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Controller } from 'react-hook-form';
import type { Company } from '#bff/contract/company.ts';
import { CompanyDetailForm } from '#bff/contract/company-form.ts';
import {
  ADMIN_BUSINESS_TYPES,
  BUSINESS_TYPE_LABELS,
  COMPANY_REQUIRED_FIELD_LABELS,
  FIRST_INCORPORATION_YEAR,
} from '#bff/contract/company-options.ts';
import { api } from '#web/lib/api.ts';
import { isApiError, serverMessage } from '#web/lib/api-error.ts';
import { companyValues } from '#web/lib/company-values.ts';
import { toIsoDay } from '#web/lib/dates.ts';
import { queryKey } from '#web/lib/query-key.ts';
import { showFieldErrors, useZodForm } from '#web/lib/use-zod-form.ts';
import { Button } from '#web/ui/button.tsx';
import { CountryField } from '#web/ui/country-field.tsx';
import { Field } from '#web/ui/field.tsx';
import { Select } from '#web/ui/select.tsx';
import { useStaleEdit } from '#web/ui/stale-edit.tsx';
import { TextInput } from '#web/ui/text-input.tsx';
import { Textarea } from '#web/ui/textarea.tsx';
import { toast } from '#web/ui/toast.ts';

const LABELS = COMPANY_REQUIRED_FIELD_LABELS;
type FormText = Exclude<keyof typeof LABELS, 'business_type' | 'full_company_address'>;
const TEXT_FIELDS = [
  'company_name',
  'phone_number',
  'company_email',
  'contact_person',
  'contact_number',
  'contact_email',
] as const satisfies readonly FormText[];
const LEGAL_FIELDS = ['company_registration_no', 'vat_tax_registration'] as const satisfies readonly FormText[];

/** Company information and legal registration, edited on the customer's behalf. */
export function CompanyEditor({
  userId,
  company: opened,
  onDone,
}: {
  userId: string;
  company: Company | null;
  onDone: () => void;
}) {
  const client = useQueryClient();
  const [company, setCompany] = useState(opened);
  const form = useZodForm(CompanyDetailForm, companyValues(company));
  const { errors, isSubmitting } = form.formState;
  const params = { id: userId };
  const userKey = queryKey('GET /admin/users/:id', { params });
  const stale = useStaleEdit(
    async () => {
      const answer = await api('GET /admin/users/:id', { params });
      client.setQueryData(userKey, answer);
      return answer.data.company;
    },
    (latest) => {
      setCompany(latest);
      form.reset(companyValues(latest), { keepDirtyValues: true });
    },
  );
  const submit = form.handleSubmit(async (body) => {
    try {
      await api('POST /admin/users/:id/company-details', {
        params,
        body: { ...body, updated_at: company?.updated_at ?? null },
      });
      await client.invalidateQueries({ queryKey: userKey });
      toast.success('Company details created successfully.');
      onDone();
    } catch (error) {
      if (stale.catches(error)) return;
      showFieldErrors(form, error);
      const all = isApiError(error) && error.status === 422 ? Object.values(error.errors).flat() : [];
      toast.error(
        'Error',
        all.length > 0
          ? `Validation Error: ${all.join(', ')}`
          : serverMessage(error, 'Failed to create company details'),
      );
    }
  });
  const text = (name: FormText, more: React.ComponentProps<typeof TextInput> = {}) => (
    <Field key={name} label={LABELS[name]} error={errors[name]?.message} required>
      <TextInput {...more} {...form.register(name)} />
    </Field>
  );
  return (
    <form noValidate onSubmit={submit} className="grid gap-5 sm:grid-cols-2">
      {stale.notice && <div className="sm:col-span-2">{stale.notice}</div>}
      {TEXT_FIELDS.map((name) => text(name))}
      <Field label={LABELS.business_type} error={errors.business_type?.message} required>
        <Select
          placeholder="Choose a type"
          options={ADMIN_BUSINESS_TYPES.map((value) => ({ value, label: BUSINESS_TYPE_LABELS[value] }))}
          {...form.register('business_type')}
        />
      </Field>
      <Field label="Website" error={errors.website?.message}>
        <TextInput inputMode="url" {...form.register('website')} />
      </Field>
      <Field
        label={LABELS.full_company_address}
        error={errors.full_company_address?.message}
        required
        className="sm:col-span-2"
      >
        <Textarea rows={2} {...form.register('full_company_address')} />
      </Field>
      {LEGAL_FIELDS.map((name) => text(name))}
      {text('date_of_incorporation', {
        type: 'date',
        min: `${FIRST_INCORPORATION_YEAR}-01-01`,
        max: toIsoDay(new Date()),
      })}
      <Controller
        control={form.control}
        name="country_of_registration"
        render={({ field }) => (
          <Field label={LABELS.country_of_registration} error={errors.country_of_registration?.message} required>
            <CountryField value={field.value} onChange={field.onChange} name={field.name} />
          </Field>
        )}
      />
      <div className="flex justify-end gap-2 border-t pt-5 sm:col-span-2">
        <Button onClick={onDone}>Cancel</Button>
        <Button type="submit" variant="primary" busy={isSubmitting} busyText="Saving...">
          Save
        </Button>
      </div>
    </form>
  );
}
