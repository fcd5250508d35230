import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { startGallery } from './gallery-page.ts';
import { SUITE_LIMIT_MS } from './limits.ts';
import { seeFocus, seeValue } from './stage.ts';

describe('a combobox', { timeout: SUITE_LIMIT_MS }, async () => {
  const { open, stop } = await startGallery();
  after(stop);

  for (const { name, holdsCode, before } of [
    { name: 'its code was loaded before', holdsCode: false, before: '' },
    { name: 'its code arrives between two letters', holdsCode: true, before: 'est' },
  ]) {
    it(`a combobox that is reached by Tab keeps each typed letter: ${name}`, async () => {
      const { page, errors, close, letCodeIn } = await open({ holdsCode });
      if (!holdsCode) {
        await page.getByRole('button', { name: 'Menu', exact: true }).click();
        await page.getByRole('menu').waitFor();
        await page.keyboard.press('Escape');
      }
      const field = page.getByRole('combobox', { name: 'Country' });
      await page.getByRole('combobox', { name: 'Wallet' }).focus();
      await page.keyboard.press('Tab');
      await seeFocus(field);
      await page.keyboard.type(before);
      letCodeIn();
      if (holdsCode) await page.getByRole('option', { name: 'Estonia' }).waitFor();
      await page.keyboard.type('estonia'.slice(before.length));
      await seeValue(field, 'estonia');
      await page.keyboard.press('Enter');
      await seeValue(field, 'Estonia');
      // What was chosen is typed over as a whole.
      await page.keyboard.press('Control+a');
      await page.keyboard.type('finland');
      await seeValue(field, 'finland');
      await page.keyboard.press('Enter');
      await seeValue(field, 'Finland');
      assert.deepEqual(errors, []);
      await close();
    });
  }

  for (const holdsCode of [false, true]) {
    it(`a combobox finds what is pasted by the mouse, ${holdsCode ? 'before' : 'after'} its code is loaded`, async () => {
      const { page, errors, close, letCodeIn } = await open({ holdsCode });
      const field = page.getByRole('combobox', { name: 'Country' });
      await field.focus();
      // Without a key, as the menu of the mouse pastes.
      await page.keyboard.insertText('eston');
      letCodeIn();
      await page.getByRole('option', { name: 'Estonia' }).click();
      await seeValue(field, 'Estonia');
      assert.deepEqual(errors, []);
      await close();
    });
  }

  it('a combobox narrows by typing and is chosen from with the keyboard', async () => {
    const { page, close } = await open();
    const field = page.getByRole('combobox', { name: 'Country' });
    await field.fill('e');
    await page.getByRole('option', { name: 'Estonia' }).waitFor();
    await field.fill('est');
    await page.getByRole('option', { name: 'Austria' }).waitFor({ state: 'detached' });
    await field.press('Enter');
    await seeValue(field, 'Estonia');
    await field.fill('zzz');
    await page.getByText('Nothing found').waitFor();
    await field.press('Escape');
    await seeValue(field, 'Estonia');
    await close();
  });
});
