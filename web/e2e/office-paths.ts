import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import type { Page } from 'playwright';
import { SIGN_INS } from '#infra/adapters/config/sign-ins.ts';
import { mailTo } from './mailbox.ts';
import { approvedCustomer, browserOf, registeredCustomer } from './newcomer.ts';
import { bannerPicture } from './papers.ts';
import { choose, figure, IN_TURN, inPage, type Stage, seeToast, seeValue } from './stage.ts';

/** Changes in the office that the store shows, and actions that need a confirmation. */
export function officePaths(stage: Stage): void {
  describe('the office and the store', IN_TURN, () => {
    it('a question of a customer is answered, and the answer comes by mail', async () => {
      const { email } = SIGN_INS.customer;
      const subject = 'A code is refused by the shop';
      const answer = 'Please send us the last four characters.';
      await inPage(stage.customer, async (page) => {
        await page.goto('/faq');
        await page.getByRole('button', { name: 'Help', exact: true }).click();
        const dialog = page.getByRole('dialog', { name: 'Contact support' });
        await seeValue(dialog.getByLabel('Email'), email);
        await dialog.getByLabel('Subject').fill(subject);
        await dialog.getByLabel('Message').fill('The second code of my last order.');
        await dialog.getByRole('button', { name: 'Submit' }).click();
        await dialog.getByText('Your support ticket has been submitted successfully!').waitFor();
      });
      await inPage(stage.administrator, async (page) => {
        await page.goto('/admin/support');
        await page.getByRole('list', { name: 'Tickets' }).getByRole('link', { name: subject }).click();
        const conversation = page.getByRole('list', { name: 'Conversation' });
        await conversation.getByText('The second code of my last order.').waitFor();
        await page.getByLabel('Your answer').fill(answer);
        await seeToast(page, `Your answer was sent to ${email}`, () =>
          page.getByRole('button', { name: 'Send answer' }).click(),
        );
        await conversation.getByText(answer).waitFor();
        await page
          .getByRole('list', { name: 'Tickets' })
          .getByRole('link', { name: subject })
          .getByText('Answered')
          .waitFor();
      });
      const mail = await mailTo(stage.product.mailboxUrl, email, `Re: ${subject}`);
      assert.match(mail.text, new RegExp(answer));
    });

    it('a new product gets its codes by CSV, is sold in the store, and leaves it once that was confirmed', async () => {
      const name = 'Steam Pocket $8';
      await inPage(stage.administrator, async (office) => {
        await office.goto('/admin/products');
        await addProduct(office, name);
        const stock = office.getByRole('dialog', { name: `Stock of ${name}` });
        const send = (codes: string[]) =>
          stock.locator('input[type=file]').setInputFiles({
            name: 'codes.csv',
            mimeType: 'text/csv',
            buffer: Buffer.from(['code', ...codes].join('\n')),
          });
        await send(['POCK-AAAA-0001', 'abc']);
        await stock.getByText('1 line is not right. Nothing was added.').first().waitFor();
        const leftOut = stock.getByRole('table', { name: 'Lines of codes.csv that were left out' });
        await leftOut.getByRole('row', { name: '3 The code is shorter than 4 characters.' }).waitFor();
        await figure(stock, 'Available').filter({ hasText: /^0$/ }).waitFor();
        const asked = office.getByRole('alertdialog', { name: 'Are these the codes?' });
        const add = () => asked.getByRole('button', { name: 'Add them to stock' }).click();
        await send(['POCK-AAAA-0001', 'POCK-AAAA-0002']);
        await asked
          .getByText('2 codes of 14 characters, as AAAA-AAAA-9999. The first: ••••-••••-0001, ••••-••••-0002.')
          .waitFor();
        await add();
        await stock.getByText('2 codes added to stock').waitFor();
        await figure(stock, 'Available').filter({ hasText: /^2$/ }).waitFor();
        await send(['POCK-AAAA-0002', 'POCK-AAAA-0003']);
        await add();
        await stock.getByText('1 code added to stock; 1 code left out as known already').waitFor();
        await leftOut
          .getByRole('row', { name: '3 This code is in stock or was sold already.' })
          .or(leftOut.getByRole('row', { name: '2 This code is in stock or was sold already.' }))
          .waitFor();
        await figure(stock, 'Available').filter({ hasText: /^3$/ }).waitFor();
        await inPage(stage.customer, async (page) => {
          await page.goto(`/products?search=${encodeURIComponent(name)}`);
          await page.getByText('No products found').waitFor();
        });
        await stock.getByRole('button', { name: 'Put on sale' }).click();
        await stock.getByText('Not on sale').waitFor({ state: 'detached' });
        await office.keyboard.press('Escape');
        await stock.waitFor({ state: 'detached' });

        await inPage(stage.customer, async (page) => {
          await page.goto('/products');
          await page.getByRole('main').getByRole('searchbox').fill(name);
          await page.getByRole('main').getByRole('link', { name }).first().click();
          await page.getByRole('heading', { level: 1, name }).waitFor();
          await page.getByText('$7.50').first().waitFor();
          await page.getByText('3 in stock').waitFor();

          const question = office.getByRole('alertdialog', { name: 'Archive product' });
          const archive = async (answer: string) => {
            await office.getByRole('button', { name: `More for ${name}` }).click();
            await office.getByRole('menuitem', { name: 'Archive' }).click();
            await question.getByText(`"${name}" is taken out of the store.`, { exact: false }).waitFor();
            await question.getByRole('button', { name: answer }).click();
            await question.waitFor({ state: 'detached' });
          };
          await archive('Cancel');
          await page.reload();
          await page.getByText('3 in stock').waitFor();
          await archive('Archive');
          await office.getByText('Not on sale', { exact: true }).waitFor();
          await page.reload();
          await page.getByText('Product not found').waitFor();
        });
      });
    });

    it('a banner needs a link, slides in the store, and goes once that was confirmed', async () => {
      await inPage(stage.administrator, async (office) => {
        await office.goto('/admin/carousel-image');
        await office.getByRole('list', { name: 'Carousel images' }).waitFor();
        await office.locator('input[type=file]').setInputFiles({
          name: 'summer-sale.png',
          mimeType: 'image/png',
          buffer: await bannerPicture(),
        });
        const add = office.getByRole('button', { name: 'Add Images' });
        await add.click();
        await office.getByText('Please provide a link for each image.').first().waitFor();
        await office.getByLabel('Link of summer-sale.png').fill('/products?brand_name=Steam');
        await seeToast(office, 'Images uploaded successfully', () => add.click());
        const tile = office
          .getByRole('list', { name: 'Carousel images' })
          .getByRole('listitem')
          .filter({ hasText: 'summer-sale' });
        await tile.getByText('/products?brand_name=Steam').waitFor();

        await inPage(stage.customer, async (page) => {
          await page.goto('/');
          const banner = page.getByRole('link', { name: 'Summer sale' });
          await banner.waitFor();
          assert.equal(await banner.getAttribute('href'), '/products?brand_name=Steam');
          const question = office.getByRole('alertdialog', { name: 'Delete Image' });
          const remove = async (answer: string) => {
            await tile.getByRole('button', { name: /^Delete image/ }).click();
            await question
              .getByText('Are you sure you want to delete this image? This action cannot be undone.')
              .waitFor();
            await question.getByRole('button', { name: answer }).click();
            await question.waitFor({ state: 'detached' });
          };
          await remove('Cancel');
          assert.equal(await tile.count(), 1, 'it was only asked');
          await remove('Delete');
          await tile.waitFor({ state: 'detached' });
          await page.reload();
          await page.getByRole('region', { name: 'Highlights' }).getByRole('img').first().waitFor();
          assert.equal(await banner.count(), 0);
        });
      });
    });

    it('an event of a wallet shows its booking, which balances, and its place in the chain', async () => {
      await inPage(stage.administrator, async (page) => {
        await page.goto('/admin/audit');
        const about = (subjects: RegExp) => page.getByRole('main').getByRole('link', { name: subjects }).first();
        await about(/^(order|deposit|customer|admin) /).waitFor();
        await choose(page.getByLabel('About'), /^Wallet/);
        await about(/^(order|deposit|customer|admin) /).waitFor({ state: 'detached' });
        const entry = page
          .getByRole('main')
          .locator('li')
          .filter({ hasText: /(Deposit credited|Order paid)\./ })
          .first();
        await entry.getByRole('button').click();
        for (const fact of ['Event', 'Correlation', 'Command', 'Chain hash']) await figure(entry, fact).waitFor();
        assert.match(
          await figure(entry, 'Event').innerText(),
          /^Wallet(Credited|Debited) at revision \d+, position \d+$/,
        );
        assert.match(await figure(entry, 'Chain hash').innerText(), /^[0-9a-f]{64}$/);
        const amounts = await entry.getByRole('table', { name: 'Postings' }).locator('td:last-child').allInnerTexts();
        assert.ok(amounts.length >= 2, amounts.join(' '));
        const cents = amounts.map((amount) => BigInt(amount.replaceAll(/[^\d-]/g, '')));
        assert.equal(
          cents.reduce((sum, each) => sum + each, 0n),
          0n,
          amounts.join(' '),
        );
        await entry.getByRole('link', { name: /^wallet / }).click();
        await page.getByRole('heading', { level: 1, name: /^Wallet [0-9a-f]{8}$/ }).waitFor();
        await page
          .getByText(/^(Deposit credited|Order paid)\./)
          .first()
          .waitFor();
      });
    });

    it('movements are exported as CSV, of one wallet only', async () => {
      await inPage(stage.administrator, async (page) => {
        const main = page.getByRole('main');
        await page.goto('/admin/transactions');
        const exportCsv = async () => {
          await page.getByRole('button', { name: 'Export' }).click();
          await page.getByRole('menuitem', { name: 'Export as CSV' }).click();
        };
        await seeToast(page, 'Please select a specific user and wallet before exporting.', exportCsv);
        await main.getByRole('combobox', { name: 'User' }).fill('Maya Lind');
        await page.getByRole('option', { name: /Maya Lindqvist/ }).click();
        const wallet = main.getByLabel('Wallet', { exact: true });
        await choose(wallet, /\$/);
        await page.waitForURL(/wallet_id=/);
        const [download] = await Promise.all([
          page.waitForEvent('download'),
          seeToast(page, 'Transactions exported as CSV.', exportCsv),
        ]);
        assert.match(download.suggestedFilename(), /\.csv$/);
        const [head = '', ...rows] = (await readFile(await download.path(), 'utf8')).trim().split(/\r?\n/);
        assert.equal(head, 'Date (UTC),Transaction ID,Type,Description,Status,Amount,Currency,Balance after');
        assert.ok(rows.length > 0 && rows.every((row) => row.includes(',USD,')), 'only the chosen wallet');
      });
    });

    it('an approval is revoked only when that was confirmed, and the customer is led out of the store', async () => {
      const customer = await approvedCustomer(stage.product, 'Tove Lund');
      const context = await browserOf(stage, customer);
      await inPage(context, async (page) => {
        await page.goto('/orders');
        await page.getByRole('heading', { level: 1, name: 'Orders' }).waitFor();
        await inPage(stage.administrator, async (office) => {
          const revoke = office.getByRole('button', { name: 'Revoke approval' });
          const question = office.getByRole('dialog', { name: 'Revoke approval' });
          await office.goto(`/admin/users/${customer.id}`);
          await revoke.click();
          await question.getByText('Funds and orders stay as they are.', { exact: false }).waitFor();
          await question.getByRole('button', { name: 'Cancel' }).click();
          await question.waitFor({ state: 'detached' });
          assert.equal(await revoke.count(), 1, 'it was only asked');
          await revoke.click();
          await question.getByRole('button', { name: 'Revoke', exact: true }).click();
          await office.getByRole('button', { name: 'Approve account' }).waitFor();
        });
        await page.goto('/products');
        await page.waitForURL((url) => ['/approval-waiting', '/settings/company'].includes(url.pathname));
      });
      await context.close();
    });

    it('a customer whose company is not known yet is led to its form from everywhere', async () => {
      const customer = await registeredCustomer(stage.product, 'Nils Ek');
      const context = await browserOf(stage, customer);
      await inPage(context, async (page) => {
        for (const route of ['/products', '/cart', '/orders', '/deposits/new', '/approval-waiting', '/login']) {
          await page.goto(route, { waitUntil: 'commit' });
          await page.waitForURL((url) => url.pathname === '/settings/company', { waitUntil: 'commit' });
        }
        await page.getByRole('heading', { level: 1, name: 'Company Settings' }).waitFor();
        await page.getByLabel('Company Name').waitFor();
        assert.equal(await page.getByRole('button', { name: /^Wallet:/ }).count(), 0);
      });
      await context.close();
    });
  });
}

async function addProduct(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'New product' }).click();
  const dialog = page.getByRole('dialog', { name: 'New product' });
  await dialog.getByRole('button', { name: 'Save draft' }).click();
  await dialog.getByText('Product name is required').waitFor();
  await dialog.getByLabel('Product name').fill(name);
  await dialog.getByLabel('Variant name').fill('$8');
  await dialog.getByRole('combobox', { name: 'Brand' }).fill('Stea');
  await page.getByRole('listbox', { name: 'Choices' }).getByRole('option', { name: 'Steam', exact: true }).click();
  await dialog.getByLabel('Category').fill('Gaming');
  await dialog.getByRole('combobox', { name: 'Region' }).fill('United St');
  await page
    .getByRole('option', { name: /^United States/ })
    .first()
    .click();
  await dialog.getByLabel('Price').fill('7.50');
  await dialog.getByRole('button', { name: 'Save draft' }).click();
  await dialog.waitFor({ state: 'detached' });
}
