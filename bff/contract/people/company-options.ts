// Without zod, so that screens have these lists without loading the schemas.

/** All seven kinds; each form offers its own list. */
export const BUSINESS_TYPES = [
  'sole_proprietorship',
  'partnership',
  'corporation',
  'llc',
  'non_profit',
  'cooperative',
  'other',
] as const;
type BusinessType = (typeof BUSINESS_TYPES)[number];

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

/** The twelve required fields in the order of the form, with their labels in errors. */
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
