import { z } from 'zod';
import { emailField, requiredText, websiteField } from '#bff/contract/base/form-fields.ts';
import { BUSINESS_TYPES, COMPANY_REQUIRED_FIELD_LABELS, FIRST_INCORPORATION_YEAR } from './company-options.ts';

/** The first zones have a new day so long before UTC. */
const AHEAD_OF_UTC_MS = 14 * 3_600_000;

export const BusinessType = z.enum(BUSINESS_TYPES, { error: 'Business type is required' });

const label = (field: keyof typeof COMPANY_REQUIRED_FIELD_LABELS) =>
  `${COMPANY_REQUIRED_FIELD_LABELS[field]} is required`;

export const CompanyDetailForm = z.object({
  company_name: requiredText(label('company_name')),
  business_type: BusinessType,
  full_company_address: requiredText(label('full_company_address'), 500),
  phone_number: requiredText(label('phone_number'), 50),
  company_email: emailField(label('company_email')),
  website: websiteField('Please enter a valid website'),
  contact_person: requiredText(label('contact_person')),
  contact_number: requiredText(label('contact_number'), 50),
  contact_email: emailField(label('contact_email')),
  company_registration_no: requiredText(label('company_registration_no'), 100),
  date_of_incorporation: z.iso
    .date({ error: ({ input }) => (input ? 'Please enter a valid date' : label('date_of_incorporation')) })
    .refine(
      // Today, wherever the company is.
      (date) =>
        Number(date.slice(0, 4)) >= FIRST_INCORPORATION_YEAR && Date.parse(date) <= Date.now() + AHEAD_OF_UTC_MS,
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
