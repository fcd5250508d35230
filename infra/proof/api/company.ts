/** A company's details as its form sends them. */
export const COMPANY = {
  company_name: 'Żółć Sp. z o.o.',
  business_type: 'llc',
  full_company_address: 'ul. Piotrkowska 104, Łódź',
  phone_number: '+48 42 000 00 00',
  company_email: 'finance@company.example',
  website: 'company.example',
  contact_person: 'Ewa Żak',
  contact_number: '+48 42 000 00 01',
  contact_email: 'ewa@company.example',
  company_registration_no: 'KRS 1',
  date_of_incorporation: '2015-03-02',
  vat_tax_registration: 'PL1',
  country_of_registration: 'PL',
};
