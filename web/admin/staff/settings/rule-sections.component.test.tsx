import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { screen, waitFor, within } from '@testing-library/react';
import type { AdminSettings } from '#bff/contract/office/admin-settings.ts';
import { type Answers, refusal } from '#web/testing/network.ts';
import { renderScreen } from '#web/testing/render.tsx';
import { AT, idOf } from '#web/testing/samples.ts';
import { RULE_SETTINGS } from '#web/testing/settings-samples.ts';
import { SettingsPage } from './settings-page.tsx';

const UNSET = { value: null, version: 0, waiting: null };
const settings = (change: Partial<AdminSettings> = {}): AdminSettings => ({
  version: 2,
  seller: UNSET,
  accounts: UNSET,
  look: UNSET,
  ...RULE_SETTINGS,
  currencies: ['USD', 'EUR'],
  wait_hours: 24,
  is_alone: false,
  missing: [],
  asked_accounts: [],
  deposits_into_recalled: 0,
  newer: [],
  ...change,
});
const proposed = { message: 'Proposed. A second owner has to confirm it.', data: settings() };

const open = (given: AdminSettings, answers: Answers = {}) =>
  renderScreen(<SettingsPage />, {
    realm: 'admin',
    roles: ['owner'],
    answers: {
      'GET /admin/settings': { data: given },
      'GET /admin/settings/texts': { data: { texts: [], missing: [] } },
      'GET /admin/settings/history': { data: [] },
      ...answers,
    },
  });

describe('rules that guard money', () => {
  it('are proposed as they were shown, with what was typed; a wrong number stays in the form', async () => {
    const { user, writes } = open(settings(), { 'PUT /admin/settings/approvals': proposed });
    assert.ok(await screen.findByText('$10,000.00, €9,000.00'));
    await user.click(screen.getByRole('button', { name: 'Change approvals' }));
    const form = within(await screen.findByRole('dialog', { name: 'Change approvals' }));
    const retype = async (name: RegExp, text: string) => {
      const field = form.getByRole('textbox', { name });
      await user.clear(field);
      if (text) await user.type(field, text);
    };
    await retype(/^Deposit, in USD/, '2500.50');
    await retype(/^Deposit, in EUR/, '');
    await retype(/^Rise of a price/, '0');
    await user.type(form.getByRole('textbox', { name: /^Reason/ }), 'Smaller amounts');
    await user.click(form.getByRole('button', { name: 'Save' }));
    assert.ok(await form.findByText('Please enter whole percent from 1 to 10,000'));
    assert.deepEqual(writes(), []);
    await retype(/^Rise of a price/, '50');
    await user.click(form.getByRole('button', { name: 'Save' }));
    await waitFor(() => assert.equal(screen.queryByRole('dialog'), null));
    assert.deepEqual(writes()[0]?.body, {
      ...RULE_SETTINGS.approvals.value,
      deposit_alone: { USD: '2500.50' },
      price_rise_percent: 50,
      why: 'Smaller amounts',
      expect_version: 0,
    });
  });

  it('say what the server refuses at its field, and keep what was typed', async () => {
    const message = 'Nobody has recorded what JPY is worth.';
    const { user } = open(settings(), {
      'PUT /admin/settings/money': refusal(422, {
        code: 'validation_failed',
        message,
        errors: { currencies: [message] },
      }),
    });
    await user.click(await screen.findByRole('button', { name: 'Change money' }));
    const form = within(await screen.findByRole('dialog', { name: 'Change money' }));
    const yen = form.getByRole('checkbox', { name: /^JPY/ });
    await user.click(yen);
    await user.type(form.getByRole('textbox', { name: /^Reason/ }), 'Japan');
    await user.click(form.getByRole('button', { name: 'Save' }));
    assert.ok((await form.findAllByText(message)).length > 0);
    assert.equal((yen as HTMLInputElement).checked, true);
  });

  it('that wait show before and after, and cannot be changed meanwhile', async () => {
    const waiting = {
      id: idOf(5),
      value: { ...RULE_SETTINGS.waits.value, new_payee_hours: 1 },
      why: 'Faster',
      changes: [{ field: 'Withdrawal to a new account', before: '24 hours', after: '1 hour' }],
      by: { id: idOf(91), name: 'Bea Okafor' },
      at: AT,
      confirmed_by: null,
      due_at: null,
      may_confirm: true,
    };
    open(settings({ waits: { ...RULE_SETTINGS.waits, waiting } }));
    assert.ok(await screen.findByText('24 hours → 1 hour'));
    assert.equal(screen.queryByRole('button', { name: 'Change waits and sessions' }), null);
    assert.ok(screen.getByRole('button', { name: 'Change approvals' }));
  });
});
