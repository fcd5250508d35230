import type { Company } from '#bff/contract/people/company.ts';

export function companyValues(company: Company | null) {
  return {
    company_name: company?.company_name ?? '',
    business_type: company?.business_type ?? ('' as 'other'),
    full_company_address: company?.full_company_address ?? '',
    phone_number: company?.phone_number ?? '',
    company_email: company?.company_email ?? '',
    website: company?.website ?? '',
    contact_person: company?.contact_person ?? '',
    contact_number: company?.contact_number ?? '',
    contact_email: company?.contact_email ?? '',
    company_registration_no: company?.company_registration_no ?? '',
    date_of_incorporation: company?.date_of_incorporation ?? '',
    vat_tax_registration: company?.vat_tax_registration ?? '',
    country_of_registration: company?.country_of_registration ?? '',
  };
}
