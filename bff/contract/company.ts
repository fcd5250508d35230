import { z } from 'zod';
import { DateOnly, named, savedOf, Timestamp, Uuid } from './common.ts';
import { BusinessType, CompanyDetailForm } from './company-form.ts';

export const CompanyDocument = named('CompanyDocument', {
  id: Uuid,
  name: z.string(),
  url: z.string(),
  content_type: z.string(),
  size_bytes: z.int(),
  created_at: Timestamp,
  /** Since when it is no longer among the present documents. Administrators see such documents while they are stored. */
  superseded_at: Timestamp.nullable(),
});
export type CompanyDocument = z.infer<typeof CompanyDocument>;

export const Company = named('Company', {
  id: Uuid,
  company_name: z.string(),
  business_type: BusinessType,
  full_company_address: z.string(),
  phone_number: z.string(),
  company_email: z.string(),
  website: z.string().nullable(),
  contact_person: z.string(),
  contact_number: z.string(),
  contact_email: z.string(),
  company_registration_no: z.string(),
  date_of_incorporation: DateOnly,
  vat_tax_registration: z.string(),
  country_of_registration: z.string(),
  documents: z.array(CompanyDocument),
  updated_at: Timestamp,
});
export type Company = z.infer<typeof Company>;

export const CompanySaved = savedOf(Company);
export const DocumentSaved = savedOf(CompanyDocument);

/** `updated_at` is that of the company as it was shown, null where none was shown: a later change by somebody else is not overwritten. */
export const CompanyDetailBody = CompanyDetailForm.extend({ updated_at: Timestamp.nullish() });
export type CompanyDetailBody = z.infer<typeof CompanyDetailBody>;

/** The details that an approval covers. */
export const CompanyIdentity = Company.pick({
  company_name: true,
  company_registration_no: true,
  country_of_registration: true,
  vat_tax_registration: true,
}).extend({ changed_at: Timestamp });
