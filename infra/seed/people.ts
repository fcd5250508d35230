import { Readable } from 'node:stream';
import { en, Faker } from '@faker-js/faker';
import type pg from 'pg';
import type { FileStore } from '#bff/ports/file-store.ts';
import type { Money } from '#core/kernel/money.ts';
import { formatMoney } from '#core/kernel/money.ts';
import { drawPaper } from './pictures.ts';
import type { PlannedCustomer } from './planned.ts';
import { seedId } from './random.ts';
import { SIGN_INS } from './sign-ins.ts';

const MAX_PAPER_BYTES = 1_000_000;
const COUNTRIES = ['DE', 'FR', 'NL', 'ES', 'IT', 'AT', 'BE', 'IE', 'FI', 'US', 'GB'];
const BUSINESS_TYPES = ['corporation', 'llc', 'partnership', 'sole_proprietorship'];

/** The person and company behind a planned customer: the same at every seeding. */
export function describePerson(customer: PlannedCustomer) {
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
      accountNumber: `DE${faker.string.numeric(20)}`,
      swiftCode: `${faker.string.alpha({ length: 4, casing: 'upper' })}DEFF`,
      additionalInfo: null,
    },
  };
}

/** Accounts with the password of the demo customer. Repeating it changes nothing. */
export async function saveAccount(pool: pg.Pool, customer: PlannedCustomer, passwordHash: string): Promise<void> {
  const person = describePerson(customer);
  await pool.query(
    `insert into app.account (customer_id, email, name, password_hash, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $5) on conflict do nothing`,
    [customer.customerId, person.email, person.name, passwordHash, customer.registeredAt],
  );
}

export async function saveAdministrator(pool: pg.Pool, passwordHash: string): Promise<string> {
  const id = seedId('administrator');
  await pool.query(
    `insert into app.administrator (administrator_id, email, name, password_hash) values ($1, $2, $3, $4) on conflict do nothing`,
    [id, SIGN_INS.administrator.email, SIGN_INS.administrator.name, passwordHash],
  );
  return id;
}

export async function saveCompany(
  pool: pg.Pool,
  files: FileStore,
  customer: PlannedCustomer,
  at: Date,
): Promise<{ documentId: string; sha256: string }> {
  const person = describePerson(customer);
  await pool.query(
    `insert into app.company (company_id, customer_id, company_name, business_type, full_company_address, phone_number, company_email,
       website, contact_person, contact_number, contact_email, company_registration_no, date_of_incorporation, vat_tax_registration,
       country_of_registration, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $6, $10, $11, $12, $13, $14, $15, $15) on conflict do nothing`,
    [
      seedId(`company:${customer.customerId}`),
      customer.customerId,
      person.company,
      person.businessType,
      person.address,
      person.phone,
      `office@${person.domain}`,
      `https://www.${person.domain}`,
      person.name,
      person.email,
      person.registration,
      person.incorporated,
      person.vat,
      person.country,
      at,
    ],
  );
  const documentId = seedId(`document:${customer.customerId}`);
  const known = await pool.query<{ sha256: string }>('select sha256 from app.company_document where document_id = $1', [
    documentId,
  ]);
  const before = known.rows[0];
  if (before) return { documentId, sha256: before.sha256 };
  const paper = await drawPaper('Extract from the company register', 'Register of companies', [
    ['Company', person.company],
    ['Registration', person.registration],
    ['Incorporated', person.incorporated],
    ['Seat', person.address],
    ['Represented by', person.name],
  ]);
  const file = await files.save(Readable.from([paper]), {
    maxBytes: MAX_PAPER_BYTES,
    allowedTypes: ['application/pdf'],
  });
  await pool.query(
    `insert into app.company_document (document_id, customer_id, file_id, name, content_type, size_bytes, sha256, created_at)
     values ($1, $2, $3, 'register-extract.pdf', $4, $5, $6, $7) on conflict do nothing`,
    [documentId, customer.customerId, file.id, file.contentType, file.sizeBytes, file.sha256, at],
  );
  return { documentId, sha256: file.sha256 };
}

export async function saveProof(
  files: FileStore,
  customer: PlannedCustomer,
  number: string,
  amount: Money,
): Promise<{ fileId: string; sha256: string; contentType: string }> {
  const person = describePerson(customer);
  const paper = await drawPaper('Transfer confirmation', person.bank.bankName, [
    ['Sender', person.company],
    ['Account', person.bank.accountNumber],
    ['Beneficiary', 'Giftledger'],
    ['Amount', `${amount.currency} ${formatMoney(amount)}`],
    ['Reference', number],
    ['State', 'Executed'],
  ]);
  const file = await files.save(Readable.from([paper]), {
    maxBytes: MAX_PAPER_BYTES,
    allowedTypes: ['application/pdf'],
  });
  return { fileId: file.id, sha256: file.sha256, contentType: file.contentType };
}
