import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { BrowserContext } from 'playwright';
import { eventually } from '#core/kernel/testing/eventually.ts';
import { STORAGE_KEYS } from '#web/lib/browser/storage.ts';
import { mailTo } from './mailbox.ts';
import { proofPicture, registerExtract } from './papers.ts';
import type { Product } from './product.ts';
import { administratorToken, call, newContext, type Stage } from './stage.ts';

export type Newcomer = {
  id: string;
  name: string;
  email: string;
  password: string;
  token: string;
  wallets: Record<'USD' | 'EUR', string>;
};

type Answer = {
  access_token: string;
  user: { id: string; wallets: { id: string; currency: 'USD' | 'EUR' }[] };
};

/** A customer who registered and verified the address, by the API, and who has no company details yet. */
export async function registeredCustomer(product: Product, name: string): Promise<Newcomer> {
  const email = `${randomUUID().slice(0, 8)}@newcomer.example`;
  const password = 'correct horse battery';
  await call(product, 'POST', '/api/auth/sign-up', { name, email, password, password_confirmation: password });
  const { links } = await mailTo(product.mailboxUrl, email);
  const [, userId, hash] = /\/verify-email\/([^/]+)\/([^/?]+)/.exec(links.join(' ')) ?? [];
  assert.ok(userId && hash, `no link to verify in ${JSON.stringify(links)}`);
  await call(product, 'POST', '/api/auth/verify-email', { user_id: userId, hash });
  return eventually(async () => {
    const body = { email, password, remember: false };
    const { access_token: token, user } = await call<Answer>(product, 'POST', '/api/auth/sign-in', body);
    const walletOf = (currency: 'USD' | 'EUR') => user.wallets.find((wallet) => wallet.currency === currency)?.id;
    const [USD, EUR] = [walletOf('USD'), walletOf('EUR')];
    assert.ok(USD && EUR, 'both wallets are open');
    return { id: user.id, name, email, password, token, wallets: { USD, EUR } };
  });
}

/** A customer who asked for approval. */
export async function waitingCustomer(product: Product, name: string): Promise<Newcomer> {
  const customer = await registeredCustomer(product, name);
  const company = {
    company_name: `${name} Trading`,
    business_type: 'llc',
    full_company_address: 'Hafenstraße 1, 20457 Hamburg',
    phone_number: '+49 40 000000',
    company_email: customer.email,
    website: null,
    contact_person: name,
    contact_number: '+49 40 000001',
    contact_email: customer.email,
    company_registration_no: 'HRB 123456',
    date_of_incorporation: '2015-04-01',
    vat_tax_registration: 'DE123456789',
    country_of_registration: 'DE',
  };
  await call(product, 'POST', '/api/user/company-detail', company, customer.token);
  const form = new FormData();
  form.append('document', new Blob([new Uint8Array(registerExtract())], { type: 'application/pdf' }), 'extract.pdf');
  const uploaded = await fetch(`${product.url}/api/user/company-detail/documents`, {
    method: 'POST',
    headers: { authorization: `Bearer ${customer.token}`, origin: product.url },
    body: form,
  });
  assert.ok(uploaded.ok, `the document: ${uploaded.status}`);
  await call(product, 'POST', '/api/user/company-detail/submit', undefined, customer.token);
  return customer;
}

/** A customer who may buy, with nothing in the wallets. */
export async function approvedCustomer(product: Product, name: string): Promise<Newcomer> {
  const customer = await waitingCustomer(product, name);
  const office = await administratorToken(product);
  await call(product, 'POST', `/api/admin/users/${customer.id}/approve`, undefined, office);
  return customer;
}

/** Uploads a proof of payment, without which a deposit takes two administrators. */
export async function uploadProof(product: Product, depositId: string, token: string): Promise<void> {
  const form = new FormData();
  const picture = new Uint8Array(await proofPicture());
  form.append('payment_proof', new Blob([picture], { type: 'image/png' }), 'proof.png');
  const uploaded = await fetch(`${product.url}/api/deposits/${depositId}/payment-proof`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, origin: product.url },
    body: form,
  });
  assert.ok(uploaded.ok, `the proof: ${uploaded.status}`);
}

/** Puts money into a wallet: a deposit with its proof, approved in full. */
export async function topUp(product: Product, customer: Newcomer, currency: 'USD' | 'EUR', amount: string) {
  const body = { wallet_id: customer.wallets[currency], amount, user_notes: '' };
  const { data } = await call<{ data: { id: string } }>(product, 'POST', '/api/deposits', body, customer.token);
  await uploadProof(product, data.id, customer.token);
  const approval = { status: 'approved', approved_amount: amount, admin_notes: 'Seen' };
  const office = await administratorToken(product);
  await call(product, 'POST', `/api/admin/deposits/${data.id}/approve`, approval, office);
}

/** Adds a product, found by its whole name, to the cart of a wallet. */
export async function putInCart(
  product: Product,
  customer: Newcomer,
  line: { name: string; quantity: number; currency?: 'USD' | 'EUR' },
): Promise<void> {
  const query = new URLSearchParams({ term: line.name, per_page: '50' });
  const { data } = await call<{ data: { name: string; variant: { id: string } }[] }>(
    product,
    'GET',
    `/api/products/search?${query}`,
    undefined,
    customer.token,
  );
  const found = data.find(({ name }) => name === line.name);
  assert.ok(found, `the catalogue has ${line.name}`);
  const body = {
    variant_id: found.variant.id,
    quantity: line.quantity,
    wallet_id: customer.wallets[line.currency ?? 'USD'],
  };
  await call(product, 'POST', '/api/cart', body, customer.token);
}

/** Orders the cart of the USD wallet; returns the order's id. */
export async function checkOut(product: Product, customer: Newcomer): Promise<string> {
  const body = { wallet_id: customer.wallets.USD };
  return (await call<{ order: { id: string } }>(product, 'POST', '/api/checkout', body, customer.token)).order.id;
}

/** A browser in which the customer is signed in, without use of the screen. */
export async function browserOf(stage: Stage, customer: Newcomer): Promise<BrowserContext> {
  const context = await newContext(stage);
  const { email, password } = customer;
  const answer = await context.request.post('/api/auth/sign-in', {
    data: { email, password, remember: false },
    headers: { origin: stage.product.url },
  });
  assert.ok(answer.ok(), `${email} is signed in`);
  await context.addInitScript((key) => localStorage.setItem(key, '1'), STORAGE_KEYS.customerSignedIn);
  return context;
}
