import { en, Faker } from '@faker-js/faker';
import { SIGN_INS } from '#infra/adapters/config/sign-ins.ts';
import type { PlannedCustomer } from './planned.ts';

const COUNTRIES = ['DE', 'FR', 'NL', 'ES', 'IT', 'AT', 'BE', 'IE', 'FI', 'US', 'GB'];
const BUSINESS_TYPES = ['corporation', 'llc', 'partnership', 'sole_proprietorship'];

const described = new WeakMap<PlannedCustomer, ReturnType<typeof makeUp>>();

/** The same at every seeding. */
export function describePerson(customer: PlannedCustomer) {
  const person = described.get(customer) ?? makeUp(customer);
  described.set(customer, person);
  return person;
}

function makeUp(customer: PlannedCustomer) {
  const faker = new Faker({ locale: [en] });
  faker.seed(customer.number * 7_919 + 17);
  const first = faker.person.firstName();
  const last = faker.person.lastName();
  const company = faker.company.name();
  const domain = `${company
    .toLowerCase()
    .replace(/[^a-z]+/g, '-')
    .replace(/^-|-$/g, '')}.example`;
  const base = {
    name: `${first} ${last}`,
    email: `${first}.${last}.${customer.number}@${domain}`.toLowerCase().replace(/[^a-z0-9.@-]/g, ''),
  };
  return {
    ...(customer.isDemo ? { name: SIGN_INS.customer.name, email: SIGN_INS.customer.email } : base),
    company: customer.isDemo ? 'Lindqvist Rewards AB' : company,
    businessType: faker.helpers.arrayElement(BUSINESS_TYPES),
    address: `${faker.location.streetAddress()}, ${faker.location.zipCode()} ${faker.location.city()}`,
    phone: `+49 ${faker.string.numeric(3)} ${faker.string.numeric(7)}`,
    domain,
    registration: `HRB ${faker.string.numeric(6)}`,
    incorporated: faker.date.between({ from: '1995-01-01', to: '2022-12-31' }).toISOString().slice(0, 10),
    vat: `DE${faker.string.numeric(9)}`,
    country: faker.helpers.arrayElement(COUNTRIES),
    bank: {
      bankName: faker.helpers.arrayElement(['Northwind Bank', 'Harbour Trust', 'Alpine Credit', 'Meridian Savings']),
      accountName: company,
      accountNumber: germanIban(faker.string.numeric(18)),
      swiftCode: `${faker.string.alpha({ length: 4, casing: 'upper' })}DEFF`,
      additionalInfo: null,
    },
  };
}

/** With its check digits, so that a payout to it can be put into a file for the bank. */
function germanIban(account: string): string {
  const check = 98n - (BigInt(`${account}131400`) % 97n);
  return `DE${check.toString().padStart(2, '0')}${account}`;
}
