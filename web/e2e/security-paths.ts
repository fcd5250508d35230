import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { TOTP } from 'otpauth';
import { mailTo } from './mailbox.ts';
import { newAdministrator } from './staff.ts';
import { IN_TURN, newContext, newPage, type Stage, seeToast } from './stage.ts';
import { withPasskeyDevice } from './virtual-passkeys.ts';

const PASSWORD = 'a long walk by the sea';

/** How an administrator's own account is changed, and what is refused. */
export function securityPaths(stage: Stage): void {
  describe('an administrator', IN_TURN, () => {
    it('adds a passkey, signs in with it alone, and confirms with it what takes more', async () => {
      const email = `passkey-${Date.now()}@staff.example`;
      const link = await newAdministrator(stage, { email, name: 'Grace Hopper', role: 'owner' });
      const context = await newContext(stage);
      const page = await newPage(context);
      await withPasskeyDevice(page);
      await page.goto(new URL(link).pathname);
      await page.getByLabel('Password *', { exact: true }).fill(PASSWORD);
      await page.getByLabel('Confirm password').fill(PASSWORD);
      await page.getByRole('button', { name: 'Set password' }).click();
      await page.getByRole('link', { name: 'Sign in' }).click();
      await page.getByLabel('Email').fill(email);
      await page.getByLabel('Password *', { exact: true }).fill(PASSWORD);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await page.waitForURL('**/admin/dashboard');

      await page.goto('/admin/security');
      await page.getByRole('button', { name: 'Add a passkey' }).click();
      await page.getByRole('dialog').getByLabel('Name').fill('Key on the desk');
      await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click();
      await page.getByRole('button', { name: 'I have kept them' }).click();
      await context.clearCookies();
      await page.goto('/admin/login');
      await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
      await page.waitForURL('**/admin/dashboard');

      // As if the last confirmation was long ago: the server requires one, the passkey gives it, and the call continues.
      let isRefused = false;
      await page.route('**/api/admin/mfa/recovery-codes', async (route) => {
        if (isRefused) return route.continue();
        isRefused = true;
        const message = 'Please confirm with your passkey that it is you.';
        const errors = { passkey: [message] };
        return route.fulfill({ status: 403, json: { message, code: 'step_up_required', errors } });
      });
      await page.goto('/admin/security');
      await page.getByRole('button', { name: 'Make new codes' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Make new codes' }).click();
      const asked = page.getByRole('dialog', { name: 'Confirm that it is you' });
      await asked.getByRole('button', { name: 'Use your passkey' }).click();
      await page.getByText('Keep your recovery codes now: they are not shown again').waitFor();
      await context.close();
    });

    it('sets up an authenticator app, signs in with a recovery code, and signs other devices out', async () => {
      const email = `second-factor-${Date.now()}@staff.example`;
      const link = await newAdministrator(stage, { email, name: 'Ada Byron', role: 'owner' });
      const [context, other] = [await newContext(stage), await newContext(stage)];
      const [page, elsewhere] = [await newPage(context), await newPage(other)];
      const signIn = async (where = page) => {
        await where.goto('/admin/login');
        await where.getByLabel('Email').fill(email);
        await where.getByLabel('Password *', { exact: true }).fill(PASSWORD);
        await where.getByRole('button', { name: 'Sign in', exact: true }).click();
      };
      await page.goto(new URL(link).pathname);
      await page.getByLabel('Password *', { exact: true }).fill(PASSWORD);
      await page.getByLabel('Confirm password').fill(PASSWORD);
      await page.getByRole('button', { name: 'Set password' }).click();
      await page.getByRole('heading', { level: 1, name: 'Your password is set' }).waitFor();
      for (const where of [page, elsewhere]) {
        await signIn(where);
        await where.waitForURL('**/admin/dashboard');
      }

      await page.getByTitle(/^Your account/).click();
      await page.getByRole('button', { name: 'Sign out all others' }).waitFor();
      await page.getByRole('button', { name: 'Enable two-factor authentication' }).click();
      const totp = new TOTP({ secret: (await page.locator('main code').first().innerText()).trim() });
      await page.getByLabel('Verification code').fill(totp.generate());
      await page.getByRole('button', { name: 'Verify and enable' }).click();
      await page.getByText('Keep your recovery codes now: they are not shown again').waitFor();
      const codes = await page.getByRole('status').getByRole('listitem').allInnerTexts();
      assert.equal(codes.length, 10);
      await page.getByRole('button', { name: 'I have kept them' }).click();
      // Sessions that were started with only the password have ended.
      await elsewhere.goto('/admin/orders');
      await elsewhere.waitForURL((url) => url.pathname === '/admin/login');
      await mailTo(stage.product.mailboxUrl, email, 'Two-factor authentication is on');

      await signIn(elsewhere);
      await elsewhere.getByRole('heading', { level: 1, name: 'Two-factor authentication' }).waitFor();
      await elsewhere.getByLabel('Verification code').fill('000000');
      await elsewhere.getByRole('button', { name: 'Verify' }).click();
      await elsewhere.getByText('Failed to verify code. Please check the code and try again.').waitFor();
      await elsewhere.getByRole('button', { name: 'No phone at hand? Use a recovery code' }).click();
      await elsewhere.getByLabel('Recovery code').fill(codes[0] ?? '');
      await elsewhere.getByRole('button', { name: 'Verify' }).click();
      await elsewhere.waitForURL('**/admin/dashboard');
      await elsewhere.goto('/admin/security');
      await elsewhere.getByText('9 recovery codes are left').waitFor();
      await elsewhere.getByRole('button', { name: 'Sign out all others' }).click();
      await seeToast(elsewhere, 'All other devices were signed out.', () =>
        elsewhere.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click(),
      );
      await page.goto('/admin/orders');
      await page.waitForURL((url) => url.pathname === '/admin/login');
      await Promise.all([context.close(), other.close()]);
    });
  });
}
