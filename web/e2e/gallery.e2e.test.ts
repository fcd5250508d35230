import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import type { Locator, Page } from 'playwright';
import { eventually } from '#core/kernel/testing/eventually.ts';
import { launchBrowser } from '#infra/proof/testing/browser.ts';
import { assertAccessible } from './axe.ts';
import { startGallery } from './gallery-page.ts';
import { SUITE_LIMIT_MS } from './limits.ts';
import { fits, newPage, seeFocus } from './stage.ts';

/** Waits until a list that has the focus points at the entry. */
async function seeActive(list: Locator, entry: Locator): Promise<void> {
  await seeFocus(list);
  const id = await entry.getAttribute('id');
  await eventually(async () => assert.equal(await list.getAttribute('aria-activedescendant'), id));
}

describe('the shared pieces', { timeout: SUITE_LIMIT_MS }, async () => {
  const { url, open, stop } = await startGallery();
  after(stop);
  const areAccessible = (page: Page) => assertAccessible(page);

  for (const [theme, width] of [
    ['light', 1280],
    ['dark', 390],
  ] as const) {
    it(`are accessible in the ${theme} theme at ${width} pixels`, async () => {
      const { page, errors, close } = await open({ theme, width });
      assert.equal(await page.locator('html').getAttribute('data-theme'), theme);
      await areAccessible(page);
      await fits(page);
      assert.deepEqual(errors, []);
      await close();
    });
  }

  it('a field is not zoomed into on a phone, and a box to tick does not look as if only one could be chosen', async () => {
    const { page, close } = await open({ width: 390, hasTouch: true });
    const styles = (selector: string, property: 'fontSize' | 'borderRadius') =>
      page
        .locator(selector)
        .evaluateAll((fields, name) => [...new Set(fields.map((field) => getComputedStyle(field)[name]))], property);
    assert.deepEqual(await styles('input:not([type=checkbox], [type=file]), textarea', 'fontSize'), ['16px']);
    // Four pixels of it are the border, which is not seen.
    assert.deepEqual(await styles('input[type=checkbox]', 'borderRadius'), ['8px']);
    await close();
  });

  it('the theme’s choice is applied at once and survives a reload', async () => {
    const { page, close } = await open({ theme: 'light' });
    await page.getByRole('button', { name: 'Theme' }).click();
    await page.getByRole('menuitemradio', { name: 'Dark' }).click();
    await page.locator('html[data-theme=dark]').waitFor();
    await page.reload({ waitUntil: 'domcontentloaded' });
    assert.equal(await page.locator('html').getAttribute('data-theme'), 'dark');
    await close();
  });

  it('a dialog takes the focus, keeps it, closes on Escape and gives it back', async () => {
    const { page, close } = await open();
    const trigger = page.getByRole('button', { name: 'Dialog', exact: true });
    await trigger.click();
    const dialog = page.getByRole('dialog', { name: 'Approve deposit' });
    await dialog.waitFor();
    await page.locator('#root[inert]').waitFor({ state: 'attached' });
    await seeFocus(dialog);
    for (let step = 0; step < 8; step += 1) {
      await page.keyboard.press('Tab');
      const outside = await page.evaluate(() => document.querySelector('#root')?.contains(document.activeElement));
      assert.equal(outside, false, 'the page behind is never reached');
    }
    await areAccessible(page);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await seeFocus(trigger);
    await close();
  });

  it('a menu is moved through with arrows and letters, and Escape gives the focus back', async () => {
    const { page, close } = await open();
    const trigger = page.getByRole('button', { name: 'Menu', exact: true });
    await trigger.press('Enter');
    const entry = (name: RegExp) => page.getByRole('menu').getByRole('menuitem', { name });
    await seeActive(page.getByRole('menu'), entry(/Download invoice/));
    await page.keyboard.press('ArrowDown');
    // The disabled entry between them is skipped.
    await seeActive(page.getByRole('menu'), entry(/^Delete$/));
    await page.keyboard.press('ArrowDown');
    await seeActive(page.getByRole('menu'), entry(/Download invoice/));
    await page.keyboard.press('d');
    await seeActive(page.getByRole('menu'), entry(/^Delete$/));
    await page.keyboard.press('Escape');
    await page.getByRole('menu').waitFor({ state: 'detached' });
    await seeFocus(trigger);
    await close();
  });

  it('a list is chosen from with the keyboard, by arrows and by first letters', async () => {
    const { page, close } = await open();
    const field = page.getByRole('combobox', { name: 'Wallet' });
    await field.press('ArrowDown');
    const list = page.getByRole('listbox');
    await seeActive(list, list.getByRole('option', { name: /^USD/ }));
    await page.keyboard.press('e');
    await seeActive(list, list.getByRole('option', { name: /^EUR/ }));
    await page.keyboard.press('Enter');
    await list.waitFor({ state: 'detached' });
    await field.getByText('EUR wallet').waitFor();
    await seeFocus(field);
    await field.press('Enter');
    await page.mouse.click(5, 5);
    await list.waitFor({ state: 'detached' });
    await close();
  });

  it('tabs are moved through with arrows, and an answer opens below its question', async () => {
    const { page, close } = await open();
    const tab = (name: string) => page.getByRole('tab', { name });
    await tab('Profile').press('ArrowRight');
    await page.getByRole('tabpanel', { name: 'Password' }).waitFor();
    await seeFocus(tab('Password'));
    await page.keyboard.press('End');
    await page.getByText('API Key settings stand here.').waitFor();
    const question = page.getByRole('button', { name: 'How do I get an account?' });
    const answer = page.getByText('Register with your work address');
    assert.equal(await answer.count(), 0);
    await question.press('Enter');
    await answer.waitFor();
    assert.equal(await question.getAttribute('aria-expanded'), 'true');
    await question.press('Enter');
    await answer.waitFor({ state: 'detached' });
    await close();
  });

  it('what opens never moves the page', async () => {
    const { page, close } = await open();
    const scrolled = () => page.evaluate(() => scrollY);
    for (const field of [
      page.getByRole('combobox', { name: 'Country' }),
      page.getByRole('combobox', { name: 'Wallet' }),
      page.getByRole('button', { name: 'Period' }),
    ]) {
      await field.scrollIntoViewIfNeeded();
      const before = [await scrolled(), await field.boundingBox()];
      await field.click();
      await page.getByRole('listbox').or(page.getByRole('grid')).first().waitFor();
      assert.deepEqual([await scrolled(), await field.boundingBox()], before);
      await page.keyboard.press('Escape');
    }
    await close();
  });

  it('a toast is reached while a dialog is open, and the dialog stays', async () => {
    const { page, close } = await open();
    await page.getByRole('button', { name: 'Error toast' }).click();
    await page.getByText('Validation Error').waitFor();
    await page.getByRole('button', { name: 'Dialog', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Approve deposit' });
    await dialog.waitFor();
    await page.getByRole('button', { name: 'Close toast' }).click();
    await page.getByText('Validation Error').waitFor({ state: 'detached' });
    assert.equal(await dialog.count(), 1);
    await page.mouse.click(5, 5);
    await dialog.waitFor({ state: 'detached' });
    await close();
  });

  for (const { name, press, opened } of [
    {
      name: 'a click on a menu',
      press: (page: Page) => page.getByRole('button', { name: 'Menu', exact: true }).click(),
      opened: (page: Page) => page.getByRole('menuitem', { name: 'Download invoice' }),
    },
    {
      name: 'Enter on a menu',
      press: (page: Page) => page.getByRole('button', { name: 'Menu', exact: true }).press('Enter'),
      opened: (page: Page) => page.locator('[role=menuitem][data-focus]', { hasText: 'Download invoice' }),
    },
    {
      name: 'a click that opens a dialog',
      press: (page: Page) => page.getByRole('button', { name: 'Dialog', exact: true }).click(),
      opened: (page: Page) => page.getByRole('dialog', { name: 'Approve deposit' }),
    },
    {
      name: 'a click on a list',
      press: (page: Page) => page.getByRole('combobox', { name: 'Wallet' }).click(),
      opened: (page: Page) => page.getByRole('option', { name: /^USD/ }),
    },
    {
      name: 'a click on a date',
      press: (page: Page) => page.getByRole('button', { name: 'Date of incorporation' }).click(),
      opened: (page: Page) => page.getByRole('dialog', { name: 'Date' }),
    },
    {
      name: 'what is typed into a combobox',
      press: (page: Page) => page.getByRole('combobox', { name: 'Country' }).pressSequentially('est'),
      opened: (page: Page) => page.locator('[role=option][data-focus]', { hasText: 'Estonia' }),
    },
  ]) {
    it(`${name} is not lost while the code is on its way`, async () => {
      const { page, errors, close, letCodeIn } = await open({ holdsCode: true });
      await press(page);
      assert.equal(await opened(page).count(), 0, 'nothing opens without its code');
      letCodeIn();
      await opened(page).waitFor();
      await page.keyboard.press('Escape');
      assert.equal(
        await page.evaluate(() => document.activeElement === document.body),
        false,
        'the focus is given back',
      );
      assert.deepEqual(errors, []);
      await close();
    });
  }

  it('fit where scrollbars take room: no row of tabs scrolls by a pixel, and no dialog moves the page', async () => {
    const desk = await launchBrowser({ scrollbars: true });
    const page = await newPage(
      await desk.newContext({ viewport: { width: 1280, height: 600 }, reducedMotion: 'reduce' }),
    );
    await page.goto(url);
    await page.getByRole('tablist').first().waitFor();
    assert.ok(await page.evaluate(() => innerWidth > document.documentElement.clientWidth), 'a scrollbar takes room');
    for (const row of await page.getByRole('tablist').all())
      assert.equal(
        await row.evaluate((each: HTMLElement) => each.offsetWidth - each.clientWidth),
        0,
        'no vertical bar',
      );
    const main = page.locator('h1').first();
    const before = await main.boundingBox();
    await page.getByRole('button', { name: 'Dialog', exact: true }).click();
    await page.getByRole('dialog', { name: 'Approve deposit' }).waitFor();
    assert.equal((await main.boundingBox())?.x, before?.x);
    await fits(page);
    await desk.close();
  });

  it('one toast shows at a time', async () => {
    const { page, close } = await open();
    await page.getByRole('button', { name: 'Toast', exact: true }).click();
    await page.getByText('Deposit has been approved').waitFor();
    await page.getByRole('button', { name: 'Error toast' }).click();
    await page.getByText('Validation Error').waitFor();
    // The toast before it fades from the next frame on.
    const shown = page.locator('[data-sonner-toast]:not([data-removed="true"])');
    await eventually(async () => assert.equal(await shown.count(), 1));
    assert.match((await shown.textContent()) ?? '', /Validation Error/);
    await close();
  });

  it('a file that breaks the rules is refused in words; another shows its progress and is cleared', async () => {
    const { page, close } = await open();
    await page.locator('input[type=file]').setInputFiles([
      { name: 'passport.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') },
      { name: 'virus.exe', mimeType: 'application/x-msdownload', buffer: Buffer.from('MZ') },
    ]);
    await page.getByText('File type not supported. Supported formats: PDF, JPEG, PNG, JPG, DOC, DOCX.').waitFor();
    await page.getByRole('progressbar', { name: 'Upload of passport.pdf' }).waitFor();
    await page.getByText('Uploaded', { exact: true }).waitFor();
    await page.getByText('passport.pdf').waitFor({ state: 'detached' });
    assert.equal(await page.getByText('virus.exe').count(), 1, 'a refusal stays until it is dismissed');
    await close();
  });

  it('`/` goes to the search field', async () => {
    const { page, close } = await open();
    await page.keyboard.press('/');
    await seeFocus(page.getByRole('searchbox', { name: 'Search by ID, reference, or customer...' }));
    await close();
  });
});
