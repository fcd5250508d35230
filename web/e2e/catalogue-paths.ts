import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inOwnBrowser } from './sign-in.ts';
import { choose, IN_TURN, inPage, type Stage, seeToast } from './stage.ts';

/** The catalogue, as a customer uses it; its brands, as an administrator edits them. */
export function cataloguePaths(stage: Stage): void {
  describe('the catalogue', IN_TURN, () => {
    it('is searched, filtered, sorted and looked at as cards', async () => {
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

    it('gets a brand, which is changed and deleted', async () => {
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
        // Until the dialog is gone, the page behind it is inert.
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
  });
}
