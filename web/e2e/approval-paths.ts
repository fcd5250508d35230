import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright';
import { eventually } from '#core/kernel/testing/eventually.ts';
import { SIGN_INS } from '#infra/adapters/config/sign-ins.ts';
import { approvedCustomer, putInCart, topUp } from './newcomer.ts';
import { signInAdministrator } from './sign-in.ts';
import { call, choose, IN_TURN, newContext, newPage, type Stage, seeToast, seeValue } from './stage.ts';

const WAITING = { name: 'What waits for a second administrator' };

/** Steps that need two administrators, each in a browser of their own: the first approves, the second confirms. */
export function approvalPaths(stage: Stage): void {
  /** Signed in just now, because large approvals need a session that was confirmed within the last minutes. */
  async function inOffices(work: (first: Page, second: Page) => Promise<void>): Promise<void> {
    const contexts = [await newContext(stage), await newContext(stage)] as const;
    await signInAdministrator(contexts[0]);
    await signInAdministrator(contexts[1], SIGN_INS.secondAdministrator);
    await work(await newPage(contexts[0]), await newPage(contexts[1]));
    for (const context of contexts) await context.close();
  }

  describe('what takes two administrators', IN_TURN, () => {
    it('a large deposit is approved by one and confirmed by the other', async () => {
      const { product } = stage;
      const customer = await approvedCustomer(product, 'Four Eyes');
      const body = { wallet_id: customer.wallets.USD, amount: '15000.00', user_notes: '' };
      const made = await call<{ data: { id: string } }>(product, 'POST', '/api/deposits', body, customer.token);
      await inOffices(async (first, second) => {
        const address = `/admin/deposits?open=${made.data.id}`;
        await first.goto(address);
        await first.getByRole('button', { name: 'Approve', exact: true }).click();
        const form = first.getByRole('dialog', { name: 'Approve deposit' });
        await form.getByText(/^More than \$10,000\.00: a second administrator has to confirm it/).waitFor();
        await form.getByLabel('Admin notes').fill('Seen on the account');
        await form.getByRole('button', { name: 'Approve $15,000.00' }).click();
        await first.getByText(/^You approved/).waitFor();
        await first.getByRole('button', { name: 'Change approval', exact: true }).waitFor();
        await second.goto(address);
        await second.getByText(`${SIGN_INS.administrator.name} approved`).waitFor();
        await second.getByRole('button', { name: 'Confirm', exact: true }).click();
        await second.getByRole('button', { name: 'Confirm $15,000.00' }).click();
        await second.getByText(/was approved\. The funds were credited/).waitFor();
      });
      const { data } = await call<{ data: { id: string; balance: { amount: string } }[] }>(
        ...([product, 'GET', '/api/wallets', undefined, customer.token] as const),
      );
      assert.equal(data.find(({ id }) => id === customer.wallets.USD)?.balance.amount, '1500000');
    });

    it('a large payout is approved by one, found in the list of the other, who makes the transfer', async () => {
      const { product } = stage;
      const customer = await approvedCustomer(product, 'Paula Out');
      await topUp(product, customer, 'USD', '6000.00');
      // No other path pays to this account: what one decides alone for an account is added up.
      const bankDetails = {
        bankName: 'Harbour Trust',
        accountName: 'Paula Out',
        accountNumber: 'AT611904300234573201',
        swiftCode: 'HARBDEFF',
      };
      const body = { amount: '5500.00', currency: 'USD', bankDetails };
      await call(product, 'POST', '/api/withdrawals', body, customer.token);
      await inOffices(async (first, second) => {
        await first.goto('/admin/withdrawals');
        await first.getByRole('row', { name: /Paula Out/ }).click();
        await first.getByRole('dialog').first().getByRole('button', { name: 'Complete' }).click();
        const form = first.getByRole('dialog', { name: 'Approve payout' });
        await form.getByText(/^More than \$5,000\.00 needs two administrators/).waitFor();
        await form.getByRole('button', { name: 'Approve payout' }).click();
        await first.getByText(/^You approved/).waitFor();
        await first.goto('/admin/approvals?kind=withdrawal');
        const own = first.getByRole('table', WAITING).getByRole('row', { name: /Paula Out/ });
        await own.getByText('You approved first').waitFor();
        assert.equal(await own.getByRole('link', { name: /^Look and decide/ }).count(), 0);

        await second.goto('/admin/dashboard');
        await second.getByRole('link', { name: /^Approvals.*to confirm/ }).click();
        const theirs = second.getByRole('table', WAITING).getByRole('row', { name: /Paula Out/ });
        await theirs.getByText('$5,500.00').waitFor();
        await theirs.getByRole('link', { name: /^Look and decide: WDR-/ }).click();
        await second.getByText(`${SIGN_INS.administrator.name} approved`).waitFor();
        await second.getByRole('dialog').first().getByRole('button', { name: 'Confirm' }).click();
        await second.getByRole('button', { name: 'The transfer was made' }).click();
        await second.getByText('The amount was paid out and has left the wallet.').waitFor();
        // Without a reload, because the stream sends that something else waits.
        await own.waitFor({ state: 'detached' });
      });
    });

    it('a large credit limit is given by one and confirmed in the list by the other; one beyond all bounds by nobody', async () => {
      const customer = await approvedCustomer(stage.product, 'Lena Limit');
      await inOffices(async (first, second) => {
        await first.goto(`/admin/users/${customer.id}?tab=money`);
        await first.getByRole('button', { name: 'Change', exact: true }).click();
        const dialog = first.getByRole('dialog', { name: /^Credit limit/ });
        await dialog.getByLabel('Credit limit').fill('999999999999');
        await dialog.getByRole('button', { name: 'Save' }).click();
        await dialog.getByText('The credit limit must be at most 10,000,000').waitFor();
        await dialog.getByLabel('Credit limit').fill('12000');
        await dialog.getByRole('button', { name: 'Save' }).click();
        await first.getByText(/^You approved \$12,000\.00/).waitFor();
        assert.equal(await first.getByRole('button', { name: 'Confirm $12,000.00' }).count(), 0);

        await second.goto('/admin/approvals?kind=credit_limit');
        const row = second.getByRole('table', WAITING).getByRole('row', { name: /Lena Limit/ });
        await row.getByRole('button', { name: /^Confirm/ }).click();
        const question = second.getByRole('alertdialog', { name: 'Confirm credit limit' });
        await question
          .getByText('A credit limit of $12,000.00 for Lena Limit counts at once', { exact: false })
          .waitFor();
        await seeToast(second, 'The credit limit is now $12,000.00', () =>
          question.getByRole('button', { name: 'Confirm' }).click(),
        );
        await row.waitFor({ state: 'detached' });
        await first.reload();
        await first.getByText('$12,000.00').first().waitFor();
        assert.equal(await first.getByText('Waits for a second approval').count(), 0);
      });
    });

    it('a large discount is no price before the other confirmed it', async () => {
      const { product } = stage;
      const customer = await approvedCustomer(product, 'Dora Discount');
      await putInCart(product, customer, { name: 'Steam $50', quantity: 1 });
      const discount = async () => {
        const path = `/api/cart?wallet_id=${customer.wallets.USD}`;
        const cart = await call<{ meta: { totals: { discount: { formatted: string } } } }>(
          ...([product, 'GET', path, undefined, customer.token] as const),
        );
        return cart.meta.totals.discount.formatted;
      };
      await inOffices(async (first, second) => {
        const address = `/admin/users/${customer.id}?tab=discounts`;
        for (const page of [first, second]) {
          await page.goto(address);
          await page.getByRole('searchbox', { name: 'Search products' }).fill('Steam $50');
        }
        const percent = first.getByLabel('Discount on Steam $50 in percent');
        await seeToast(first, 'Your approval of 40 % is saved.', () => percent.fill('40'));
        await seeValue(percent, '');
        await first.getByText(/^You approved 40 % on/).waitFor();
        assert.equal(await discount(), '$0.00');
        await second.reload();
        await second.getByRole('searchbox', { name: 'Search products' }).fill('Steam $50');
        await seeToast(second, 'Discount applied successfully', () =>
          second.getByRole('button', { name: 'Confirm: 40 % on Steam $50' }).click(),
        );
        await eventually(async () => assert.equal(await discount(), '$19.16'));

        // One for a brand waits as a whole, and is looked at as a whole.
        await first.getByRole('button', { name: 'Set for a brand' }).click();
        const form = first.getByRole('dialog', { name: 'Set for a brand' });
        await choose(form.getByRole('combobox', { name: /Brand/ }), /^Steam$/);
        await form.getByLabel('Percentage').fill('50');
        await form.getByRole('button', { name: 'Show the discounts' }).click();
        await first.getByRole('button', { name: /^Apply \d+ rows$/ }).click();
        await seeToast(first, 'Saved. It waits for a second administrator', () =>
          first.getByRole('alertdialog').getByRole('button', { name: 'Apply' }).click(),
        );
        assert.equal(await discount(), '$19.16');
        await second.goto('/admin/approvals?kind=discount_plan');
        await second.getByRole('link', { name: /^Look and decide: Steam: 50 %.* of Dora Discount$/ }).click();
        await second.getByRole('button', { name: 'Confirm', exact: true }).click();
        await seeToast(second, ' set, 0 left as they are', () =>
          second.getByRole('alertdialog').getByRole('button', { name: 'Confirm' }).click(),
        );
        assert.equal(await discount(), '$23.95');
      });
    });
  });
}
