/** What a company is, towards banks and the law. An approval is of these: another value is another company until somebody has looked. */
const IDENTITY_FIELDS = [
  'company_name',
  'company_registration_no',
  'country_of_registration',
  'vat_tax_registration',
] as const;
export type CompanyIdentity = Readonly<Record<(typeof IDENTITY_FIELDS)[number], string>>;

const plain = (text: string) => text.trim().replaceAll(/\s+/g, ' ');

/** Spaces alone are no change; letters, cases and signs are. */
export const isSameIdentity = (one: CompanyIdentity, other: CompanyIdentity): boolean =>
  IDENTITY_FIELDS.every((field) => plain(one[field]) === plain(other[field]));
