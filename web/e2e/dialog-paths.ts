import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Locator, Page } from 'playwright';
import { IN_TURN, inPage, type Stage, seeFocus } from './stage.ts';

const TAB_STOPS = 14;

/** Opens a dialog by its button, goes through it both ways with Tab, and closes it with Escape. */
async function keepsFocus(page: Page, opener: Locator, dialog: Locator): Promise<void> {
  await opener.click();
  await dialog.waitFor();
  await seeFocus(dialog);
  for (const key of ['Tab', 'Shift+Tab']) {
    let inside = 0;
    for (let step = 0; step < TAB_STOPS; step += 1) {
      await page.keyboard.press(key);
      const where = await dialog.evaluate((element) => ({
        isInside: element.contains(document.activeElement),
        isBehind: document.querySelector('#root')?.contains(document.activeElement),
      }));
      assert.equal(where.isBehind, false, `${key} never reaches the page behind`);
      if (where.isInside) inside += 1;
    }
    assert.ok(inside > 0, `${key} moves within the dialog`);
  }
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await seeFocus(opener);
}

/** Dialogs of real screens, by the keyboard. */
export function dialogPaths(stage: Stage): void {
  describe('a dialog keeps the focus, closes on Escape and gives the focus back', IN_TURN, () => {
    it('in the store', () =>
      inPage(stage.customer, async (page) => {
        await page.goto('/orders');
        await page.getByRole('heading', { level: 1, name: 'Orders' }).waitFor();
        await keepsFocus(
          page,
          page.getByRole('button', { name: 'Help', exact: true }),
          page.getByRole('dialog', { name: 'Contact support' }),
        );
      }));

    it('in the office', () =>
      inPage(stage.administrator, async (page) => {
        await page.goto('/admin/brands');
        await keepsFocus(
          page,
          page.getByRole('button', { name: 'Edit Steam' }),
          page.getByRole('dialog', { name: 'Edit Brand Logo' }),
        );
      }));
  });
}
