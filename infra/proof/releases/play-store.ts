import { randomUUID } from 'node:crypto';
import { AdminSettings } from '#bff/contract/office/admin-settings.ts';
import { issueInvoices } from '#bff/papers/invoices/issue-invoices.ts';
import { ALONE } from '#core/aggregates/testing/approval.ts';
import { loadConfig } from '#infra/adapters/config/config.ts';
import { writtenKeys } from '#infra/adapters/config/keys.ts';
import { followToEnd } from '#infra/backup/testing/drill.ts';
import { seed } from '#infra/seed/seed.ts';
import { createAdministrator, type TestAdministrator } from '../api/administrators.ts';
import { createBankDesk } from '../api/bank-desk.ts';
import { createProduct } from '../api/catalogue.ts';
import { closeMonth } from '../api/close-month.ts';
import { createCustomer, fund, send } from '../api/customers.ts';
import { createPerson } from '../api/person.ts';
import { buy, createShopper } from '../api/shopping.ts';
import { assertStatus, startTestApp, type TestApp } from '../api/test-app.ts';
import { FIXTURE_KEYS } from './keys.ts';

/** So few that the fixture stays small; each stage and outcome of the demonstration is among them. */
const SEEDED = { customers: 12, orders: 30 };
const STOCK_EACH = 4;

const SETTINGS = { waits: { newPayeeHours: 0 }, orders: { partialDelivery: true } };

type Place = Pick<TestApp, 'databaseUrl' | 'eventstoreUrl' | 'filesDir'>;

/** A small store in which about everything has happened once: a year of the demonstration, then a day by the API. */
export async function playStore(place: Place): Promise<void> {
  const { dataKeys, eventMacs } = FIXTURE_KEYS;
  const config = loadConfig(
    {
      DATABASE_URL: place.databaseUrl,
      EVENTSTORE_URL: place.eventstoreUrl,
      FILES_DIR: place.filesDir,
      DATA_ENCRYPTION_KEYS: writtenKeys(dataKeys),
      EVENT_MAC_KEYS: writtenKeys(eventMacs),
    },
    'tools',
  );
  await seed(config, SEEDED, { firstOnly: true, stockEach: STOCK_EACH });
  const test = await startTestApp({ dataKeys, eventMacs, on: place, hasSettings: false, settings: SETTINGS });
  try {
    await playDay(test);
    await followToEnd(place);
  } finally {
    await test.stop();
  }
}

async function playDay(test: TestApp): Promise<void> {
  const owner = await createAdministrator(test);
  await createPerson(test, owner);
  await playBank(test);
  await playOrders(test);
  await playCustomer(test);
  await changeAccounts(owner, await createAdministrator(test));
  await playRates(test, owner);
  const month = new Date(test.deps.clock().getTime() - 100 * 86_400_000).toISOString().slice(0, 'YYYY-MM'.length);
  assertStatus(await closeMonth(owner, month), 200);
  const reopened = { reason: 'A statement came late' };
  assertStatus(await owner.send('POST', `/api/admin/ledger/periods/${month}/reopen`, reopened), 200);
  assertStatus(await closeMonth(owner, month), 200);
}

/** An order that was priced at another rate than that of the day on which it is paid. */
async function playRates(test: TestApp, owner: TestAdministrator): Promise<void> {
  const customer = await createCustomer(test);
  const { variantId } = await createProduct(test, { currency: 'USD', priceMinor: 2_000n, codes: 1 });
  await buy(test, customer, { walletId: customer.wallets.EUR, variantId });
  const today = test.deps.clock().toISOString().slice(0, 'YYYY-MM-DD'.length);
  assertStatus(await owner.send('POST', '/api/admin/rates', { currency: 'EUR', rate: '1.12', from: today }), 201);
  await fund(test, customer, 'EUR', 10_000n);
}

/** A deposit from the bank's line, money of an unknown owner, lines that pay several deposits, and charges that two administrators book or reject. */
async function playBank(test: TestApp): Promise<void> {
  const desk = await createBankDesk(test);
  const approver = await createAdministrator(test, 'approver');
  const imported = await desk.importFile(
    desk.csv(
      `${desk.today()},250.00,EUR,no reference,Somebody,,F1`,
      `${desk.today()},-12.00,EUR,,Account fee,,F2`,
      `${desk.today()},70.00,EUR,two deposits,Ada Byron,,F3`,
      `${desk.today()},60.00,EUR,two deposits,Ada Byron,,F4`,
      `${desk.today()},15.00,EUR,no reference,Somebody,,F5`,
      `${desk.today()},-13.00,EUR,,Account fee,,F6`,
    ),
  );
  assertStatus(imported, 201);
  const { data: lines } = await desk.linesOf(imported.json().data[0].id);
  const lineOf = (minor: string): string =>
    lines.find(({ amount }: { amount: { amount: string } }) => amount.amount === minor).id;
  const hold = { value_date: desk.today() };
  assertStatus(await desk.admin.send('POST', `/api/admin/bank-lines/${lineOf('25000')}/hold`, hold), 200);
  const charge = async (line: string): Promise<string> => {
    const what = { kind: 'bank-charge', bank_line_id: line, reason: 'Account fee' };
    const proposed = await desk.admin.send('POST', '/api/admin/corrections', what);
    assertStatus(proposed, 201);
    return proposed.json().data.id;
  };
  const confirm = `/api/admin/corrections/${await charge(lineOf('-1200'))}/confirm`;
  assertStatus(await approver.send('POST', confirm, {}), 200);
  const correctionId = await charge(lineOf('-1300'));
  await send(test, { type: 'RejectCorrection', correctionId, by: approver.administratorId });
  await playSplits(test, desk, lineOf);
}

/** A line that two administrators split, after one took it back; one of whose deposits one was rejected; and one that went back to its sender. */
async function playSplits(
  test: TestApp,
  desk: Awaited<ReturnType<typeof createBankDesk>>,
  lineOf: (minor: string) => string,
): Promise<void> {
  const eur = (amount: bigint) => ({ amount, currency: 'EUR' }) as const;
  const part = async (number: string, minor: bigint) => {
    const document = { kind: 'deposit', id: await desk.deposit(number, minor), number } as const;
    return { document, amount: eur(minor), fee: eur(0n), note: null };
  };
  const [one, two] = [randomUUID(), randomUUID()];
  const receivedOn = desk.today();
  const whole = {
    type: 'SplitBankLine' as const,
    lineId: lineOf('7000'),
    amount: eur(7_000n),
    receivedOn,
    takesTwo: true,
    parts: [await part('DEP-900001', 4_000n), await part('DEP-900002', 3_000n)],
  };
  await send(
    test,
    { ...whole, by: { id: one, aloneUpTo: 0n } },
    { type: 'RejectBankLineSplit', lineId: whole.lineId, by: two },
    { ...whole, by: { id: one, aloneUpTo: 0n } },
    { ...whole, by: { id: two, aloneUpTo: 0n } },
  );
  const [kept, rejected] = [await part('DEP-900003', 2_000n), await part('DEP-900004', 4_000n)];
  const note = await test.deps.notes.encrypt(desk.customer.customerId, 'Sent by mistake');
  const back = { lineId: lineOf('1500'), amount: eur(1_500n), receivedOn };
  await send(
    test,
    { type: 'RejectDeposit', depositId: rejected.document.id, note },
    {
      type: 'SplitBankLine',
      lineId: lineOf('6000'),
      amount: eur(6_000n),
      receivedOn,
      takesTwo: false,
      parts: [kept, rejected],
      by: { id: one, aloneUpTo: null },
    },
    { type: 'HoldBankLine', ...back, by: one },
    {
      type: 'ReturnBankLine',
      lineId: back.lineId,
      by: { id: two },
      statement: { importedBy: desk.admin.administratorId, isProven: true },
    },
  );
}

/** Orders with invoices, one delivered in part whose rest is given back, one refunded, one that waits for stock, a withdrawal that is not paid, and a cart. */
async function playOrders(test: TestApp): Promise<void> {
  const shopper = await createShopper(test, { codes: 3, priceMinor: 1_000n, funds: 100_000n, inCart: 1 });
  assertStatus(await shopper.click(), 201);
  await shopper.add(5);
  const inPart = await shopper.click({ allow_partial: true });
  assertStatus(inPart, 201);
  assertStatus(await shopper.post(`/api/orders/${inPart.json().order.id}/release`, { amount: '30.00' }), 200);
  await shopper.add(2);
  const unwanted = await shopper.click();
  assertStatus(unwanted, 201);
  const cancelled = { orderId: unwanted.json().order.id, reason: 'administrator', note: null } as const;
  await send(test, { type: 'CancelOrder', ...cancelled });
  await shopper.add(2);
  assertStatus(await shopper.click(), 201);
  await shopper.add(1);
  const withdrawalId = randomUUID();
  await send(
    test,
    {
      type: 'RequestWithdrawal',
      withdrawalId,
      number: 'WDR-900001',
      customerId: shopper.customerId,
      walletId: shopper.walletId,
      amount: { amount: 1_000n, currency: 'EUR' },
      requestedBy: 'customer',
      bankSnapshotId: null,
      userNote: null,
      adminNote: null,
    },
    { type: 'RejectWithdrawal', withdrawalId, adminNote: null, userNote: null },
  );
  await issueInvoices(test.deps, { load: async () => null, save: async () => undefined });
}

/** What a customer's account goes through beside trade, and what was refused to it. */
async function playCustomer(test: TestApp): Promise<void> {
  const { customerId, wallets } = await createCustomer(test);
  const walletId = wallets.EUR;
  const [factorId, keyId, productId, withdrawalId] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  const amount = { amount: 1_000n, currency: 'EUR' } as const;
  const asks = { id: randomUUID(), aloneUpTo: 0n };
  await send(
    test,
    { type: 'ChangeEmail', customerId },
    { type: 'ChangePassword', customerId },
    { type: 'EnableMfa', customerId, factorId },
    { type: 'DisableMfa', customerId, factorId },
    { type: 'IssueApiKey', customerId, keyId, abilities: ['wallets:read'] },
    { type: 'RevokeApiKey', customerId, keyId },
    { type: 'SetDiscount', customerId, productId, basisPoints: 100, by: ALONE },
    { type: 'SetDiscount', customerId, productId, basisPoints: 200, by: asks },
    { type: 'RejectDiscount', customerId, productId },
    { type: 'SetCreditLimit', walletId, limit: amount, by: ALONE },
    { type: 'SetCreditLimit', walletId, limit: { ...amount, amount: 2_000n }, by: asks },
    { type: 'RejectCreditLimit', walletId },
    {
      type: 'RequestWithdrawal',
      withdrawalId,
      number: 'WDR-900002',
      customerId,
      walletId,
      amount,
      requestedBy: 'customer',
      bankSnapshotId: null,
      userNote: null,
      adminNote: null,
    },
    { type: 'SaveCompanyDetails', customerId, isComplete: true, changesIdentity: true },
    { type: 'RevokeApproval', customerId, note: null },
  );
  const leaving = await createCustomer(test, 'registered');
  await send(test, { type: 'EraseCustomer', customerId: leaving.customerId });
}

/** A change of the accounts that was withdrawn, and one that a second owner confirmed and that waits for its day. */
async function changeAccounts(owner: TestAdministrator, second: TestAdministrator): Promise<void> {
  const { accounts } = AdminSettings.parse((await owner.get('/api/admin/settings')).json().data);
  const [first, ...others] = accounts.value?.accounts ?? [];
  const changed = { accounts: [{ ...first, bank: 'Another bank' }, ...others], why: 'A new bank' };
  const body = { ...changed, expect_version: accounts.version };
  for (const [who, step] of [
    [owner, 'withdraw'],
    [second, 'confirm'],
  ] as const) {
    assertStatus(await owner.send('PUT', '/api/admin/settings/accounts', body), 200);
    const { data } = (await owner.get('/api/admin/settings')).json();
    assertStatus(await who.send('POST', `/api/admin/settings/changes/${data.accounts.waiting.id}/${step}`, {}), 200);
  }
}
