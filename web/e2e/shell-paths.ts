import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { eventually } from '#core/kernel/testing/eventually.ts';
import { STEP_LIMIT_MS } from './limits.ts';
import { inOwnBrowser } from './sign-in.ts';
import { IN_TURN, inPage, type Stage } from './stage.ts';

/** The parts around the screens: the offline banner, the skip link, the palette. */
export function shellPaths(stage: Stage): void {
  describe('around the screens', IN_TURN, () => {
    it('a banner says that the network is gone, and one key leads past the menu', async () => {
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

    it('on a low screen the sidebar shows where one is, and Tab begins at the link past the menu', async () => {
      await inPage(stage.administrator, async (page) => {
        await page.setViewportSize({ width: 1440, height: 420 });
        await page.goto('/admin/audit');
        await page.getByRole('heading', { level: 1, name: 'Audit' }).waitFor();
        const sidebar = page.getByRole('navigation', { name: 'Back office' });
        const isInSight = await sidebar.evaluate((list) => {
          const place = list.querySelector('[aria-current=page]')?.getBoundingClientRect();
          const shown = list.getBoundingClientRect();
          return place !== undefined && list.scrollTop > 0 && place.top >= shown.top && place.bottom <= shown.bottom;
        });
        assert.ok(isInSight, 'the place that one is at is in sight');
        await page.keyboard.press('Tab');
        assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'Skip to content');
      });
    });

    it('a list that loads has its head above its rows', async () => {
      await inPage(stage.administrator, async (page) => {
        const answer = Promise.withResolvers<void>();
        await page.route(/\/api\/admin\/deposits\?/, async (route) => {
          await answer.promise;
          await route.continue();
        });
        await page.goto('/admin/deposits');
        const table = page.getByRole('table', { name: 'Deposits' });
        await table.locator('tbody .animate-pulse').first().waitFor();
        const topOf = (part: string) => table.locator(part).evaluate((element) => element.getBoundingClientRect().top);
        assert.ok((await topOf('th >> nth=0')) < (await topOf('tbody tr >> nth=0')), 'the head is on top');
        answer.resolve();
        await table.getByRole('link').first().waitFor();
      });
    });

    it('on a phone a toast leaves the buttons of a dialog free', async () => {
      await inPage(stage.administrator, async (page) => {
        await page.setViewportSize({ width: 390, height: 844 });
        await page.goto('/admin/brands');
        await page.getByRole('button', { name: 'New brand' }).click();
        const dialog = page.getByRole('dialog', { name: 'Add New Brand Logo' });
        await dialog
          .locator('input[type=file]')
          .setInputFiles({ name: 'logo.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') });
        const toast = page.locator('[data-sonner-toast]');
        await toast.getByText('Invalid file type').waitFor();
        await eventually(async () => {
          const over = await toast.boundingBox();
          const button = await dialog.getByRole('button', { name: 'Add brand' }).boundingBox();
          assert.ok(over && button && over.y >= 0 && over.y + over.height <= button.y, 'the toast is above the button');
        }, STEP_LIMIT_MS);
      });
    });

    it('Ctrl+K opens the palette, and Escape closes it', async () => {
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
