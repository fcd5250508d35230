import { regionName } from '#bff/contract/base/regions.ts';
import type { AdminUserDetail } from '#bff/contract/people/admin-customer.ts';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { DateText } from '#web/ui/text/date-text.tsx';

const FIELDS = [
  ['company_name', 'Company name'],
  ['company_registration_no', 'Registration number'],
  ['country_of_registration', 'Country'],
  ['vat_tax_registration', 'VAT / tax number'],
] as const;

type Props = {
  approved: NonNullable<AdminUserDetail['approved_identity']>;
  company: NonNullable<AdminUserDetail['company']>;
};

export function IdentityChange({ approved, company }: Props) {
  const shown = (field: (typeof FIELDS)[number][0], text: string) =>
    field === 'country_of_registration' ? regionName(text) : text;
  return (
    <Alert tone="warn" title="The company changed after its approval" className="mb-6">
      <p className="mb-3">
        Since <DateText value={approved.changed_at} format="datetime" /> payouts of this customer wait. Compare with the
        documents, then approve the changed company, or revoke the approval.
      </p>
      <table className="w-full table-fixed text-left text-sm">
        <thead className="text-xs text-muted">
          <tr>
            <th className="w-2/5 py-1 pr-3 font-medium sm:w-1/4">Field</th>
            <th className="py-1 pr-3 font-medium">Approved</th>
            <th className="py-1 font-medium">Now</th>
          </tr>
        </thead>
        <tbody>
          {FIELDS.map(([field, label]) => {
            const isSame = approved[field] === company[field];
            return (
              <tr key={field} className="border-t align-top">
                <th scope="row" className="py-1.5 pr-3 font-medium wrap-anywhere">
                  {label}
                </th>
                <td className="py-1.5 pr-3 wrap-anywhere">{shown(field, approved[field])}</td>
                <td className={`py-1.5 wrap-anywhere ${isSame ? '' : 'font-semibold'}`}>
                  {shown(field, company[field])}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </Alert>
  );
}
