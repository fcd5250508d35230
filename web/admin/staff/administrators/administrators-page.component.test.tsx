import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { screen, waitFor, within } from '@testing-library/react';
import type { AdministratorProposal, ManagedAdministrator } from '#bff/contract/identity/admin-administrator.ts';
import { type Answers, refusal } from '#web/testing/network.ts';
import { renderScreen } from '#web/testing/render.tsx';
import { idOf, ownerSession } from '#web/testing/samples.ts';
import { AdministratorsPage } from './administrators-page.tsx';

const AT = '2026-11-20T10:00:00.000Z';
const managed = (change: Partial<ManagedAdministrator>): ManagedAdministrator => ({
  ...ownerSession().data.administrator,
  is_active: true,
  created_at: AT,
  last_sign_in_at: AT,
  link_expires_at: null,
  open_sessions: 1,
  ...change,
});
const otto = managed({ id: idOf(91), name: 'Otto', email: 'otto@example.com', roles: ['auditor'] });
const open = (
  others: readonly ManagedAdministrator[],
  answers: Answers = {},
  proposals: AdministratorProposal[] = [],
) =>
  renderScreen(<AdministratorsPage />, {
    realm: 'admin',
    answers: { 'GET /admin/administrators': { data: [managed({}), ...others], proposals }, ...answers },
  });

describe('the administrators', () => {
  it('are changed by others: of their own account an owner sees the trail', async () => {
    const { user } = open([otto]);
    const menuOf = async (name: string) => {
      await user.click((await screen.findAllByRole('button', { name: `Actions for ${name}` }))[0] as HTMLElement);
      const entries = within(await screen.findByRole('menu')).getAllByRole('menuitem');
      const labels = entries.map(({ textContent }) => textContent);
      await user.keyboard('{Escape}');
      await waitFor(() => assert.equal(screen.queryByRole('menu') === null, true));
      return labels;
    };
    assert.deepEqual(await menuOf('Ada Byron'), ['Audit trail']);
    assert.deepEqual(await menuOf('Otto'), [
      ...['Change roles', 'Send a new link', 'Reset second factor', 'Audit trail', 'End sessions', 'Disable'],
    ]);
  });

  it('say whether a link waits, or has expired', async () => {
    const past = managed({ id: idOf(92), link_expires_at: '2026-01-01T00:00:00.000Z' });
    open([past, managed({ id: idOf(93), link_expires_at: '2099-01-01T00:00:00.000Z' }), { ...otto, is_active: false }]);
    for (const state of ['Active', 'Link expired', 'Link sent', 'Disabled']) {
      assert.ok((await screen.findAllByText(state)).length > 0, state);
    }
  });

  it('are invited with at least one role; an address that is taken says so at its field', async () => {
    const taken = 'otto@example.com is an administrator already.';
    const body = { message: taken, code: 'validation_failed', errors: { email: [taken] } };
    const { user, writes } = open([otto], { 'POST /admin/administrators': refusal(422, body) });
    await user.click(await screen.findByRole('button', { name: 'Invite' }));
    await user.type(await screen.findByRole('textbox', { name: /Name/ }), 'Otto');
    await user.type(screen.getByRole('textbox', { name: /Email/ }), 'otto@example.com');
    const send = screen.getByRole('button', { name: 'Send invitation' });
    await user.click(send);
    assert.ok(await screen.findByText('Choose at least one role'));
    assert.deepEqual(writes(), []);
    await user.click(screen.getByRole('checkbox', { name: /^Finance/ }));
    await user.click(send);
    assert.ok(await screen.findByText(taken));
    assert.deepEqual(writes()[0]?.body, { name: 'Otto', email: 'otto@example.com', roles: ['finance'] });
  });

  it('show what waits with who, when and what: another owner’s is confirmed or refused, the own is taken back', async () => {
    const change = (of: Partial<AdministratorProposal>): AdministratorProposal => ({
      id: idOf(80),
      step: 'disable',
      what: 'Disable Otto (otto@example.com)',
      administrator_id: otto.id,
      at: AT,
      by: { id: idOf(94), name: 'Ben Ode' },
      due_at: null,
      may_confirm: true,
      may_refuse: true,
      ...of,
    });
    const done = { message: 'Confirmed. The change is made.', proposal: null };
    const { user, writes } = open(
      [otto],
      { 'POST /admin/administrators/changes/:id/confirm': done, 'POST /admin/administrators/changes/:id/refuse': done },
      [
        change({}),
        change({
          id: idOf(81),
          what: 'Enable Cy',
          by: { id: idOf(90), name: 'Ada Byron' },
          may_confirm: false,
          due_at: AT,
        }),
        change({ id: idOf(82), what: 'Add Dee', by: null, may_confirm: false, may_refuse: false }),
      ],
    );
    const itemOf = async (what: string) =>
      within((await screen.findByText(what)).closest('li') ?? assert.fail('no item'));
    const theirs = await itemOf('Disable Otto (otto@example.com)');
    assert.ok(theirs.getByText(/Ben Ode/));
    const own = await itemOf('Enable Cy');
    assert.ok(own.getByText('You proposed this') && own.getByText(/counts on/));
    const other = await itemOf('Add Dee');
    assert.ok(other.getByText(/The command line/) && other.getByText('Another owner decides'));
    await user.click(screen.getByRole('button', { name: 'Confirm: Disable Otto (otto@example.com)' }));
    const asked = within(await screen.findByRole('alertdialog', { name: 'Confirm the change' }));
    await user.click(asked.getByRole('button', { name: 'Confirm' }));
    await user.click(await screen.findByRole('button', { name: 'Take back: Enable Cy' }));
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Refuse' }));
    await waitFor(() =>
      assert.deepEqual(
        writes().map(({ key, params }) => `${key.split('/').at(-1)} ${params.id}`),
        [`confirm ${idOf(80)}`, `refuse ${idOf(81)}`],
      ),
    );
  });
});
