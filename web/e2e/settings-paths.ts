import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import type { Page } from 'playwright';
import { approvedCustomer } from './newcomer.ts';
import { signInAdministrator } from './sign-in.ts';
import { newAdministrator } from './staff.ts';
import { call, IN_TURN, inPage, newContext, newPage, type Stage, seeToast } from './stage.ts';

const PASSWORD = 'two keys to one door';
const NEW_IBAN = 'DE02 1203 0000 0000 2020 51';

/** Settings that take two owners: the first proposes, the second confirms, and customers see the new account. */
export function settingsPaths(stage: Stage): void {
  async function propose(page: Page, iban: string): Promise<void> {
    await page.goto('/admin/settings');
    await page.getByRole('button', { name: /^Change the EUR account/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Change an account' });
    await dialog.getByLabel('IBAN, or account number').fill(iban);
    await dialog.getByLabel('BIC / SWIFT').fill('BYLADEM1001');
    await dialog.getByLabel('Reason').fill('A new bank');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('A change waits').waitFor();
  }

  describe('settings that take two owners', IN_TURN, () => {
    it('another account is proposed by one, found under approvals by the other, confirmed, and printed for customers; another one is withdrawn', async () => {
      const { product } = stage;
      const email = `${randomUUID().slice(0, 8)}@staff.example`;
      const link = await newAdministrator(stage, { email, name: 'Olga Owner', role: 'owner' });
      const [first, second] = [await newContext(stage), await newContext(stage)];
      await inPage(second, async (page) => {
        await page.goto(link);
        await page.getByLabel('Password *', { exact: true }).fill(PASSWORD);
        await page.getByLabel('Confirm password').fill(PASSWORD);
        await page.getByRole('button', { name: 'Set password' }).click();
        await page.getByText('Your password is set').first().waitFor();
      });
      await signInAdministrator(first);
      await signInAdministrator(second, { email, password: PASSWORD });
      const [proposing, confirming] = [await newPage(first), await newPage(second)];

      await propose(proposing, NEW_IBAN);
      assert.equal(await proposing.getByRole('button', { name: 'Confirm', exact: true }).count(), 0);
      await confirming.goto('/admin/approvals?kind=settings');
      await confirming.getByRole('link', { name: /^Approvals.*to confirm/ }).waitFor();
      await confirming.getByRole('link', { name: 'Look and decide: Accounts to pay into' }).click();
      await confirming.getByText(NEW_IBAN).waitFor();
      await confirming.getByRole('button', { name: 'Confirm', exact: true }).click();
      await seeToast(confirming, 'It counts from now on', () =>
        confirming.getByRole('alertdialog').getByRole('button', { name: 'Confirm' }).click(),
      );

      const customer = await approvedCustomer(product, 'Paid Into');
      const body = { wallet_id: customer.wallets.EUR, amount: '50.00', user_notes: '' };
      const made = await call<{ data: { pay_into: { value: string }[] } }>(
        ...([product, 'POST', '/api/deposits', body, customer.token] as const),
      );
      assert.ok(made.data.pay_into.some(({ value }) => value === NEW_IBAN));

      await propose(proposing, 'AT61 1904 3002 3457 3201');
      await proposing.getByRole('button', { name: 'Withdraw' }).click();
      await seeToast(proposing, 'Withdrawn. Nothing was changed.', () =>
        proposing.getByRole('alertdialog').getByRole('button', { name: 'Withdraw' }).click(),
      );
      await proposing.getByText('A change waits').waitFor({ state: 'detached' });
      for (const context of [first, second]) await context.close();
    });
  });
}
