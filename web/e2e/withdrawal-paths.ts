import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inOwnBrowser } from './sign-in.ts';
import { call, customerToken, IN_TURN, inPage, type Stage, seeToast, seeValue, usdWallet } from './stage.ts';

/** Payouts: the bank account, and the withdrawal. */
export function withdrawalPaths(stage: Stage): void {
  describe('a withdrawal', IN_TURN, () => {
    it('is asked for in a form that the saved banking details fill', async () => {
      await inOwnBrowser(stage, async (page) => {
        await page.goto('/settings/banking');
        await page.getByLabel('Bank name').fill('Łódź Commercial Bank');
        await seeToast(page, 'Your banking details have been updated.', () =>
          page.getByRole('button', { name: 'Save banking details' }).click(),
        );
        await page.goto('/withdraw/new');
        await seeValue(page.getByLabel('Bank name'), 'Łódź Commercial Bank');
      });
    });

    it('is paid out, and the wallet has that much less', async () => {
      const { product } = stage;
      const token = await customerToken(product);
      const wallet = await usdWallet(stage, token);
      const bankDetails = {
        bankName: 'Harbour Trust',
        accountName: 'Lindqvist',
        accountNumber: 'DE89370400440532013000',
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
  });
}
