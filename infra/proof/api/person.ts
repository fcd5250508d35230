import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { SignedIn } from '#bff/contract/identity/auth.ts';
import { walletIdOf } from '#core/aggregates/wallet/wallet-id.ts';
import { formOf, type TestAdministrator } from '#infra/proof/api/administrators.ts';
import { createProduct } from '#infra/proof/api/catalogue.ts';
import { createSignUps, PASSWORD } from '#infra/proof/api/sign-ups.ts';
import { assertStatus, type TestApp } from '#infra/proof/api/test-app.ts';
import { pdfOf } from '#infra/proof/testing/papers.ts';

/** Unique words, one for each field that a person, or somebody about them, can type. */
type Markers = ReturnType<typeof createMarkers>;

function createMarkers() {
  const made: string[] = [];
  return {
    made: made as readonly string[],
    /** Lower case letters and digits, which are valid in a name, an e-mail address and an IBAN. */
    next(field: string): string {
      const marker = `zq${field}${randomBytes(5).toString('hex')}`;
      made.push(marker);
      return marker;
    },
  };
}

/** An account in Malta, whose numbers hold letters: with the marker in it. */
function ibanOf(marker: string): string {
  const account = `MALT01100${marker.padEnd(18, '0')}`;
  const digits = [...`${account}MT00`].map((sign) => Number.parseInt(sign, 36)).join('');
  return `MT${(98n - (BigInt(digits) % 97n)).toString().padStart(2, '0')}${account}`;
}

export type Person = {
  readonly customerId: string;
  readonly email: string;
  readonly headers: Readonly<{ authorization: string }>;
  readonly apiKey: string;
  readonly markers: Markers;
  readonly orderId: string;
};

const pdf = (marker: string) => pdfOf(`% ${marker}`);

/** A customer who has used every feature, with empty wallets. */
export async function createPerson(test: TestApp, admin: TestAdministrator): Promise<Person> {
  const markers = createMarkers();
  const { email, customerId, headers } = await register(test, markers);
  const send = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object, more = {}) => {
    const answer = await test.app.inject({
      method,
      url,
      headers: { ...headers, ...more },
      ...(payload === undefined ? {} : { payload }),
    });
    assert.ok(answer.statusCode < 300, `${method} ${url}: ${answer.statusCode} ${answer.body.slice(0, 300)}`);
    return answer.json();
  };
  await fillIn(send, admin, customerId, markers);
  await ask(test, send, admin, email, markers);
  const { orderId } = await trade(test, send, admin, customerId, markers);
  const { token } = await send('POST', '/api/api-key', { name: markers.next('apikey'), abilities: ['wallets:read'] });
  await send('POST', '/api/webhooks', {
    url: `https://${markers.next('hook')}.example/in`,
    events: ['order.paid'],
  });
  return { customerId, email, headers, apiKey: token.plain_text_token, markers, orderId };
}

type Send = (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  payload?: object,
  headers?: Record<string, string>,
  // biome-ignore lint/suspicious/noExplicitAny: what a test reads of an answer
) => Promise<any>;

async function register(test: TestApp, markers: Markers) {
  const people = createSignUps(test);
  const email = `${markers.next('mail')}@person.example`;
  assertStatus(await people.signUp(email, `Name ${markers.next('name')}`), 201);
  const body = people.verifyBodyOf(people.lastLinkTo(email));
  assertStatus(await people.post('/api/auth/verify-email', body), 200);
  const answer = await people.post(
    '/api/auth/sign-in',
    { email, password: PASSWORD, remember: true },
    { 'user-agent': `Mozilla/5.0 ${markers.next('agent')}` },
  );
  assertStatus(answer, 200);
  const { access_token } = SignedIn.parse(answer.json());
  return { email, customerId: body.user_id ?? '', headers: { authorization: `Bearer ${access_token}` } };
}

/** Company, document, bank details; approved by an administrator, with a discount. */
async function fillIn(send: Send, admin: TestAdministrator, customerId: string, markers: Markers): Promise<void> {
  await send('POST', '/api/user/company-detail', {
    company_name: markers.next('company'),
    business_type: 'llc',
    full_company_address: markers.next('street'),
    phone_number: markers.next('phone'),
    company_email: `${markers.next('officemail')}@company.example`,
    website: `${markers.next('site')}.example`,
    contact_person: markers.next('contact'),
    contact_number: markers.next('contactphone'),
    contact_email: `${markers.next('contactmail')}@company.example`,
    company_registration_no: markers.next('register'),
    date_of_incorporation: '2015-03-02',
    vat_tax_registration: markers.next('vat'),
    country_of_registration: 'PL',
  });
  const upload = () =>
    send(
      'POST',
      '/api/user/company-detail/documents',
      formOf({ document: pdf(markers.next('document')) }, `${markers.next('documentname')}.pdf`),
    );
  const { data: document } = await upload();
  await upload();
  await send('DELETE', `/api/user/company-detail/documents/${document.id}`);
  await send('POST', '/api/user/company-detail/submit');
  const key = { 'idempotency-key': randomUUID() };
  assertStatus(await admin.send('POST', `/api/admin/users/${customerId}/approve`, {}, key), 200);
  await send('POST', '/api/user/banking-detail', {
    bank_name: markers.next('bank'),
    full_bank_address: markers.next('bankstreet'),
    account_beneficiary_name: markers.next('holder'),
    currency: 'EUR',
    account_iban: ibanOf(markers.next('iban')),
    bic_swift: 'ABCDEFGH',
    aba_wire_routing_no: null,
    ach_routing_no: null,
  });
}

/** Tickets with and without a session, and an answer. */
async function ask(
  test: TestApp,
  send: Send,
  admin: TestAdministrator,
  email: string,
  markers: Markers,
): Promise<void> {
  const ticket = () => ({
    fullName: markers.next('ticketname'),
    subject: markers.next('subject'),
    message: markers.next('message'),
  });
  await send('POST', '/api/support/send-ticket', {
    ...ticket(),
    email: `${markers.next('ticketmail')}@person.example`,
  });
  const visitor = { method: 'POST', url: '/api/support/send-ticket', payload: { ...ticket(), email } } as const;
  assertStatus(await test.app.inject(visitor), 201);
  const { data } = (await admin.get('/api/admin/support-tickets')).json();
  for (const { id } of data) {
    const reply = { message: markers.next('reply') };
    assertStatus(await admin.send('POST', `/api/admin/support-tickets/${id}/reply`, reply), 201);
  }
}

/** Deposits that were approved, rejected and deleted, an order and a withdrawal. At the end the wallet is empty. */
async function trade(test: TestApp, send: Send, admin: TestAdministrator, customerId: string, markers: Markers) {
  const walletId = walletIdOf(customerId, 'EUR');
  const deposit = async () => {
    const key = { 'idempotency-key': markers.next('key') };
    const wanted = { wallet_id: walletId, amount: '100', user_notes: markers.next('depositnote') };
    const { data } = await send('POST', '/api/deposits', wanted, key);
    for (const name of ['firstproof', 'secondproof']) {
      const form = formOf({ payment_proof: pdf(markers.next(name)) }, `${markers.next('proofname')}.pdf`);
      await send('POST', `/api/deposits/${data.id}/payment-proof`, form);
    }
    return data.id as string;
  };
  const decide = async (url: string, payload: object) => assertStatus(await admin.send('POST', url, payload), 200);
  const approved = { approved_amount: '100', admin_notes: markers.next('approvalnote') };
  await decide(`/api/admin/deposits/${await deposit()}/approve`, approved);
  await decide(`/api/admin/deposits/${await deposit()}/reject`, { admin_notes: markers.next('rejectionnote') });
  await send('DELETE', `/api/deposits/${await deposit()}`);

  const { variantId } = await createProduct(test, { codes: 1, priceMinor: 6_000n, currency: 'EUR' });
  await send('POST', '/api/cart', { wallet_id: walletId, variant_id: variantId, quantity: 1 });
  const { order } = await send('POST', '/api/checkout', { wallet_id: walletId });
  await send('GET', `/api/orders/${order.id}/download-codes`);

  const { data: withdrawal } = await send('POST', '/api/withdrawals', {
    amount: '40',
    currency: 'EUR',
    bankDetails: {
      bankName: markers.next('paybank'),
      accountName: markers.next('payholder'),
      accountNumber: ibanOf(markers.next('payib')),
      swiftCode: 'ABCDEFGH',
      additionalInfo: markers.next('payinfo'),
    },
  });
  await decide(`/api/admin/withdrawals/${withdrawal.id}/complete`, { admin_notes: markers.next('payoutnote') });
  return { orderId: order.id as string };
}
