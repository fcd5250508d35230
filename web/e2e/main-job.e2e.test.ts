import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, describe, it } from 'node:test';
import type { BrowserContext, Locator, Page } from 'playwright';
import { eventually } from '#core/kernel/testing/eventually.ts';
import { launchBrowser } from '#infra/proof/testing/browser.ts';
import { isAimed, trust } from './aimed.ts';
import { STEP_LIMIT_MS, SUITE_LIMIT_MS } from './limits.ts';
import { mailTo } from './mailbox.ts';
import { proofPicture, registerExtract } from './papers.ts';
import { startProduct } from './product.ts';
import { signInAdministrator } from './sign-in.ts';
import { choose, seeToast } from './stage.ts';

/** A new person at each run, because a store that runs already keeps the earlier ones. */
const RUN = randomBytes(3).toString('hex');
const BUYER = {
  name: `Zoë Müller ${RUN}`,
  email: `zoe.mueller.${RUN}@acme.example`,
  password: 'correct horse battery',
};
const DEPOSIT = '250.00';

/** The store's main path in one browser, with every step, and the command line's checks of the books at the end. */
describe('a deposit becomes gift codes', { timeout: SUITE_LIMIT_MS }, async () => {
  const pageErrors: string[] = [];
  const [product, browser] = await Promise.all([startProduct({ customers: 9, orders: 24 }), launchBrowser()]);
  const options = {
    baseURL: product.url,
    viewport: { width: 1280, height: 900 },
    reducedMotion: 'reduce' as const,
    ...trust,
  };
  const customer = await browser.newContext({ ...options, permissions: ['clipboard-read', 'clipboard-write'] });
  const administrator = await browser.newContext(options);
  const store = await watched(customer);
  const office = await watched(administrator);
  let orderNumber = '';
  let orderId = '';
  after(async () => {
    await browser.close();
    await product.stop();
  });

  async function watched(context: BrowserContext): Promise<Page> {
    const page = await context.newPage();
    page.setDefaultTimeout(STEP_LIMIT_MS);
    page.on('pageerror', (error) => pageErrors.push(error.message));
    return page;
  }
  /** One step of the path. Where an earlier one failed, the others fail at once, because their result would mean nothing. */
  let brokenBy: string | undefined;
  const step = (name: string, run: () => Promise<void>) =>
    it(name, async () => {
      assert.equal(brokenBy, undefined, 'an earlier step failed');
      brokenBy = name;
      await run();
      brokenBy = undefined;
    });
  const heading = (page: Page, name: string | RegExp): Locator => page.getByRole('heading', { level: 1, name });

  step('registers, and verifies the address by the mail', async () => {
    await store.goto('/register');
    await store.getByLabel('Name').fill(BUYER.name);
    await store.getByLabel('Email').fill(BUYER.email);
    await store.getByLabel('Password *', { exact: true }).fill(BUYER.password);
    await store.getByLabel('Confirm password').fill(`${BUYER.password}!`);
    await store.getByRole('button', { name: 'Create account' }).click();
    await store.getByText('Passwords do not match').waitFor();
    await store.getByLabel('Confirm password').fill(BUYER.password);
    await seeToast(store, 'Account created successfully!', () =>
      store.getByRole('button', { name: 'Create account' }).click(),
    );
    await store.waitForURL('**/login');

    const mail = await mailTo(product.mailboxUrl, BUYER.email);
    if (!isAimed) assert.match(await (await fetch(product.mailboxUrl)).text(), /<body><aside id="demonstration"/);
    const link = mail.links.find((candidate) => candidate.includes('/verify-email/'));
    assert.ok(link, `no link to verify in ${JSON.stringify(mail.links)}`);
    await store.goto(link);
    await heading(store, 'Email verified').waitFor();
  });

  step('fills in the company, uploads a document and waits for approval', async () => {
    await store.goto('/login');
    await store.getByLabel('Email').fill(BUYER.email);
    await store.getByLabel('Password *', { exact: true }).fill(BUYER.password);
    await store.getByRole('button', { name: 'Sign in', exact: true }).click();
    await store.waitForURL('**/settings/company');

    await store.getByRole('button', { name: 'Save and continue' }).click();
    await store.getByText('Please fill in all required fields: Company Name', { exact: false }).first().waitFor();
    for (const [label, value] of [
      ['Company Name', 'Acme Łódź Trading'],
      ['Full Company Address', 'Piotrkowska 1, 90-001 Łódź'],
      ['Phone Number', '+48 42 000 00 00'],
      ['Company Email', 'office@acme.example'],
      ['Website', 'acme.example'],
      ['Contact Person', BUYER.name],
      ['Contact Number', '+48 42 000 00 01'],
      ['Contact Email', BUYER.email],
      ['Company Registration No', 'KRS 0000123456'],
      ['Date of Incorporation', '2015-04-01'],
      ['VAT/Tax Registration', 'PL1234567890'],
    ] as const) {
      await store.getByLabel(label).fill(value);
    }
    await choose(store.getByLabel('Business Type'), /LLC/);
    await store.getByLabel('Country of Registration').fill('Pola');
    await store.getByRole('option', { name: 'Poland' }).click();
    await store.getByRole('button', { name: 'Save and continue' }).click();

    await store.getByRole('button', { name: 'Finish' }).click();
    await store.getByText('Please upload at least one company document for verification.').first().waitFor();
    await store.locator('input[type=file]').setInputFiles({
      name: 'extract.pdf',
      mimeType: 'application/pdf',
      buffer: registerExtract(),
    });
    await store.getByRole('button', { name: 'Delete extract.pdf' }).waitFor();
    await store.getByRole('button', { name: 'Finish' }).click();
    await store.waitForURL('**/approval-waiting');
  });

  step('is approved by an administrator', async () => {
    await signInAdministrator(administrator);
    await office.goto('/admin/users?view=awaiting');
    await office.getByRole('searchbox', { name: 'Search customers' }).fill(BUYER.email);
    await office.getByRole('row', { name: new RegExp(BUYER.name) }).click();
    await heading(office, BUYER.name).waitFor();
    await office.getByRole('button', { name: 'Approve account' }).click();
    await seeToast(office, 'The account has been approved', () =>
      office.getByRole('button', { name: 'Approve', exact: true }).click(),
    );

    await store.getByRole('button', { name: 'Check Approval Status' }).click();
    await store.waitForURL((url) => url.pathname === '/');
  });

  step('requests a deposit and uploads the proof', async () => {
    const main = store.getByRole('main');
    await store.goto('/deposits/new');
    await main.getByLabel('Wallet').filter({ hasText: 'USD' }).waitFor();
    await main.getByLabel('Amount').fill('0.50');
    await store.getByRole('button', { name: 'Submit Deposit Request' }).click();
    await main.getByRole('alert').first().waitFor();
    await main.getByLabel('Amount').fill(DEPOSIT);
    await main.getByLabel('Notes').fill('First top-up');
    await store.getByRole('button', { name: 'Submit Deposit Request' }).click();
    await store.waitForURL((url) => url.pathname === '/deposits');
    const panel = store.getByRole('dialog');
    await panel.getByRole('heading', { name: /^Transfer \$250\.00 to/ }).waitFor();
    await panel.getByRole('button', { name: 'Copy the reference' }).waitFor();
    await store.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
    await main.getByLabel(/^Payment proof of DEP-/).setInputFiles({
      name: 'proof.png',
      mimeType: 'image/png',
      buffer: await proofPicture(),
    });
    await store.getByRole('button', { name: /^Update Proof of DEP-/ }).waitFor();
  });

  step('has it approved after the administrator read the proof', async () => {
    await office.goto('/admin/deposits');
    await office.getByRole('row', { name: new RegExp(BUYER.name) }).click();
    const panel = office.getByRole('dialog').first();
    await panel.getByRole('img', { name: /proof/i }).waitFor();
    await panel.getByRole('button', { name: 'Approve' }).click();
    const form = office.getByRole('dialog').last();
    await form.getByLabel('Approved amount').fill('999.00');
    await form.getByRole('button', { name: /Approve/ }).click();
    await form.getByText('Approved amount cannot exceed the requested amount of $250.00').waitFor();
    await form.getByLabel('Approved amount').fill(DEPOSIT);
    await seeToast(office, 'Deposit has been approved', () => form.getByRole('button', { name: /Approve/ }).click());
  });

  step('sees the wallet credited, and buys two cards', async () => {
    const main = store.getByRole('main');
    await store.goto('/deposits');
    await store.getByText('Approved', { exact: true }).first().waitFor();
    await store.getByText('$250.00').first().waitFor();

    await store.goto('/products');
    await main.getByRole('searchbox').fill('Steam $20');
    await store
      .getByRole('link', { name: /Steam \$20/ })
      .first()
      .click();
    await heading(store, /Steam \$20/).waitFor();
    await main.getByLabel(/^Quantity of Steam \$20/).fill('2');
    await main.getByRole('button', { name: 'Add to cart' }).click();
    await store.getByText('$38.40').first().waitFor();
    await store.goto('/cart');
    await store.getByText('$38.40').first().waitFor();
    // A double click is one order.
    await store.getByRole('button', { name: 'Proceed to Checkout' }).dblclick();
    await store.waitForURL(/\/orders\/[0-9a-f-]{36}$/);
    orderId = store.url().split('/').at(-1) ?? '';
    orderNumber = (await heading(store, /^Order GL-/).innerText()).replace('Order ', '');
  });

  step('reveals and copies the codes, and downloads the invoice', async () => {
    await store.getByRole('button', { name: 'View Gift Codes' }).click();
    const dialog = store.getByRole('dialog', { name: 'Gift Codes' });
    await dialog.getByRole('button', { name: 'Reveal codes' }).click();
    const codes = dialog.getByRole('list').locator('code');
    await codes.first().waitFor();
    assert.equal(await codes.count(), 2);
    const shown = await codes.allInnerTexts();
    assert.equal(new Set(shown).size, 2);
    await dialog.getByRole('button', { name: 'Copy All Codes' }).click();
    await eventually(async () => {
      assert.equal(await store.evaluate(() => navigator.clipboard.readText()), shown.join('\n'));
    });
    await dialog.getByRole('button', { name: 'Close' }).last().click();

    const download = store.waitForEvent('download');
    await store.getByRole('button', { name: 'Download Invoice' }).click();
    const file = await download;
    assert.match(file.suggestedFilename(), /^INV-\d{4}-\d{6}\.pdf$/);
  });

  step('finds it all in the lists of the store', async () => {
    await store.goto('/orders');
    await store.getByText(orderNumber).first().waitFor();
    assert.deepEqual(
      await store.getByText(/^GL-\d+$/).allInnerTexts(),
      [orderNumber],
      'the double click made one order',
    );
    await store.goto('/wallet');
    await store.getByText(`Order ${orderNumber}`).first().waitFor();
    await store.getByText('$211.60').first().waitFor();
  });

  step('shows it all to the administrator', async () => {
    await office.goto('/admin/dashboard');
    await office.getByText(orderNumber).first().waitFor();
    await office.goto(`/admin/orders/${orderId}`);
    await heading(office, `Order ${orderNumber}`).waitFor();
    for (const sentence of [/placed/i, /paid/i, /revealed/i]) {
      await office.locator('ol button').filter({ hasText: sentence }).first().waitFor();
    }
    await office.goto('/admin/transactions');
    await office.getByText(`Order ${orderNumber}`).first().waitFor();
  });

  step('leaves books that balance, and read models that equal the log', async () => {
    const history = await product.run('programs/ledger/main.ts', ['trace', orderId]);
    assert.match(history, /OrderPlaced[\s\S]*OrderPaid[\s\S]*OrderFulfilled/);
    const [wallet] = (await fetchJson<{ data: { id: string; currency: string }[] }>('/api/wallets')).data.filter(
      (candidate) => candidate.currency === 'USD',
    );
    assert.ok(wallet);
    const balance = await product.run('programs/ledger/main.ts', ['balance', wallet.id, '--explain']);
    assert.match(balance, /211\.60/);
    const trial = await product.run('programs/ledger/main.ts', ['trial-balance']);
    assert.match(trial, /Total USD/);
    // Each of these commands exits with an error, and so fails the test, where anything is wrong.
    await product.run('programs/ledger/main.ts', ['verify']);
    await product.run('programs/ledger/main.ts', ['check']);
    const rebuilt = await product.run('programs/rebuild.ts', ['--dry-run']);
    assert.match(rebuilt, /Every row of every table is the same/);
    assert.deepEqual(pageErrors, []);
  });

  /** A call with the session of the customer's browser. */
  async function fetchJson<T>(path: string): Promise<T> {
    const refreshed = await customer.request.post('/api/auth/refresh', { headers: { origin: product.url } });
    const { access_token: token } = await refreshed.json();
    const response = await customer.request.get(path, { headers: { authorization: `Bearer ${token}` } });
    assert.equal(response.status(), 200);
    return response.json();
  }
});
