import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import { signInAdministrator } from './sign-in.ts';
import { newAdministrator } from './staff.ts';
import { IN_TURN, inPage, newContext, type Stage, seeToast } from './stage.ts';

const PASSWORD = 'a long walk by the sea';

/** The actions that an administrator is offered, by role. */
export function rolePaths(stage: Stage): void {
  describe('the roles of administrators', IN_TURN, () => {
    it('an auditor is invited by mail, reads deposits without deciding, and has no other administrators', async () => {
      const email = `${randomUUID().slice(0, 8)}@staff.example`;
      const link = await newAdministrator(stage, { email, name: 'Otto Auditor', role: 'auditor' });
      const ownersOffice = await newContext(stage);
      await signInAdministrator(ownersOffice);
      await inPage(ownersOffice, async (page) => {
        await page.goto('/admin/administrators');
        await page.getByRole('button', { name: 'Invite' }).click();
        const dialog = page.getByRole('dialog', { name: 'Invite an administrator' });
        await dialog.getByLabel('Name').fill('Never Confirmed');
        await dialog.getByLabel('Email').fill(`never-${email}`);
        await dialog.getByRole('button', { name: 'Send invitation' }).click();
        await dialog.getByText('Choose at least one role').waitFor();
        await dialog.getByRole('checkbox', { name: /^Auditor/ }).check();
        await seeToast(page, 'Your proposal is saved', () =>
          dialog.getByRole('button', { name: 'Send invitation' }).click(),
        );
        await page.getByRole('button', { name: /^Take back: Add Never Confirmed/ }).click();
        await page.getByRole('alertdialog').getByRole('button', { name: 'Refuse' }).click();
        await page.getByRole('button', { name: /^Take back: Add Never Confirmed/ }).waitFor({ state: 'detached' });
      });

      const office = await newContext(stage);
      await inPage(office, async (page) => {
        await page.goto(link);
        await page.getByLabel('Password *', { exact: true }).fill(PASSWORD);
        await page.getByLabel('Confirm password').fill(PASSWORD);
        await page.getByRole('button', { name: 'Set password' }).click();
        await page.getByText('Your password is set').first().waitFor();
      });
      await signInAdministrator(office, { email, password: PASSWORD });
      await inPage(office, async (page) => {
        await page.goto('/admin/deposits?status=pending');
        const table = page.getByRole('table', { name: 'Deposits' });
        await table
          .getByRole('button', { name: /^Download invoice/ })
          .first()
          .waitFor();
        assert.equal(await table.getByRole('link', { name: /^Review/ }).count(), 0);
        await table.getByRole('row').nth(1).click();
        const panel = page.getByRole('dialog').first();
        await panel.getByRole('heading', { name: 'Audit trail' }).waitFor();
        assert.equal(await panel.getByRole('button', { name: /Approve|Reject|Confirm/ }).count(), 0);
        assert.equal(await page.getByRole('link', { name: 'Administrators' }).count(), 0);

        await page.goto('/admin/administrators');
        await page.getByRole('heading', { level: 1, name: 'You do not have access to this page' }).waitFor();
        await page.getByText('It takes the role owner; yours is auditor.').waitFor();
      });
      await inPage(ownersOffice, async (page) => {
        await page.goto('/admin/administrators');
        await page.getByRole('button', { name: 'Actions for Otto Auditor' }).click();
        await page.getByRole('menuitem', { name: 'Disable' }).click();
        await page.getByRole('alertdialog').getByRole('button', { name: 'Disable' }).click();
        await page
          .getByRole('row', { name: new RegExp(email) })
          .getByText('Disabled')
          .waitFor();
      });
      await inPage(office, async (page) => {
        await page.goto('/admin/dashboard');
        await page.waitForURL(/\/admin\/login/);
      });
      await office.close();
      await ownersOffice.close();
    });
  });
}
