import { z } from 'zod';
import { DateOnly, dataOf, MessageAnswer, named, savedOf, Timestamp, Uuid } from '#bff/contract/base/common.ts';
import { ANY_FILE, oneFile, routesFor } from '#bff/contract/base/route.ts';
import { DOCUMENT_RULES } from '#bff/contract/base/upload-rules.ts';
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

const signedIn = routesFor({ auth: 'customer-any-state', tag: 'Account' });

export const companyRoutes = {
  getCompanyDetail: signedIn.get(
    '/user/company-detail',
    'Company details; 404 before they are saved.',
    dataOf(Company),
  ),
  // A change stops the payouts of an approved company.
  createCompanyDetail: signedIn.post(
    '/user/company-detail',
    'Save the company details for the first time.',
    CompanySaved,
    { step_up: true, body: CompanyDetailBody, status: 201 },
  ),
  updateCompanyDetail: signedIn.put('/user/company-detail', 'Change the company details.', CompanySaved, {
    step_up: true,
    body: CompanyDetailBody,
  }),
  submitCompanyDetail: signedIn.post(
    '/user/company-detail/submit',
    'Finish: ask for approval. Needs complete details and at least one document.',
    MessageAnswer,
  ),
  addCompanyDocument: signedIn.post(
    '/user/company-detail/documents',
    'Upload a company document (PDF, JPEG, PNG, DOC, DOCX; 15 MB).',
    DocumentSaved,
    { multipart: oneFile('document', DOCUMENT_RULES.maxBytes), status: 201 },
  ),
  openCompanyDocument: signedIn.file(
    '/user/company-detail/documents/:id',
    'Download a document of one’s own.',
    ANY_FILE,
  ),
  removeCompanyDocument: signedIn.delete('/user/company-detail/documents/:id', 'Delete a document.', MessageAnswer),
};
