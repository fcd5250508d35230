import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright';
import { eventually } from '#core/kernel/testing/eventually.ts';
import { approvedCustomer, browserOf, checkOut, putInCart, topUp } from './newcomer.ts';
import { figure, IN_TURN, inPage, type Stage, seeToast, seeValue } from './stage.ts';

const ORDER_PAGE = /\/orders\/[0-9a-f-]{36}$/;

/** The available amount in the top bar. */
const seeBalance = (page: Page, formatted: string): Promise<void> =>
  page.getByRole('button', { name: `Wallet: USD ${formatted} to spend`, exact: true }).waitFor();

async function seeFigures(page: Page, figures: Record<string, string>): Promise<void> {
  for (const [label, amount] of Object.entries(figures)) {
    await figure(page.getByRole('main'), label).filter({ hasText: amount }).waitFor();
  }
}

/** Paths on which money moves, or must not. Each has a customer of its own, and a wallet with a known amount. */
export function moneyPaths(stage: Stage): void {
  describe('money, as it is shown', IN_TURN, () => {
    it('a cart takes changes, shows what conversion costs, survives a reload, and is charged as shown', async () => {
      const { product } = stage;
      const customer = await approvedCustomer(product, 'Ida Borg');
      await topUp(product, customer, 'USD', '200.00');
      await putInCart(product, customer, { name: 'Steam €20', quantity: 1 });
      await putInCart(product, customer, { name: 'Steam $20', quantity: 1 });
      const context = await browserOf(stage, customer);
      await inPage(context, async (page) => {
        const main = page.getByRole('main');
        await page.goto('/cart');
        // €19.30 at 1.10 are $21.23, and the fee is 2 % of that; the other card costs $19.20.
        await seeFigures(page, { Subtotal: '$40.43', 'Conversion Fees': '$0.42', Total: '$40.85' });
        const quantity = main.getByLabel('Quantity of Steam €20', { exact: true });
        await quantity.fill('3');
        await quantity.press('Enter');
        await seeFigures(page, { Subtotal: '$82.89', 'Conversion Fees': '$1.27', Total: '$84.16' });
        await page.reload();
        await seeFigures(page, { Subtotal: '$82.89', 'Conversion Fees': '$1.27', Total: '$84.16' });
        await seeValue(quantity, '3');
        await main.getByRole('button', { name: 'Increase quantity of Steam $20' }).click();
        await seeFigures(page, { Total: '$103.36' });
        await main.getByRole('button', { name: 'Remove Steam $20' }).click();
        await seeFigures(page, { Subtotal: '$63.69', Total: '$64.96' });
        const items = main.getByRole('list', { name: 'Items' }).getByRole('listitem');
        await eventually(async () => assert.equal(await items.count(), 1));

        await main.getByRole('button', { name: 'Clear cart' }).click();
        const question = page.getByRole('alertdialog', { name: 'Clear cart' });
        await question.getByText('Nothing was ordered yet.', { exact: false }).waitFor();
        await question.getByRole('button', { name: 'Cancel' }).click();
        await question.waitFor({ state: 'detached' });
        await seeFigures(page, { Total: '$64.96' });

        await main.getByRole('button', { name: 'Proceed to Checkout' }).click();
        await page.waitForURL(ORDER_PAGE);
        await seeFigures(page, { Subtotal: '$63.69', 'Conversion Fees': '$1.27', Total: '$64.96' });
        await seeBalance(page, '$135.04');
        await page.goto('/cart');
        await page.getByText('Your cart is empty').waitFor();
      });
      await context.close();
    });

    it('an order that waits for funds counts down, and is cancelled at no charge by either side', async () => {
      const { product } = stage;
      const customer = await approvedCustomer(product, 'Jun Mori');
      await topUp(product, customer, 'USD', '50.00');
      await putInCart(product, customer, { name: 'Steam $20', quantity: 10 });
      const context = await browserOf(stage, customer);
      await inPage(context, async (page) => {
        await page.goto('/cart');
        await page.getByText('Your wallet is $142.00 short').waitFor();
        await page.getByRole('button', { name: 'Proceed to Checkout' }).click();
        await page.waitForURL(ORDER_PAGE);
        await page.getByText('Your USD wallet is $142.00 short.', { exact: false }).waitFor();
        const timer = page.getByRole('timer');
        const shown = await timer.innerText();
        assert.match(shown, /^47:5\d:\d\d$/);
        await eventually(async () => assert.notEqual(await timer.innerText(), shown));
        await seeBalance(page, '$50.00');

        const cancel = page.getByRole('main').getByRole('button', { name: 'Cancel order' });
        const question = page.getByRole('alertdialog', { name: 'Cancel order' });
        await cancel.click();
        await question.getByText('nothing is charged', { exact: false }).waitFor();
        await question.getByRole('button', { name: 'Keep order' }).click();
        await question.waitFor({ state: 'detached' });
        assert.equal(await timer.count(), 1, 'the order was kept');
        await cancel.click();
        await question.getByRole('button', { name: 'Cancel order' }).click();
        await page.getByText('No payment was taken.', { exact: true }).waitFor();
        await timer.waitFor({ state: 'detached' });
        await seeBalance(page, '$50.00');

        await putInCart(product, customer, { name: 'Steam $20', quantity: 10 });
        const orderId = await checkOut(product, customer);
        await inPage(stage.administrator, async (office) => {
          await office.goto(`/admin/orders/${orderId}`);
          await office.getByText('Waiting for funds').waitFor();
          await office.getByRole('button', { name: 'Cancel order' }).click();
          const doubt = office.getByRole('alertdialog', { name: 'Cancel order' });
          await doubt.getByText('nothing was paid for it', { exact: false }).waitFor();
          await seeToast(office, 'Order has been cancelled', () =>
            doubt.getByRole('button', { name: 'Cancel order' }).click(),
          );
        });
        await page.goto(`/orders/${orderId}`);
        await page.getByText('This order was cancelled').waitFor();
        await seeBalance(page, '$50.00');
      });
      await context.close();
    });

    it('a paid order that waits for stock is cancelled by an administrator, and its payment is back', async () => {
      const { product } = stage;
      const customer = await approvedCustomer(product, 'Rosa Vidal');
      await topUp(product, customer, 'USD', '100.00');
      await putInCart(product, customer, { name: 'Hulu $50', quantity: 1 });
      const orderId = await checkOut(product, customer);
      const context = await browserOf(stage, customer);
      await inPage(context, async (page) => {
        await page.goto(`/orders/${orderId}`);
        await page.getByText('Some products are out of stock').waitFor();
        await seeBalance(page, '$52.00');
        await inPage(stage.administrator, async (office) => {
          await office.goto(`/admin/orders/${orderId}`);
          await office.getByText('Waiting for stock').waitFor();
          const question = office.getByRole('alertdialog', { name: 'Cancel order' });
          await office.getByRole('button', { name: 'Cancel order' }).click();
          await question.getByText('$48.00 go back to the wallet at once', { exact: false }).waitFor();
          await question.getByRole('button', { name: 'Back' }).click();
          await question.waitFor({ state: 'detached' });
          await office.getByText('Waiting for stock').waitFor();
          await office.getByRole('button', { name: 'Cancel order' }).click();
          await question.getByRole('button', { name: 'Cancel order' }).click();
          await figure(office.getByRole('main'), 'Refunded').waitFor();
        });
        await page.reload();
        await page.getByText('$48.00 went back to your USD wallet on', { exact: false }).waitFor();
        await seeBalance(page, '$100.00');
      });
      await context.close();
    });

    it('a credit limit is spent below zero and not beyond, and cannot be set below what is spent', async () => {
      const { product } = stage;
      const customer = await approvedCustomer(product, 'Olu Adeyemi');
      await putInCart(product, customer, { name: 'Steam $20', quantity: 2 });
      const context = await browserOf(stage, customer);
      await inPage(stage.administrator, async (office) => {
        const dialog = office.getByRole('dialog', { name: /^Credit limit/ });
        const setLimit = async (amount: string) => {
          await dialog.getByLabel('Credit limit').fill(amount);
          await dialog.getByRole('button', { name: 'Save' }).click();
        };
        await office.goto(`/admin/users/${customer.id}?tab=money`);
        await office.getByRole('button', { name: 'Change', exact: true }).click();
        await setLimit('50');
        await dialog.waitFor({ state: 'detached' });
        await office.getByText('$50.00').first().waitFor();

        await inPage(context, async (page) => {
          await page.goto('/cart');
          await page.getByText('$50.00 available to spend').waitFor();
          await page.getByRole('button', { name: 'Proceed to Checkout' }).click();
          await page.waitForURL(ORDER_PAGE);
          await seeFigures(page, { Total: '$38.40' });
          await seeBalance(page, '$11.60');
          await page.getByRole('button', { name: /^Wallet:/ }).click();
          await page.getByText('Balance -$38.40').waitFor();

          await putInCart(product, customer, { name: 'Steam $20', quantity: 1 });
          await page.goto('/cart');
          await page.getByText('Your wallet is $7.60 short').waitFor();
          await page.getByRole('button', { name: 'Proceed to Checkout' }).click();
          await page.waitForURL(ORDER_PAGE);
          await page.getByText('Payment pending', { exact: false }).waitFor();
          await seeBalance(page, '$11.60');
        });

        await office.getByRole('button', { name: 'Change', exact: true }).click();
        await setLimit('38.39');
        await dialog.getByText('38.40 of the credit is spent already', { exact: false }).waitFor();
        await dialog.getByRole('button', { name: 'Cancel' }).click();
        await office.reload();
        await office.getByText('-$38.40').first().waitFor();
        await office.getByText('$50.00').first().waitFor();
      });
      await context.close();
    });

    it('a discount typed by an administrator is the price that the customer sees and pays', async () => {
      const { product } = stage;
      const customer = await approvedCustomer(product, 'Petra Novak');
      await topUp(product, customer, 'USD', '60.00');
      await inPage(stage.administrator, async (office) => {
        await office.goto(`/admin/users/${customer.id}?tab=discounts`);
        await office.getByRole('searchbox', { name: 'Search products' }).fill('Steam $50');
        const percent = office.getByLabel('Discount on Steam $50 in percent');
        await seeToast(office, 'Discount must be between 0 and 100', () => percent.fill('120'));
        // The percentage in force is shown again.
        await seeValue(percent, '');
        await seeToast(office, 'Discount applied successfully', () => percent.fill('12.5'));
      });
      await putInCart(product, customer, { name: 'Steam $50', quantity: 1 });
      const context = await browserOf(stage, customer);
      await inPage(context, async (page) => {
        await page.goto('/cart');
        await page.getByText('- $5.99 off').waitFor();
        await seeFigures(page, { Subtotal: '$47.90', Discount: '$5.99', Total: '$41.91' });
        await page.getByRole('button', { name: 'Proceed to Checkout' }).click();
        await page.waitForURL(ORDER_PAGE);
        await seeFigures(page, { Discount: '$5.99', Total: '$41.91' });
        await seeBalance(page, '$18.09');
      });
      await context.close();
    });
  });
}
