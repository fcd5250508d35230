import { z } from 'zod';
import { emailField, requiredText } from './form-fields.ts';

/** All seven kinds; each form offers its own list. */
export const BusinessType = z.enum(
  ['sole_proprietorship', 'partnership', 'corporation', 'llc', 'non_profit', 'cooperative', 'other'],
  { error: 'Business type is required' },
);
export type BusinessType = z.infer<typeof BusinessType>;

export const BUSINESS_TYPE_LABELS: Record<BusinessType, string> = {
  sole_proprietorship: 'Sole Proprietorship',
  partnership: 'Partnership',
  llc: 'Limited Liability Company (LLC)',
  corporation: 'Corporation',
  non_profit: 'Non-profit Organization',
  cooperative: 'Cooperative',
  other: 'Other',
};
export const STORE_BUSINESS_TYPES: readonly BusinessType[] = [
  'sole_proprietorship',
  'partnership',
  'corporation',
  'llc',
  'other',
];
export const ADMIN_BUSINESS_TYPES: readonly BusinessType[] = [
  'sole_proprietorship',
  'partnership',
  'llc',
  'corporation',
  'non_profit',
  'cooperative',
  'other',
];

export const FIRST_INCORPORATION_YEAR = 1900;

/** The twelve required fields in the order of the form, with the labels an error lists them by. */
export const COMPANY_REQUIRED_FIELD_LABELS = {
  company_name: 'Company Name',
  business_type: 'Business Type',
  full_company_address: 'Full Company Address',
  phone_number: 'Phone Number',
  company_email: 'Company Email',
  contact_person: 'Contact Person',
  contact_number: 'Contact Number',
  contact_email: 'Contact Email',
  company_registration_no: 'Company Registration No',
  date_of_incorporation: 'Date of Incorporation',
  vat_tax_registration: 'VAT/Tax Registration',
  country_of_registration: 'Country of Registration',
} as const;

const label = (field: keyof typeof COMPANY_REQUIRED_FIELD_LABELS) =>
  `${COMPANY_REQUIRED_FIELD_LABELS[field]} is required`;

/** A website is optional; one without a scheme gets https:// in front. */
const website = z
  .string()
  .trim()
  .max(500)
  .nullish()
  .transform((text) => {
    if (text === undefined || text === null || text === '') return null;
    return /^https?:\/\//i.test(text) ? text : `https://${text}`;
  })
  .refine((text) => text === null || URL.canParse(text), 'Please enter a valid website');

export const CompanyDetailForm = z.object({
  company_name: requiredText(label('company_name')),
  business_type: BusinessType,
  full_company_address: requiredText(label('full_company_address'), 500),
  phone_number: requiredText(label('phone_number'), 50),
  company_email: emailField(label('company_email')),
  website,
  contact_person: requiredText(label('contact_person')),
  contact_number: requiredText(label('contact_number'), 50),
  contact_email: emailField(label('contact_email')),
  company_registration_no: requiredText(label('company_registration_no'), 100),
  date_of_incorporation: z
    .string({ error: label('date_of_incorporation') })
    .min(1, label('date_of_incorporation'))
    .regex(/^\d{4}-\d{2}-\d{2}$/, 'Please enter a valid date')
    .refine((date) => !Number.isNaN(Date.parse(date)), 'Please enter a valid date')
    .refine(
      (date) => Number(date.slice(0, 4)) >= FIRST_INCORPORATION_YEAR && Date.parse(date) <= Date.now(),
      `The date must be between ${FIRST_INCORPORATION_YEAR} and today`,
    ),
  vat_tax_registration: requiredText(label('vat_tax_registration'), 100),
  /** ISO 3166 alpha-2, from the country picker. */
  country_of_registration: z
    .string({ error: label('country_of_registration') })
    .trim()
    .min(1, label('country_of_registration'))
    .regex(/^[A-Z]{2}$/, 'Please choose a country'),
});
export type CompanyDetailForm = z.infer<typeof CompanyDetailForm>;
