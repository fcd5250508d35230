import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, describe, it } from 'node:test';
import { TOTP } from 'otpauth';
import type { Page } from 'playwright';
import { readPdf } from '#infra/proof/api/read-pdf.ts';
import { launchBrowser } from '#infra/proof/testing/browser.ts';
import { assertAccessible } from './axe.ts';
import { STEP_LIMIT_MS, SUITE_LIMIT_MS } from './limits.ts';
import { mailTo } from './mailbox.ts';
import { drawLogo, registerExtract } from './papers.ts';
import { startProduct } from './product.ts';
import { choose, seeToast } from './stage.ts';
import { startTlsFront } from './tls-front.ts';

// Names that nobody would take for examples: the store refuses those.
const HOST = 'shop.kontor-nordlicht.de';
const SELLER = { name: 'Kontor Nordlicht GmbH', mail: 'rechnung@kontor-nordlicht.de' };
const OWNER = { name: 'Ada Nordmann', email: 'ada@kontor-nordlicht.de', password: 'a long walk by the sea' };
const BUYER = { name: 'Zoë Müller', email: 'zoe@hafen-handel.de', password: 'correct horse battery' };
const IBAN = 'DE02120300000000202051';
const CODE = 'NORD-7F3K-22QX';
/** What the demonstration's seller has, and the product's own name. */
const OURS = /giftledger|keizersgracht|amsterdam|ABNANL2A|NL91\s*ABNA|001234567|\.example/i;

/** An empty store in production becomes somebody's own, and earns its first money. */
describe('a store of one’s own', { timeout: SUITE_LIMIT_MS }, async () => {
  const front = await startTlsFront(HOST);
  const [product, browser] = await Promise.all([startProduct(front), launchBrowser({ hosts: [HOST] })]);
  // The browser knows our authority as little as any other one that nobody installed.
  const options = { baseURL: front.url, ignoreHTTPSErrors: true, reducedMotion: 'reduce' as const };
  const [office, store] = (await Promise.all(
    [1, 2].map(async () => (await browser.newContext(options)).newPage()),
  )) as [Page, Page];
  const faults: string[] = [];
  for (const page of [office, store]) {
    page.setDefaultTimeout(STEP_LIMIT_MS);
    page.on('pageerror', (error) => faults.push(error.message));
  }
  after(async () => {
    await browser.close();
    await product.stop();
    await front.close();
  });
  let brokenBy: string | undefined;
  const step = (name: string, run: () => Promise<void>) =>
    it(name, async () => {
      assert.equal(brokenBy, undefined, 'an earlier step failed');
      brokenBy = name;
      await run();
      brokenBy = undefined;
    });
  const goOn = () => office.getByRole('button', { name: 'Continue' }).click();

  step('is closed to customers, and gets its owner by the secret that the server printed', async () => {
    const answer = await store.goto('/');
    assert.equal(answer?.status(), 503);
    await store.getByRole('heading', { name: 'This store is not open yet' }).waitFor();
    await office.goto('/admin/orders');
    assert.equal(new URL(office.url()).pathname, '/admin/setup');
    const [, secret = ''] = /\/admin\/setup#([\w-]+)/.exec(product.output()) ?? [];
    await office.getByLabel('Your name').fill(OWNER.name);
    await office.getByLabel('Email').fill(OWNER.email);
    await office.getByLabel('Password *', { exact: true }).fill(OWNER.password);
    await office.getByLabel('Confirm password').fill(OWNER.password);
    await office.getByLabel('Secret of the server').fill(`${secret}x`);
    await office.getByRole('button', { name: 'Create the owner’s account' }).click();
    await office.getByText('This is not the secret of this start.', { exact: false }).first().waitFor();
    await office.getByLabel('Secret of the server').fill(secret);
    await office.getByRole('button', { name: 'Create the owner’s account' }).click();
    await office.getByRole('heading', { name: 'Two-factor authentication' }).waitFor();
  });

  step('protects the owner by a second factor first', async () => {
    assert.ok(await office.getByRole('button', { name: 'Seller' }).isDisabled());
    await office.getByRole('button', { name: 'Enable two-factor authentication' }).click();
    const totp = new TOTP({ secret: (await office.locator('main code').first().innerText()).trim() });
    await office.getByLabel('Verification code').fill(totp.generate());
    await office.getByRole('button', { name: 'Verify and enable' }).click();
    await office.getByText('Keep your recovery codes now: they are not shown again').waitFor();
    await office.getByRole('button', { name: 'I have kept them' }).click();
    await goOn();
  });

  step('learns who sells and where customers pay, and takes no example for it', async () => {
    await office.getByLabel('Name of the company').fill(SELLER.name);
    await office.getByLabel('Address').fill('Am Sandtorkai 50\n20457 Hamburg');
    await office.getByLabel('Country').fill('Germ');
    await office.getByRole('option', { name: 'Germany' }).click();
    await office.getByLabel('Email on papers').fill('rechnung@nordlicht.example');
    await assertAccessible(office);
    await office.getByRole('button', { name: 'Save' }).click();
    await office.getByText('is an example and nobody’s own', { exact: false }).first().waitFor();
    await office.getByLabel('Email on papers').fill(SELLER.mail);
    await office.getByRole('button', { name: 'Save' }).click();
    await goOn();
    // It goes on where it was left.
    await office.reload();
    await office.getByRole('checkbox', { name: /^GBP/ }).waitFor();
    await office.getByRole('button', { name: 'Keep these currencies' }).click();
    await office.getByRole('button', { name: 'Take no deposits in EUR' }).click();
    await office.getByLabel('Beneficiary').fill(SELLER.name);
    await office.getByLabel('Bank *', { exact: true }).fill('Hamburger Bank');
    await office.getByLabel('IBAN').fill(IBAN);
    await office.getByLabel('BIC').fill('BYLADEM1001');
    await office.getByRole('button', { name: 'Save' }).click();
    await goOn();
  });

  step('shows its logo', async () => {
    const logo = { name: 'logo.png', mimeType: 'image/png', buffer: await drawLogo() };
    await office.locator('input[type=file]').first().setInputFiles(logo);
    await office.getByRole('button', { name: 'Choose another' }).waitFor();
    await assertAccessible(office);
    await office.getByRole('button', { name: 'Save' }).click();
    await goOn();
  });

  step('gets a first product with a code, tries its mails, and opens', async () => {
    await office.getByRole('button', { name: 'Add a brand' }).click();
    const form = office.getByRole('dialog');
    await form.getByLabel('Title').fill('Nordlicht');
    await form.getByRole('button', { name: 'Add brand' }).click();
    await form.waitFor({ state: 'detached' });
    await office.getByRole('button', { name: 'Add a product' }).click();
    await form.getByLabel('Product name').fill('Nordlicht 25');
    await form.getByLabel('Variant name').fill('$25');
    await form.getByLabel('Brand').fill('Nord');
    await office.getByRole('option', { name: 'Nordlicht' }).click();
    await form.getByLabel('Category').fill('Travel');
    await form.getByLabel('Region').click();
    await office.getByRole('option').first().click();
    await form.getByLabel('Price').fill('24.00');
    await form.getByRole('button', { name: 'Save draft' }).click();
    await office.getByRole('dialog', { name: /^Stock of/ }).waitFor();
    const codes = { name: 'codes.csv', mimeType: 'text/csv', buffer: Buffer.from(`${CODE}\n`) };
    await office.locator('input[type=file]').setInputFiles(codes);
    await office.getByRole('button', { name: 'Add them to stock' }).click();
    await office.getByRole('button', { name: 'Put on sale' }).click();
    await office.getByText('Not on sale', { exact: true }).waitFor({ state: 'detached' });
    await office.keyboard.press('Escape');
    await goOn();
    await office.getByRole('button', { name: /^Send a mail to/ }).click();
    await office.getByText('The mail left').waitFor();
    await mailTo(product.mailboxUrl, OWNER.email, 'Mails of your store arrive');
    await goOn();
    await office.getByText('No account is set for deposits in EUR.').waitFor();
    await assertAccessible(office);
    await office.getByRole('main').getByRole('button', { name: 'Open the store' }).last().click();
    await office.waitForURL('**/admin/dashboard');
  });

  async function writeTerms(text: string, why: string): Promise<void> {
    await office.goto('/admin/settings/texts/terms');
    await office.getByRole('textbox', { name: /^Text/ }).fill(text);
    await office.getByRole('textbox', { name: /Reason/ }).fill(why);
    const save = office.getByRole('button', { name: 'Save and show it' });
    await seeToast(office, 'It counts from now on', () => save.click());
  }

  step(
    'asks a new customer to accept its terms as they are now, and loses nothing of the form when they change',
    async () => {
      await writeTerms('## Delivery\n\nCodes are delivered at once.', 'The first terms');
      await store.goto('/register');
      await store.getByText('By creating an account at', { exact: false }).waitFor();
      const create = store.getByRole('button', { name: 'Create account' });
      const password = store.getByLabel('Password *', { exact: true });
      await store.getByLabel('Name').fill(BUYER.name);
      await store.getByLabel('Email').fill(BUYER.email);
      await password.fill(BUYER.password);
      await store.getByLabel('Confirm password').fill(BUYER.password);
      await writeTerms('## Delivery\n\nCodes are delivered within a day.', 'A longer time');
      await create.click();
      await store.getByText('Not as you saw it: Terms of Service.', { exact: false }).first().waitFor();
      assert.deepEqual(
        [await store.getByLabel('Email').inputValue(), await password.inputValue()],
        [BUYER.email, BUYER.password],
      );
      await assertAccessible(store);
      await create.click();
      await store.waitForURL('**/login');
    },
  );

  step('lets a customer in', async () => {
    const { links } = await mailTo(product.mailboxUrl, BUYER.email);
    await store.goto(links.find((link) => link.includes('/verify-email/')) ?? assert.fail('no link to verify'));
    await store.getByRole('heading', { level: 1, name: 'Email verified' }).waitFor();
    await store.goto('/login');
    await store.getByLabel('Email').fill(BUYER.email);
    await store.getByLabel('Password *', { exact: true }).fill(BUYER.password);
    await store.getByRole('button', { name: 'Sign in', exact: true }).click();
    await store.waitForURL('**/settings/company');
    for (const [label, value] of [
      ['Company Name', 'Hafen Handel GmbH'],
      ['Full Company Address', 'Hafenstraße 7, 20457 Hamburg'],
      ['Phone Number', '+49 40 55 17 20'],
      ['Company Email', 'office@hafen-handel.de'],
      ['Contact Person', BUYER.name],
      ['Contact Number', '+49 40 55 17 21'],
      ['Contact Email', BUYER.email],
      ['Company Registration No', 'HRB 184726'],
      ['Date of Incorporation', '2015-04-01'],
      ['VAT/Tax Registration', 'DE284716359'],
    ] as const) {
      await store.getByLabel(label).fill(value);
    }
    await choose(store.getByLabel('Business Type'), /LLC/);
    await store.getByLabel('Country of Registration').fill('Germ');
    await store.getByRole('option', { name: 'Germany' }).click();
    await store.getByRole('button', { name: 'Save and continue' }).click();
    const extract = { name: 'extract.pdf', mimeType: 'application/pdf', buffer: registerExtract() };
    await store.locator('input[type=file]').setInputFiles(extract);
    await store.getByRole('button', { name: 'Delete extract.pdf' }).waitFor();
    await store.getByRole('button', { name: 'Finish' }).click();
    await store.waitForURL('**/approval-waiting');
    await office.goto('/admin/users?view=awaiting');
    await office.getByRole('row', { name: /Zoë Müller/ }).click();
    await office.getByRole('heading', { name: 'Accepted terms' }).waitFor();
    await office.getByText('At sign-up, on', { exact: false }).waitFor();
    await office.getByRole('button', { name: 'Approve account' }).click();
    await seeToast(office, 'The account has been approved', () =>
      office.getByRole('button', { name: 'Approve', exact: true }).click(),
    );
    await store.getByRole('button', { name: 'Check Approval Status' }).click();
    await store.waitForURL((url) => url.pathname === '/');
  });

  step('takes a deposit into its own account', async () => {
    const main = store.getByRole('main');
    await store.goto('/deposits/new');
    await choose(main.getByLabel('Wallet'), /EUR/);
    await main.getByText('Deposits in EUR are not open').waitFor();
    await choose(main.getByLabel('Wallet'), /USD/);
    await main.getByLabel('Amount').fill('50');
    await main.getByRole('button', { name: /^Submit Deposit Request/ }).click();
    await store.waitForURL((url) => url.pathname === '/deposits');
    await store
      .getByRole('dialog')
      .getByText(/DE02\s*1203/)
      .first()
      .waitFor();
    await store.keyboard.press('Escape');
    const proof = { name: 'proof.pdf', mimeType: 'application/pdf', buffer: registerExtract() };
    await main.getByLabel(/^Payment proof of DEP-/).setInputFiles(proof);
    await store.getByRole('button', { name: /^Update Proof of DEP-/ }).waitFor();
    await office.goto('/admin/deposits');
    await office.getByRole('row', { name: /Zoë Müller/ }).click();
    await office.getByRole('dialog').first().getByRole('button', { name: 'Approve' }).click();
    const form = office.getByRole('dialog').last();
    await seeToast(office, 'Deposit has been approved', () => form.getByRole('button', { name: /Approve/ }).click());
  });

  step('sells the code, with an invoice on which nothing of ours stands', async () => {
    await store.goto('/products');
    await store
      .getByRole('link', { name: /Nordlicht 25/ })
      .first()
      .click();
    await store.getByRole('heading', { level: 1, name: /Nordlicht 25/ }).waitFor();
    await store.getByRole('main').getByRole('button', { name: 'Add to cart' }).click();
    await store.getByText('$24.00').first().waitFor();
    await store.goto('/cart');
    await store.getByRole('button', { name: 'Proceed to Checkout' }).click();
    await store.waitForURL(/\/orders\/[0-9a-f-]{36}$/);
    await store.getByRole('button', { name: 'View Gift Codes' }).click();
    const dialog = store.getByRole('dialog', { name: 'Gift Codes' });
    await dialog.getByRole('button', { name: 'Reveal codes' }).click();
    await dialog.getByText(CODE).waitFor();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    const download = store.waitForEvent('download');
    await store.getByRole('button', { name: 'Download Invoice' }).click();
    const pdf = await readFile(await (await download).path());
    const said = (await readPdf(pdf))
      .flat()
      .map(({ text }) => text)
      .join(' ');
    for (const own of [SELLER.name, 'Am Sandtorkai 50', SELLER.mail]) assert.ok(said.includes(own), `${own}: ${said}`);
    assert.doesNotMatch(said, OURS);
    assert.deepEqual(faults, [], 'errors of the pages');
  });
});
