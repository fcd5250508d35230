import type { BffDeps } from '#bff/kit/deps.ts';
import type { FileStore, StoredFile } from '#bff/kit/ports/file-store.ts';
import type { Queryable } from '#bff/kit/tables/sql.ts';
import { type Values, writesOf } from '#bff/kit/tables/table.ts';
import { documents } from '#bff/people/company/company-store.ts';
import type { Actor, SealedText } from '#core/kernel/log/event.ts';
import { formatMoney, type Money } from '#core/kernel/money/money.ts';
import { SIGN_INS } from '#infra/adapters/config/sign-ins.ts';
import { describePerson } from './people.ts';
import { drawPaper } from './pictures.ts';
import type { PlannedCustomer } from './planned.ts';
import { seedId } from './random.ts';

const LAST_CHARACTERS = 4;

export type Records = ReturnType<typeof createRecords>;

/** What people create besides the ledger: rows and files. Writing one again changes nothing. */
export function createRecords(deps: Deps) {
  const { database, files, notes, crypto } = deps;
  return {
    seal: ({ customerId }: PlannedCustomer, text: string): Promise<SealedText> => notes.encrypt(customerId, text),

    async saveAdministrator(who: 'administrator' | 'secondAdministrator', passwordHash: string): Promise<Actor> {
      const { email, name, roles } = SIGN_INS[who];
      const id = seedId(who);
      await writesOf('administrator').add(database, { administratorId: id, email, name, roles, passwordHash });
      return { kind: 'administrator', id };
    },

    /** With the password of the demo customer. False when it exists already. */
    saveAccount(customer: PlannedCustomer, passwordHash: string): Promise<boolean> {
      const { customerId, registeredAt } = customer;
      const { email, name } = describePerson(customer);
      return addAt(registeredAt, database, 'account', { customerId, email, name, passwordHash });
    },

    async markVerified({ customerId }: PlannedCustomer, at: Date): Promise<void> {
      await writesOf('account').update(database, { customerId }, { emailVerifiedAt: at });
    },

    saveCompany: (customer: PlannedCustomer, at: Date) => saveCompany(deps, customer, at),

    /** Sealed in the same way as by the API. */
    async saveBanking(customer: PlannedCustomer, at: Date): Promise<void> {
      const { customerId } = customer;
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
      await addAt(at, database, 'banking_detail', {
        bankingDetailId: seedId(`banking:${customerId}`),
        customerId,
        sealed: crypto.seal('bankingDetail', customerId, JSON.stringify(details)),
        accountLastFour: bank.accountNumber.slice(-LAST_CHARACTERS),
      });
    },

    async saveBankSnapshot(customer: PlannedCustomer, withdrawalId: string, at: Date): Promise<string> {
      const { customerId } = customer;
      const id = seedId(`bank-snapshot:${withdrawalId}`);
      const detailsSealed = await notes.encrypt(customerId, JSON.stringify(describePerson(customer).bank));
      await writesOf('bank_snapshot').add(database, { id, customerId, detailsSealed, createdAt: at });
      return id;
    },

    saveProof(customer: PlannedCustomer, number: string, amount: Money): Promise<StoredFile> {
      const { company, bank } = describePerson(customer);
      const paper = drawPaper('Transfer confirmation', bank.bankName, [
        ['Sender', company],
        ['Account', bank.accountNumber],
        ['Beneficiary', 'Giftledger'],
        ['Amount', formatMoney(amount)],
        ['Reference', number],
        ['State', 'Executed'],
      ]);
      return savePaper(files, customer, paper);
    },
  };
}

type Deps = Pick<BffDeps, 'database' | 'files' | 'notes' | 'crypto'>;

/** A row that was written at that time. */
const addAt = (at: Date, database: Queryable, table: string, row: Values): Promise<boolean> =>
  writesOf(table).add(database, { ...row, createdAt: at, updatedAt: at });

const savePaper = (files: FileStore, { customerId }: PlannedCustomer, paper: Buffer): Promise<StoredFile> =>
  files.keep(paper, { contentType: 'application/pdf', owner: customerId });

async function saveCompany(
  { database, files }: Deps,
  customer: PlannedCustomer,
  at: Date,
): Promise<{ documentId: string; sha256: string }> {
  const { customerId } = customer;
  const person = describePerson(customer);
  await addAt(at, database, 'company', {
    companyId: seedId(`company:${customerId}`),
    customerId,
    companyName: person.company,
    businessType: person.businessType,
    fullCompanyAddress: person.address,
    phoneNumber: person.phone,
    companyEmail: `office@${person.domain}`,
    website: `https://www.${person.domain}`,
    contactPerson: person.name,
    contactNumber: person.phone,
    contactEmail: person.email,
    companyRegistrationNo: person.registration,
    dateOfIncorporation: person.incorporated,
    vatTaxRegistration: person.vat,
    countryOfRegistration: person.country,
  });
  const documentId = seedId(`document:${customerId}`);
  const known = await documents.find(database, { documentId });
  if (known) return { documentId, sha256: known.sha256 };
  const paper = drawPaper('Extract from the company register', 'Register of companies', [
    ['Company', person.company],
    ['Registration', person.registration],
    ['Incorporated', person.incorporated],
    ['Seat', person.address],
    ['Represented by', person.name],
  ]);
  const { id: fileId, contentType, sizeBytes, sha256 } = await savePaper(files, customer, paper);
  const document = { documentId, customerId, fileId, name: 'register-extract.pdf', contentType, sizeBytes, sha256 };
  await documents.add(database, { ...document, createdAt: at });
  return { documentId, sha256 };
}
