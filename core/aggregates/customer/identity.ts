/**
 * The identity of a company for banks and the law. An approval covers these fields: with another value it is another
 * company until somebody has checked it.
 */
const IDENTITY_FIELDS = [
  'company_name',
  'company_registration_no',
  'country_of_registration',
  'vat_tax_registration',
] as const;
export type CompanyIdentity = Readonly<Record<(typeof IDENTITY_FIELDS)[number], string>>;

const plain = (text: string) => text.trim().replaceAll(/\s+/g, ' ');

/** Spaces alone are no change; letters, case and signs are. */
export const isSameIdentity = (one: CompanyIdentity, other: CompanyIdentity): boolean =>
  IDENTITY_FIELDS.every((field) => plain(one[field]) === plain(other[field]));
