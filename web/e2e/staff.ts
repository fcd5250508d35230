import assert from 'node:assert/strict';
import type { Role } from '#core/aggregates/admin/roles.ts';
import { mailTo } from './mailbox.ts';
import { signInAdministrator } from './sign-in.ts';
import { inPage, newContext, type Stage } from './stage.ts';

/**
 * A new administrator, by both doors: the command line proposes, and the owner of the demonstration confirms on the screen. Returns the
 * mailed link by which they choose a password.
 */
export async function newAdministrator(
  stage: Stage,
  { email, name, role }: { email: string; name: string; role: Role },
): Promise<string> {
  const { product } = stage;
  const said = await product.run('programs/ledger/main.ts', ['admin', 'create', email, '--name', name, '--role', role]);
  assert.match(said, /^Proposed\. It is carried out on/);
  // Signed in just now, because changes to administrators need a session that was confirmed within the last minutes.
  const office = await newContext(stage);
  await signInAdministrator(office);
  await inPage(office, async (page) => {
    await page.goto('/admin/administrators');
    await page.getByRole('button', { name: new RegExp(`^Confirm: Add ${name} \\(${email}\\)`) }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Confirm' }).click();
    await page
      .getByRole('row', { name: new RegExp(email) })
      .getByText('Link sent')
      .waitFor();
  });
  await office.close();
  const mail = await mailTo(product.mailboxUrl, email, 'You are an administrator');
  return mail.links.find((link) => link.includes('/admin/password/')) ?? assert.fail('no link to choose a password');
}
