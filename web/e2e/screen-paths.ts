import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { TOTP } from 'otpauth';
import type { Locator } from 'playwright';
import { eventually } from '#infra/proof/testing/eventually.ts';
import { SIGN_INS } from '#infra/seed/sign-ins.ts';
import { mailTo } from './mailbox.ts';
import { registerExtract } from './papers.ts';
import { inOwnBrowser, signInCustomer } from './sign-in.ts';
import {
  administratorToken,
  call,
  choose,
  customerToken,
  IN_TURN,
  inPage,
  newContext,
  newPage,
  type Stage,
  seeToast,
  seeValue,
} from './stage.ts';

type Listed<T> = { data: T[] };
type WalletRow = { id: string; currency: string; balance: { amount: string } };

/** One of the seeded customers, other than the one whose screens are looked at. The first ones: tests add customers meanwhile. */
async function otherCustomer(stage: Stage, index: number): Promise<string> {
  const token = await administratorToken(stage.product);
  const users = await call<Listed<{ email: string; status: string }>>(
    stage.product,
    'GET',
    '/api/admin/users?per_page=50&sort_by=created_at&sort_order=asc',
    undefined,
    token,
  );
  const email = users.data.filter((user) => user.status === 'active' && user.email !== SIGN_INS.customer.email)[index]
    ?.email;
  assert.ok(email, 'there is another customer');
  return email;
}

const usdWallet = async (stage: Stage, token: string): Promise<WalletRow> => {
  const { data } = await call<Listed<WalletRow>>(stage.product, 'GET', '/api/wallets', undefined, token);
  const wallet = data.find(({ currency }) => currency === 'USD');
  assert.ok(wallet);
  return wallet;
};

/** What customers do beside the main job. */
export function storePaths(stage: Stage): void {
  describe('a customer', IN_TURN, () => {
    it('sets a new password by the mailed link, and changes it again', async () => {
      const email = await otherCustomer(stage, 0);
      const context = await newContext(stage);
      const page = await newPage(context);
      await page.goto('/forgot-password');
      await page.getByLabel('Email').fill(email);
      await page.getByRole('button', { name: 'Send reset link' }).click();
      await page.getByRole('heading', { level: 1, name: 'Check your email' }).waitFor();
      const link = (await mailTo(stage.product.mailboxUrl, email)).links.find((each) =>
        each.includes('/password-reset'),
      );
      assert.ok(link, 'the mail has the link');
      await page.goto(link);
      await page.getByLabel('New password').fill('a better password');
      await page.getByLabel('Confirm').fill('another password');
      await page.locator('form button[type=submit]').click();
      await page.getByText('Passwords do not match').waitFor();
      await page.getByLabel('Confirm').fill('a better password');
      await page.locator('form button[type=submit]').click();
      await page.getByText('Password Reset Successful').waitFor();
      await page.waitForURL('**/login');

      await page.getByLabel('Email').fill(email);
      await page.getByLabel('Password *', { exact: true }).fill(SIGN_INS.customer.password);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByText('Invalid email or password. Please check your credentials and try again.').waitFor();
      await page.getByLabel('Password *', { exact: true }).fill('a better password');
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.waitForURL((url) => url.pathname === '/');
      await page.goto('/settings/account?tab=password');
      await page.getByLabel('Current password').fill('wrong password');
      await page.getByLabel('New password *', { exact: true }).fill('a third, better password');
      await page.getByLabel('Confirm new password').fill('a third, better password');
      await page.getByRole('button', { name: 'Change password' }).click();
      await page.getByText('Current password is incorrect').waitFor();
      await page.getByLabel('Current password').fill('a better password');
      await page.getByRole('button', { name: 'Change password' }).click();
      await page.getByText('Your password has been changed.').first().waitFor();
      await context.close();
    });

    it('sets up an authenticator, and signs in with its code', async () => {
      const email = await otherCustomer(stage, 1);
      const context = await newContext(stage);
      const page = await newPage(context);
      const signIn = async () => {
        await page.goto('/login');
        await page.getByLabel('Email').fill(email);
        await page.getByLabel('Password *', { exact: true }).fill(SIGN_INS.customer.password);
        await page.getByRole('button', { name: 'Sign in' }).click();
      };
      await signIn();
      await page.waitForURL((url) => url.pathname === '/');
      await page.goto('/settings/account?tab=security');
      await page.getByRole('button', { name: 'Enable two-factor authentication' }).click();
      const secret = (await page.locator('main code').first().innerText()).trim();
      const totp = new TOTP({ secret });
      await page.getByLabel('Verification code').fill(totp.generate());
      await page.getByRole('button', { name: 'Verify and enable' }).click();
      await page.getByText('Two-factor authentication has been enabled successfully').first().waitFor();
      await context.clearCookies();
      await page.evaluate(() => localStorage.clear());

      await signIn();
      await page.getByRole('heading', { level: 1, name: 'Two-factor authentication' }).waitFor();
      assert.ok(await page.getByRole('button', { name: 'Verify', exact: true }).isDisabled());
      // A code is good once; the next one is accepted a step ahead of the clock.
      await page.getByLabel('Verification code').fill(totp.generate({ timestamp: Date.now() + 30_000 }));
      await page.getByRole('button', { name: 'Verify', exact: true }).click();
      await page.waitForURL((url) => url.pathname === '/');
      await context.close();
    });

    it('lists the devices that are signed in, and signs the others out', async () => {
      const as = { email: await otherCustomer(stage, 2), password: SIGN_INS.customer.password };
      const [here, there] = [await newContext(stage), await newContext(stage)];
      for (const context of [there, here]) await signInCustomer(context, as);
      await inPage(here, async (page) => {
        await page.goto('/settings/account?tab=security');
        const devices = page.getByRole('listitem').filter({ hasText: 'last used' });
        await page.getByText('This device').waitFor();
        assert.equal(await devices.count(), 2);
        await page.getByRole('button', { name: 'Sign out all others' }).click();
        await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click();
        await page.getByText('All other devices were signed out.').first().waitFor();
        await eventually(async () => assert.equal(await devices.count(), 1));
      });
      await inPage(there, async (page) => {
        await page.goto('/orders');
        await page.waitForURL((url) => url.pathname === '/login');
      });
      await Promise.all([here.close(), there.close()]);
    });

    it('makes an API key, which reads the wallets and is not shown again', async () => {
      await inPage(stage.customer, async (page) => {
        await page.goto('/settings/account?tab=api-key');
        await page.getByRole('button', { name: 'Generate API key' }).click();
        await page.getByText('Copy your API key now: it is not shown again').waitFor();
        const key = (await page.locator('main code').first().innerText()).trim();
        const wallets = await call<Listed<WalletRow>>(stage.product, 'GET', '/api/wallets', undefined, key);
        assert.equal(wallets.data.length, 2);
        await page.reload();
        await page.getByText(`···· ${key.slice(-4)}`).waitFor();
        assert.equal(await page.getByText(key).count(), 0);
      });
    });

    it('saves banking details, which fill the form of a withdrawal', async () => {
      await inPage(stage.customer, async (page) => {
        await page.goto('/settings/banking');
        await page.getByLabel('Bank name').fill('Łódź Commercial Bank');
        await page.getByRole('button', { name: 'Save banking details' }).click();
        await page.getByText('Your banking details have been updated.').first().waitFor();
        await page.goto('/withdraw/new');
        await seeValue(page.getByLabel('Bank name'), 'Łódź Commercial Bank');
      });
    });

    it('reads why a deposit was rejected, and deletes one that waits', async () => {
      const { product } = stage;
      const token = await customerToken(product);
      const office = await administratorToken(product);
      const wallet = await usdWallet(stage, token);
      for (const amount of ['71.00', '72.00']) {
        await call(product, 'POST', '/api/deposits', { wallet_id: wallet.id, amount, user_notes: '' }, token);
      }
      const { data } = await call<Listed<{ id: string; reference: string; amount: { decimal: string } }>>(
        product,
        'GET',
        '/api/deposits',
        undefined,
        token,
      );
      const rejected = data.find(({ amount }) => amount.decimal === '71.00');
      const doomed = data.find(({ amount }) => amount.decimal === '72.00');
      assert.ok(rejected && doomed);
      const reason = 'No transfer with this reference has arrived.';
      await call(
        product,
        'POST',
        `/api/admin/deposits/${rejected.id}/reject`,
        { status: 'rejected', admin_notes: reason },
        office,
      );
      await inPage(stage.customer, async (page) => {
        await page.goto('/deposits');
        await page.getByRole('row', { name: rejected.reference }).getByText(reason).waitFor();
        await page.getByRole('button', { name: `Delete ${doomed.reference}` }).click();
        await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
        await page.getByRole('row', { name: doomed.reference }).waitFor({ state: 'detached' });
      });
    });

    it('draws a PDF proof in the panel, and says of a damaged one that it cannot be shown', async () => {
      const { product } = stage;
      const token = await customerToken(product);
      const wallet = await usdWallet(stage, token);
      const made = await call<{ data: { id: string; reference: string } }>(
        product,
        'POST',
        '/api/deposits',
        { wallet_id: wallet.id, amount: '73.00', user_notes: '' },
        token,
      );
      const { id, reference } = made.data;
      const paper = await registerExtract();
      const look = async (buffer: Buffer, see: (panel: Locator) => Promise<unknown>) => {
        await inPage(stage.customer, async (page) => {
          await page.goto('/deposits');
          const stored = page.waitForResponse((answer) => answer.url().includes(`/api/deposits/${id}/`));
          await page
            .getByLabel(`Payment proof of ${reference}`)
            .setInputFiles({ name: 'transfer.pdf', mimeType: 'application/pdf', buffer });
          assert.equal((await stored).status(), 200);
        });
        await inPage(stage.administrator, async (page) => {
          await page.goto(`/admin/deposits?search=${reference}`);
          await page.getByRole('link', { name: reference }).click();
          await see(page.getByRole('dialog'));
        });
      };
      await look(paper, async (panel) => {
        const pages = panel.getByRole('region', { name: 'Pages of the payment proof' });
        await pages.getByText(/Page 1: .*Extract from the company register/).waitFor({ state: 'attached' });
        const isDrawn = await pages.locator('canvas').evaluate((canvas: HTMLCanvasElement) => {
          const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] };
          return data.some((value, at) => at % 4 === 0 && value < 100);
        });
        assert.ok(isDrawn, 'there is ink on the page');
        await panel.getByRole('button', { name: 'Zoom in' }).click();
        await panel.getByText('150%').waitFor();
      });
      await look(Buffer.concat([paper.subarray(0, 400), Buffer.from('cut off')]), async (panel) => {
        await panel.getByText(/This PDF cannot be shown: it is damaged or locked/).waitFor();
        await panel.getByRole('button', { name: 'Download' }).waitFor();
        await panel.getByText(`payment-proof-${reference}.pdf`).waitFor();
      });
    });

    it('searches, filters, sorts and looks at the catalogue as cards', async () => {
      await inOwnBrowser(stage, async (page) => {
        const main = page.getByRole('main');
        await page.goto('/products');
        await main.getByRole('searchbox').fill('x');
        await page.getByText('Search term must be at least 2 characters long').waitFor();
        await main.getByRole('searchbox').fill('steam');
        await main.getByRole('link', { name: /Steam/ }).first().waitFor();
        await main.getByRole('searchbox').fill('no such card');
        await page.getByText('No products found').waitFor();
        await page.goto('/products?brand_name=Steam');
        await main
          .getByRole('radio', { name: 'Grid view' })
          .or(main.getByRole('button', { name: 'Grid view' }))
          .first()
          .click();
        await main.getByRole('button', { name: 'Add' }).first().waitFor();
        await page.reload();
        await main.getByRole('button', { name: 'Add' }).first().waitFor();
        assert.equal(await main.getByRole('table').count(), 0, 'the choice is remembered');
        await main
          .getByRole('radio', { name: 'Table view' })
          .or(main.getByRole('button', { name: 'Table view' }))
          .first()
          .click();
        await choose(main.getByLabel('Sort by'), /^Price/);
        await page.waitForURL(/sort/);
        await main.getByRole('table').waitFor();
      });
    });

    it('is told when the network is gone, and reaches the page past the menu with one key', async () => {
      await inOwnBrowser(stage, async (page) => {
        await page.goto('/orders');
        await page.getByRole('heading', { level: 1, name: 'Orders' }).waitFor();
        await page.context().setOffline(true);
        await page.getByText('You are offline.', { exact: false }).waitFor();
        await page.context().setOffline(false);
        await page.getByText('You are offline.', { exact: false }).waitFor({ state: 'detached' });
        await page.goto('/faq');
        await page.getByRole('heading', { level: 1 }).waitFor();
        const skip = page.getByRole('link', { name: 'Skip to content' });
        await skip.focus();
        await skip.press('Enter');
        await page.waitForFunction(() => document.activeElement?.id === 'main');
      });
    });
  });
}

/** What administrators do beside the main job. */
export function adminPaths(stage: Stage): void {
  describe('an administrator', IN_TURN, () => {
    it('pays out a withdrawal, and the wallet has that much less', async () => {
      const { product } = stage;
      const token = await customerToken(product);
      const wallet = await usdWallet(stage, token);
      const bankDetails = {
        bankName: 'Harbour Trust',
        accountName: 'Lindqvist',
        accountNumber: 'DE89',
        swiftCode: 'HARBDEFF',
      };
      const before = BigInt(wallet.balance.amount);
      await call(product, 'POST', '/api/withdrawals', { amount: '1.25', currency: 'USD', bankDetails }, token);
      await inPage(stage.administrator, async (page) => {
        await page.goto('/admin/withdrawals');
        await page.getByRole('row', { name: /1\.25/ }).first().click();
        await page.getByRole('dialog').first().getByRole('button', { name: 'Complete' }).click();
        await page.getByRole('button', { name: 'The transfer was made' }).click();
        await page.getByText('The amount was paid out and has left the wallet.').waitFor();
      });
      assert.equal(BigInt((await usdWallet(stage, token)).balance.amount), before - 125n);
    });

    it('makes, changes and deletes a brand', async () => {
      await inPage(stage.administrator, async (page) => {
        await page.goto('/admin/brands');
        await page.getByRole('button', { name: 'New brand' }).click();
        const dialog = page.getByRole('dialog', { name: 'Add New Brand Logo' });
        await dialog.getByRole('button', { name: 'Add brand' }).click();
        await dialog.getByText('Brand title is required').waitFor();
        await dialog.getByLabel('Title').fill('Żubr Games');
        await seeToast(page, 'Brand logo created successfully', () =>
          dialog.getByRole('button', { name: 'Add brand' }).click(),
        );
        // The dialog makes the page behind it inert until it is gone.
        await dialog.waitFor({ state: 'detached' });
        await page.getByRole('button', { name: 'Edit Żubr Games' }).click();
        await page.getByRole('dialog').getByLabel('Title').fill('Żubr Arcade');
        await page.getByRole('dialog').getByRole('button', { name: 'Save changes' }).click();
        await page.getByRole('dialog').waitFor({ state: 'detached' });
        await page.getByRole('button', { name: 'Delete Żubr Arcade' }).click();
        await page.getByText('Are you sure you want to delete "Żubr Arcade"? This action cannot be undone.').waitFor();
        await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
        await page.getByRole('button', { name: 'Delete Żubr Arcade' }).waitFor({ state: 'detached' });
      });
    });

    it('opens the palette by Ctrl+K, and closes it by Escape', async () => {
      await inPage(stage.administrator, async (page) => {
        await page.goto('/admin/dashboard');
        await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
        await page.keyboard.press('Control+k');
        const palette = page.getByRole('combobox', { name: /jump to a page/ });
        await palette.waitFor();
        await page.keyboard.press('Escape');
        await palette.waitFor({ state: 'detached' });
      });
    });
  });
}
