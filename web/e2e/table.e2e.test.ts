import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { startGallery } from './gallery-page.ts';
import { SUITE_LIMIT_MS } from './limits.ts';

describe('a table', { timeout: SUITE_LIMIT_MS }, async () => {
  const { open, stop } = await startGallery();
  after(stop);

  it('a table sorts, pages, and opens a row by click and by Enter', async () => {
    const { page, close } = await open();
    const table = page.getByRole('table', { name: 'Deposits' });
    const firstRow = table.locator('tbody tr').first();
    await table.getByRole('button', { name: 'Amount' }).click();
    await table.getByRole('button', { name: 'Amount' }).click();
    // The largest amount comes first.
    await firstRow.filter({ hasText: 'D-1075' }).waitFor();
    await page.getByRole('button', { name: 'Page 5' }).click();
    await page.getByText('Showing 33 to 34 of 34 results').waitFor();
    assert.equal(await table.locator('tbody tr').count(), 2);
    await firstRow.getByText('D-1043').click();
    await page.getByText('Opened D-1043', { exact: true }).first().waitFor();
    await table.locator('tbody tr').nth(1).getByRole('link').press('Enter');
    await page.getByText('Opened D-1042', { exact: true }).first().waitFor();
    await close();
  });

  it('the columns of a table are chosen, and the choice is remembered', async () => {
    const { page, close } = await open();
    const head = (name: string) => page.getByRole('table', { name: 'Deposits' }).getByRole('columnheader', { name });
    await page.getByRole('button', { name: 'Columns' }).first().click();
    const choice = page.getByRole('dialog', { name: 'Columns' });
    await choice.getByLabel('Customer').uncheck();
    await head('Customer').waitFor({ state: 'detached' });
    assert.equal(await choice.getByLabel('ID').count(), 0, 'what names the record always shows');
    await page.reload();
    await head('Date').waitFor();
    await head('Customer').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Columns' }).first().click();
    await choice.getByLabel('Customer').check();
    await head('Customer').waitFor();
    await close();
  });

  it('one long word pushes no column of a table out of sight', async () => {
    const { page, close } = await open({ width: 1024 });
    const table = page.getByRole('table', { name: 'Deposits' });
    await table
      .getByTitle(/^Donaudampfschifffahrt/)
      .first()
      .waitFor();
    const overflow = await table.evaluate(
      (each: HTMLElement) => each.offsetWidth - (each.parentElement?.clientWidth ?? 0),
    );
    assert.equal(overflow, 0);
    await close();
  });

  it('rows are ticked, one or all, for what is done to many at once', async () => {
    const { page, close } = await open();
    const table = page.getByRole('table', { name: 'Deposits' });
    await table.getByLabel('Select D-1043').check();
    await page.getByText('1 selected', { exact: true }).waitFor();
    await table.getByLabel('Select all deposits').check();
    await page.getByText('34 selected', { exact: true }).waitFor();
    await table.getByLabel('Select D-1042').uncheck();
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByText('Exported 33 deposits').waitFor();
    await page.getByText('33 selected', { exact: true }).waitFor({ state: 'detached' });
    assert.equal(await table.getByRole('checkbox', { checked: true }).count(), 0);
    await close();
  });
});
