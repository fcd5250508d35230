import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { TOTP } from 'otpauth';
import { eventually } from '#core/kernel/testing/eventually.ts';
import { mailTo } from './mailbox.ts';
import { approvedCustomer } from './newcomer.ts';
import { inOwnBrowser, signInCustomer } from './sign-in.ts';
import { call, IN_TURN, inPage, newContext, newPage, type Stage, seeToast } from './stage.ts';
import { withPasskeyDevice } from './virtual-passkeys.ts';

/** A customer's changes to the account: password, second factor, devices, API key. */
export function accountPaths(stage: Stage): void {
  describe('a customer', IN_TURN, () => {
    it('sets a new password by the mailed link, and changes it again', async () => {
      const { email, password } = await approvedCustomer(stage.product, 'Frida Forgets');
      const context = await newContext(stage);
      const page = await newPage(context);
      await page.goto('/forgot-password');
      await page.getByLabel('Email').fill(email);
      await page.getByRole('button', { name: 'Send reset link' }).click();
      await page.getByRole('heading', { level: 1, name: 'Check your email' }).waitFor();
      const link = (await mailTo(stage.product.mailboxUrl, email, 'Choose a new password')).links.find((each) =>
        each.includes('/password-reset'),
      );
      assert.ok(link, 'the mail has the link');
      await page.goto(link);
      await page.getByLabel('New password *', { exact: true }).fill('a better password');
      await page.getByLabel('Confirm').fill('another password');
      await page.locator('form button[type=submit]').click();
      await page.getByText('Passwords do not match').waitFor();
      await page.getByLabel('Confirm').fill('a better password');
      await page.locator('form button[type=submit]').click();
      await page.getByText('Password Reset Successful').waitFor();
      await page.waitForURL('**/login');

      await page.getByLabel('Email').fill(email);
      await page.getByLabel('Password *', { exact: true }).fill(password);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await page.getByText('Invalid email or password. Please check your credentials and try again.').waitFor();
      await page.getByLabel('Password *', { exact: true }).fill('a better password');
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await page.waitForURL((url) => url.pathname === '/');
      await page.goto('/settings/account?tab=password');
      await page.getByLabel('Current password').fill('wrong password');
      await page.getByLabel('New password *', { exact: true }).fill('a third, better password');
      await page.getByLabel('Confirm new password').fill('a third, better password');
      await page.getByRole('button', { name: 'Change password' }).click();
      await page.getByText('Current password is incorrect').first().waitFor();
      await page.getByLabel('Current password').fill('a better password');
      await seeToast(page, 'Your password has been changed.', () =>
        page.getByRole('button', { name: 'Change password' }).click(),
      );
      await context.close();
    });

    it('sets up an authenticator, and signs in with its code', async () => {
      const { email, password } = await approvedCustomer(stage.product, 'Anton Code');
      const context = await newContext(stage);
      const page = await newPage(context);
      const signIn = async () => {
        await page.goto('/login');
        await page.getByLabel('Email').fill(email);
        await page.getByLabel('Password *', { exact: true }).fill(password);
        await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      };
      await signIn();
      await page.waitForURL((url) => url.pathname === '/');
      await page.goto('/settings/account?tab=security');
      await page.getByRole('button', { name: 'Enable two-factor authentication' }).click();
      const secret = (await page.locator('main code').first().innerText()).trim();
      const totp = new TOTP({ secret });
      await page.getByLabel('Verification code').fill(totp.generate());
      await seeToast(page, 'Two-factor authentication has been enabled successfully', () =>
        page.getByRole('button', { name: 'Verify and enable' }).click(),
      );
      await context.clearCookies();
      await page.evaluate(() => localStorage.clear());

      await signIn();
      await page.getByRole('heading', { level: 1, name: 'Two-factor authentication' }).waitFor();
      assert.ok(await page.getByRole('button', { name: 'Verify', exact: true }).isDisabled());
      // A code works once. The next one is accepted one step ahead of the clock.
      await page.getByLabel('Verification code').fill(totp.generate({ timestamp: Date.now() + 30_000 }));
      await page.getByRole('button', { name: 'Verify', exact: true }).click();
      await page.waitForURL((url) => url.pathname === '/');
      await context.close();
    });

    it('adds a passkey, and signs in with it: alone, and after the password', async () => {
      const { email, password } = await approvedCustomer(stage.product, 'Pia Passkey');
      const context = await newContext(stage);
      const page = await newPage(context);
      await withPasskeyDevice(page);
      const signOut = async () => {
        await context.clearCookies();
        await page.evaluate(() => localStorage.clear());
        await page.goto('/login');
      };
      const givePassword = async () => {
        await page.getByLabel('Email').fill(email);
        await page.getByLabel('Password *', { exact: true }).fill(password);
        await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      };
      const home = () => page.waitForURL((url) => url.pathname === '/');
      await page.goto('/login');
      await givePassword();
      await home();
      await page.goto('/settings/account?tab=security');
      await page.getByRole('button', { name: 'Add a passkey' }).click();
      const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
      await dialog.getByLabel('Name').fill('My laptop');
      await dialog.getByRole('button', { name: 'Continue' }).click();
      await page.getByText('Keep your recovery codes now: they are not shown again').waitFor();
      const passkeys = page.getByRole('list', { name: 'Passkeys' }).getByRole('listitem');
      await passkeys.filter({ hasText: 'My laptop' }).filter({ hasText: 'not used yet' }).waitFor();
      await mailTo(stage.product.mailboxUrl, email, 'A passkey was added to your account');

      await signOut();
      await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
      await home();
      await signOut();
      await givePassword();
      await page.getByRole('heading', { level: 1, name: 'Two-factor authentication' }).waitFor();
      await page.getByRole('button', { name: 'Use your passkey' }).click();
      await home();

      await page.goto('/settings/account?tab=security');
      await page.getByRole('button', { name: 'Rename My laptop' }).click();
      await page.getByRole('dialog').getByLabel('Name').fill('Old laptop');
      await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
      await passkeys.filter({ hasText: 'Old laptop' }).filter({ hasText: 'last used' }).waitFor();
      await page.getByRole('button', { name: 'Remove Old laptop' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
      await passkeys.first().waitFor({ state: 'detached' });
      await mailTo(stage.product.mailboxUrl, email, 'Two-factor authentication is off');
      await context.close();
    });

    it('lists the devices that are signed in, and signs the others out', async () => {
      const as = await approvedCustomer(stage.product, 'Dana Devices');
      const [here, there] = [await newContext(stage), await newContext(stage)];
      for (const context of [there, here]) await signInCustomer(context, as);
      await inPage(here, async (page) => {
        await page.goto('/settings/account?tab=security');
        const devices = page.getByRole('listitem').filter({ hasText: 'last used' });
        await page.getByText('This device').waitFor();
        // The third is the one that asked for approval.
        assert.equal(await devices.count(), 3);
        await page.getByRole('button', { name: 'Sign out all others' }).click();
        await seeToast(page, 'All other devices were signed out.', () =>
          page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click(),
        );
        await eventually(async () => assert.equal(await devices.count(), 1));
      });
      await inPage(there, async (page) => {
        await page.goto('/orders');
        await page.waitForURL((url) => url.pathname === '/login');
      });
      await Promise.all([here.close(), there.close()]);
    });

    it('makes an API key, which reads the wallets and is not shown again', async () => {
      // In a new session, because one that is older than ten minutes needs the password.
      await inOwnBrowser(stage, async (page) => {
        await page.goto('/settings/account?tab=api-key');
        await page.getByRole('button', { name: 'Generate API key' }).click();
        const dialog = page.getByRole('dialog', { name: 'New API key' });
        assert.equal(await dialog.getByLabel('Read gift codes').isChecked(), false);
        await dialog.getByRole('button', { name: 'Generate' }).click();
        await page.getByText('Copy your API key now: it is not shown again').waitFor();
        const key = (await page.locator('main code').first().innerText()).trim();
        const wallets = await call<{ data: unknown[] }>(stage.product, 'GET', '/api/wallets', undefined, key);
        assert.equal(wallets.data.length, 2);
        await page.reload();
        await page.getByText(`···· ${key.slice(-4)}`).waitFor();
        assert.equal(await page.getByText(key).count(), 0);
      });
    });
  });
}
