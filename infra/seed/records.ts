import type pg from 'pg';
import type { NoteCipher } from '#bff/kit/ports/crypto.ts';
import type { FileStore, StoredFile } from '#bff/kit/ports/file-store.ts';
import type { Actor, SealedText } from '#core/kernel/log/event.ts';
import { formatMoney, type Money } from '#core/kernel/money/money.ts';
import { SIGN_INS } from '#infra/adapters/config/sign-ins.ts';
import { type KeyRing, seal } from '#infra/adapters/crypto/seal.ts';
import { describePerson } from './people.ts';
import { drawPaper } from './pictures.ts';
import type { PlannedCustomer } from './planned.ts';
import { seedId } from './random.ts';

const LAST_CHARACTERS = 4;

export type Records = ReturnType<typeof createRecords>;

/** What people create besides the ledger: rows and files. Writing one again changes nothing. */
export function createRecords({ pool, files, notes, keys }: RecordsDeps) {
  return {
    seal: (customer: PlannedCustomer, text: string): Promise<SealedText> => notes.encrypt(customer.customerId, text),

    saveAdministrator: (who: Administrator, passwordHash: string) => saveAdministrator(pool, who, passwordHash),

    /** With the password of the demo customer. False when it exists already. */
    async saveAccount(customer: PlannedCustomer, passwordHash: string): Promise<boolean> {
      const person = describePerson(customer);
      const { rowCount } = await pool.query(
        `insert into app.account (customer_id, email, name, password_hash, created_at, updated_at)
         values ($1, $2, $3, $4, $5, $5) on conflict do nothing`,
        [customer.customerId, person.email, person.name, passwordHash, customer.registeredAt],
      );
      return rowCount === 1;
    },

    async markVerified({ customerId }: PlannedCustomer, at: Date): Promise<void> {
      await pool.query('update app.account set email_verified_at = $2 where customer_id = $1', [customerId, at]);
    },

    saveCompany: (customer: PlannedCustomer, at: Date) => saveCompany(pool, files, customer, at),

    /** Sealed in the same way as by the API. */
    async saveBanking(customer: PlannedCustomer, at: Date): Promise<void> {
      const { bank } = describePerson(customer);
      const details = {
        bank_name: bank.bankName,
        full_bank_address: '12 Exchange Square, 60311 Frankfurt am Main',
        account_beneficiary_name: bank.accountName,
        currency: 'EUR',
        account_iban: bank.accountNumber,
        bic_swift: bank.swiftCode,
        aba_wire_routing_no: null,
        ach_routing_no: null,
      };
      await pool.query(
        `insert into app.banking_detail (banking_detail_id, customer_id, sealed, account_last_four, created_at, updated_at)
         values ($1, $2, $3, $4, $5, $5) on conflict do nothing`,
        [
          seedId(`banking:${customer.customerId}`),
          customer.customerId,
          seal(keys, JSON.stringify(details), `banking-detail:${customer.customerId}`),
          details.account_iban.slice(-LAST_CHARACTERS),
          at,
        ],
      );
    },

    async saveBankSnapshot(customer: PlannedCustomer, withdrawalId: string, at: Date): Promise<string> {
      const id = seedId(`bank-snapshot:${withdrawalId}`);
      const details = await notes.encrypt(customer.customerId, JSON.stringify(describePerson(customer).bank));
      await pool.query(
        `insert into app.bank_snapshot (id, customer_id, details_sealed, created_at) values ($1, $2, $3, $4) on conflict do nothing`,
        [id, customer.customerId, details, at],
      );
      return id;
    },

    saveProof(customer: PlannedCustomer, number: string, amount: Money): Promise<StoredFile> {
      const person = describePerson(customer);
      return savePaper(
        files,
        customer,
        drawPaper('Transfer confirmation', person.bank.bankName, [
          ['Sender', person.company],
          ['Account', person.bank.accountNumber],
          ['Beneficiary', 'Giftledger'],
          ['Amount', formatMoney(amount)],
          ['Reference', number],
          ['State', 'Executed'],
        ]),
      );
    },
  };
}

type RecordsDeps = {
  readonly pool: pg.Pool;
  readonly files: FileStore;
  readonly notes: NoteCipher;
  readonly keys: KeyRing;
};

type Administrator = 'administrator' | 'secondAdministrator';
async function saveAdministrator(pool: pg.Pool, who: Administrator, passwordHash: string): Promise<Actor> {
  const id = seedId(who);
  const { email, name, roles } = SIGN_INS[who];
  await pool.query(
    `insert into app.administrator (administrator_id, email, name, roles, password_hash) values ($1, $2, $3, $4, $5) on conflict do nothing`,
    [id, email, name, [...roles], passwordHash],
  );
  return { kind: 'administrator', id };
}

async function saveCompany(
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
  const paper = drawPaper('Extract from the company register', 'Register of companies', [
    ['Company', person.company],
    ['Registration', person.registration],
    ['Incorporated', person.incorporated],
    ['Seat', person.address],
    ['Represented by', person.name],
  ]);
  const file = await savePaper(files, customer, paper);
  await pool.query(
    `insert into app.company_document (document_id, customer_id, file_id, name, content_type, size_bytes, sha256, created_at)
     values ($1, $2, $3, 'register-extract.pdf', $4, $5, $6, $7) on conflict do nothing`,
    [documentId, customer.customerId, file.id, file.contentType, file.sizeBytes, file.sha256, at],
  );
  return { documentId, sha256: file.sha256 };
}

const savePaper = (files: FileStore, { customerId }: PlannedCustomer, paper: Buffer): Promise<StoredFile> =>
  files.keep(paper, { contentType: 'application/pdf', owner: customerId });
