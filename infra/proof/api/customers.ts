import { randomUUID } from 'node:crypto';
import { registerInLedger } from '#bff/identity/accounts/register-in-ledger.ts';
import { accessToken } from '#bff/identity/sessions/access-tokens.ts';
import { sql } from '#bff/kit/tables/sql.ts';
import { approvalOf } from '#core/aggregates/testing/approval.ts';
import { walletIdOf } from '#core/aggregates/wallet/wallet-id.ts';
import { CURRENCY_CODES } from '#core/kernel/money/currencies.ts';
import type { Currency } from '#core/kernel/money/money.ts';
import { PATIENCE_MS } from '#core/kernel/testing/eventually.ts';
import type { LedgerCommand } from '#core/ledger/ledger.ts';
import type { TestApi, TestDeps } from './test-app.ts';

export type TestCustomer = {
  readonly customerId: string;
  readonly email: string;
  readonly name: string;
  readonly wallets: Readonly<Record<Currency, string>>;
  /** The token of a session. */
  readonly token: string;
  readonly headers: Readonly<{ authorization: string }>;
};

/** How far an account has got; each stage includes those before it. */
export type Stage = 'registered' | 'verified' | 'company' | 'approved';
const STAGES: readonly Stage[] = ['registered', 'verified', 'company', 'approved'];

/** The ids of a customer's wallets. */
export const walletsOf = (customerId: string) =>
  Object.fromEntries(CURRENCY_CODES.map((code) => [code, walletIdOf(customerId, code)])) as Record<Currency, string>;

/** Sends commands as the system and waits until the read models show the last of them. */
export async function send(test: TestDeps<'ledger' | 'readModels'>, ...commands: LedgerCommand[]): Promise<void> {
  let position = -1n;
  for (const command of commands) {
    const result = await test.deps.ledger.execute(command, {
      commandId: randomUUID(),
      correlationId: randomUUID(),
      actor: { kind: 'system', id: 'test' },
    });
    if (result.position > position) position = result.position;
  }
  if (!(await test.deps.readModels.waitForPosition(position, PATIENCE_MS))) {
    throw new Error(`The read models did not reach position ${position}.`);
  }
}

/** A customer with both wallets and a session, at the given stage. */
export async function createCustomer(
  test: TestApi & TestDeps<'database' | 'ledger' | 'readModels'>,
  stage: Stage = 'approved',
): Promise<TestCustomer> {
  const { database } = test.deps;
  const customerId = randomUUID();
  const email = `${customerId.slice(0, 8)}@customer.example`;
  const name = `Customer ${customerId.slice(0, 8)}`;
  const reaches = (wanted: Stage) => STAGES.indexOf(stage) >= STAGES.indexOf(wanted);
  const verifiedAt = reaches('verified') ? new Date().toISOString() : null;
  await database.query(
    sql.typeAlias('void')`insert into app.account (customer_id, email, name, password_hash, email_verified_at)
      values (${customerId}, ${email}, ${name}, 'no password', ${verifiedAt}::timestamptz)`,
  );
  const position = await registerInLedger(test.deps, customerId, randomUUID());
  await test.deps.readModels.waitForPosition(position, PATIENCE_MS);
  if (reaches('verified')) await send(test, { type: 'VerifyEmail', customerId });
  if (reaches('company')) await completeCompany(test, customerId);
  if (reaches('approved')) {
    await send(test, { type: 'RequestApproval', customerId }, { type: 'ApproveCustomer', customerId, note: null });
  }
  const sessionId = randomUUID();
  await database.query(
    sql.typeAlias('void')`insert into app.session (session_id, customer_id, remember)
      values (${sessionId}, ${customerId}, false)`,
  );
  const token = accessToken.sign(test.app, new Date(Date.now() + 3_600_000), { sub: customerId, sid: sessionId });
  return {
    customerId,
    email,
    name,
    wallets: walletsOf(customerId),
    token,
    headers: { authorization: `Bearer ${token}` },
  };
}

async function completeCompany(
  test: TestDeps<'database' | 'ledger' | 'readModels'>,
  customerId: string,
): Promise<void> {
  await test.deps.database.query(
    sql.typeAlias('void')`insert into app.company (company_id, customer_id, company_name, business_type,
        full_company_address, phone_number, company_email, contact_person, contact_number, contact_email,
        company_registration_no, date_of_incorporation, vat_tax_registration, country_of_registration)
      values (${randomUUID()}, ${customerId}, 'Żółć Sp. z o.o.', 'llc', 'ul. Piotrkowska 104, 90-926 Łódź', '+48 42 000 00 00',
        'finance@customer.example', 'Ewa Żak', '+48 42 000 00 01', 'ewa@customer.example', 'KRS 0000000001',
        '2015-03-02', 'PL1234567890', 'PL')`,
  );
  await send(
    test,
    { type: 'SaveCompanyDetails', customerId, isComplete: true },
    { type: 'AddDocument', customerId, documentId: randomUUID(), sha256: 'ab'.repeat(32) },
  );
}

/** The upload of a proof. Without one a deposit takes two administrators. */
export const proofOf = (depositId: string): LedgerCommand => ({
  type: 'UploadProof',
  depositId,
  fileId: randomUUID(),
  sha256: 'ab'.repeat(32),
  contentType: 'application/pdf',
});

/** Credits a wallet by a deposit that is approved at once. Returns the deposit's id. */
export async function fund(
  test: TestDeps<'ledger' | 'readModels'>,
  customer: TestCustomer,
  currency: Currency,
  minor: bigint,
): Promise<string> {
  const depositId = randomUUID();
  const amount = { amount: minor, currency };
  await send(
    test,
    {
      type: 'RequestDeposit',
      depositId,
      number: `DEP-T${depositId.slice(0, 8)}`,
      customerId: customer.customerId,
      walletId: customer.wallets[currency],
      amount,
      note: null,
    },
    proofOf(depositId),
    { ...approvalOf(depositId, amount), note: null },
  );
  return depositId;
}
