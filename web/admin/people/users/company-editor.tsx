import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Company } from '#bff/contract/people/company.ts';
import { CompanyDetailForm } from '#bff/contract/people/company-form.ts';
import {
  ADMIN_BUSINESS_TYPES,
  BUSINESS_TYPE_LABELS,
  COMPANY_REQUIRED_FIELD_LABELS,
  FIRST_INCORPORATION_YEAR,
} from '#bff/contract/people/company-options.ts';
import { api } from '#web/lib/api/api.ts';
import { queryKey } from '#web/lib/cache/query-key.ts';
import { isApiError, serverMessage } from '#web/lib/call/api-error.ts';
import { showFieldErrors, useZodForm } from '#web/lib/form/use-zod-form.ts';
import { toast } from '#web/lib/toast/toast.ts';
import { toIsoDay } from '#web/lib/words/dates.ts';
import { companyValues } from '#web/shared/company/company-values.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { CountryField } from '#web/ui/form/controls/country-field.tsx';
import { control, fields, note, select, text } from '#web/ui/form/fields.tsx';
import { useStaleEdit } from '#web/ui/form/stale-edit.tsx';
import { SubmitButton } from '#web/ui/form/submit-button.tsx';

const LABELS = COMPANY_REQUIRED_FIELD_LABELS;
type TextName = Exclude<keyof typeof LABELS, 'business_type' | 'full_company_address'>;
const TEXT_FIELDS = [
  'company_name',
  'phone_number',
  'company_email',
  'contact_person',
  'contact_number',
  'contact_email',
] as const satisfies readonly TextName[];
const LEGAL_FIELDS = ['company_registration_no', 'vat_tax_registration'] as const satisfies readonly TextName[];

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
  const { setFocus } = form;
  useEffect(() => setFocus('company_name'), [setFocus]);
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
  const required = (name: TextName) => text(name, LABELS[name]);
  return (
    <form noValidate onSubmit={submit} className="grid gap-5 sm:grid-cols-2 [&>.wide]:sm:col-span-2">
      {stale.notice && <div className="wide">{stale.notice}</div>}
      {fields(form, [
        ...TEXT_FIELDS.map(required),
        select(
          'business_type',
          LABELS.business_type,
          ADMIN_BUSINESS_TYPES.map((value) => ({ value, label: BUSINESS_TYPE_LABELS[value] })),
          { placeholder: 'Choose a type' },
        ),
        text('website', 'Website', { inputMode: 'url', optional: true }),
        note('full_company_address', LABELS.full_company_address, { rows: 2, className: 'wide' }),
      ])}
      <fieldset className="wide grid gap-5 sm:grid-cols-2">
        <legend className="mb-4 text-base font-semibold">Legal registration</legend>
        {fields(form, [
          ...LEGAL_FIELDS.map(required),
          text('date_of_incorporation', LABELS.date_of_incorporation, {
            type: 'date',
            min: `${FIRST_INCORPORATION_YEAR}-01-01`,
            max: toIsoDay(new Date()),
          }),
          control('country_of_registration', LABELS.country_of_registration, (held) => <CountryField {...held} />),
        ])}
      </fieldset>
      <div className="wide flex justify-end gap-2 border-t pt-5">
        <Button onClick={onDone}>Cancel</Button>
        <SubmitButton form={form} busyText="Saving...">
          Save
        </SubmitButton>
      </div>
    </form>
  );
}
