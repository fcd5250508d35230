import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { IN_TURN, inPage, type Stage, seeToast, seeValue } from './stage.ts';

/** Two people at one form. */
export function staleEditPaths(stage: Stage): void {
  describe('when somebody else has saved what is being edited', IN_TURN, () => {
    it('a brand is not overwritten: what was typed stays, and is saved beside the other change', () =>
      inPage(stage.administrator, (first) =>
        inPage(stage.administrator, async (second) => {
          const dialogOf = (page: typeof first) => page.getByRole('dialog', { name: 'Edit Brand Logo' });
          for (const page of [first, second]) {
            await page.goto('/admin/brands');
            await page.getByRole('button', { name: 'Edit Xbox' }).click();
            await dialogOf(page).waitFor();
          }
          await dialogOf(first).getByLabel('Website').fill('https://xbox.example/first');
          await seeToast(first, 'Brand logo updated successfully', () =>
            dialogOf(first).getByRole('button', { name: 'Save changes' }).click(),
          );

          const dialog = dialogOf(second);
          await dialog.getByLabel('Description').fill('Written by the second.');
          await dialog.getByRole('button', { name: 'Save changes' }).click();
          await dialog.getByText('Changed in the meantime').waitFor();
          await dialog.getByText(/This brand was changed after you opened it.*Nothing was saved/).waitFor();
          assert.equal(await dialog.getByLabel('Description').inputValue(), 'Written by the second.');

          await dialog.getByRole('button', { name: 'Load the latest' }).click();
          await dialog.getByText('This is the latest').waitFor();
          await seeValue(dialog.getByLabel('Website'), 'https://xbox.example/first');
          assert.equal(await dialog.getByLabel('Description').inputValue(), 'Written by the second.');
          await seeToast(second, 'Brand logo updated successfully', () =>
            dialog.getByRole('button', { name: 'Save changes' }).click(),
          );
          const brand = second.getByRole('list', { name: 'Brands' }).getByRole('listitem').filter({ hasText: 'Xbox' });
          await brand.getByText('Written by the second.').waitFor();
          await brand.getByRole('link', { name: 'xbox.example/first' }).waitFor();
        }),
      ));
  });
}
