import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import type { AdminSettings } from '#bff/contract/office/admin-settings.ts';
import { type AdminSetup, SETUP_STEPS, type SetupStep } from '#bff/contract/office/admin-setup.ts';
import { queryClient } from '#web/lib/cache/query-client.ts';
import { queryKey } from '#web/lib/cache/query-key.ts';
import { type Answers, refusal } from '#web/testing/network.ts';
import { renderScreen } from '#web/testing/render.tsx';
import { sessionAs } from '#web/testing/samples.ts';
import { RULE_SETTINGS } from '#web/testing/settings-samples.ts';
import { SetupPage } from './setup-page.tsx';

const setup = (done: readonly SetupStep[], missing: string[] = []): { data: AdminSetup } => ({
  data: {
    state: 'closed',
    missing,
    steps: SETUP_STEPS.map((step) => ({
      step,
      is_done: done.includes(step),
      is_skipped: false,
      is_needed: step === 'seller' || step === 'accounts',
    })),
  },
});
const nothingSet = { value: null, version: 0, waiting: null };
const settings = {
  version: 0,
  seller: nothingSet,
  accounts: nothingSet,
  look: nothingSet,
  currencies: ['USD', 'EUR'],
  ...RULE_SETTINGS,
  wait_hours: 24,
  is_alone: true,
  missing: [],
} as unknown as AdminSettings;

type Sent = { accounts: { currency: string }[]; why: string };

/** As the owner of a store that is not open. */
function Closed() {
  useState(() =>
    queryClient.setQueryData(queryKey('GET /admin/session'), {
      data: { ...sessionAs('owner').data, store: 'closed' as const },
    }),
  );
  return (
    <main>
      <SetupPage />
    </main>
  );
}
const open = (answers: Answers) =>
  renderScreen(<Closed />, { realm: 'admin', answers: { 'GET /admin/settings': { data: settings }, ...answers } });

describe('the setup of a store', () => {
  it('goes on where it was left, and a step that is needed cannot be left out', async () => {
    const { user } = open({ 'GET /admin/setup': setup(['second-factor']) });
    await screen.findByRole('form', { name: 'Who sells' });
    assert.equal(screen.getByRole('button', { name: /Seller/ }).getAttribute('aria-current'), 'step');
    assert.equal(screen.queryByRole('button', { name: 'Skip for now' }), null);
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('Please enter the name of the company');
  });

  it('takes an account for each currency in one go, and leaves out the currencies without deposits', async () => {
    const { user, writes } = open({
      'GET /admin/setup': setup(['second-factor', 'seller', 'currencies']),
      'PUT /admin/settings/accounts': refusal(422, {
        message: 'No.',
        code: 'validation_failed',
        errors: { 'accounts.0.number': ['This is an example and nobody’s own'] },
      }),
    });
    await user.click(await screen.findByRole('button', { name: 'Take no deposits in USD' }));
    await user.type(screen.getByLabelText(/^Beneficiary/), 'Ink Ltd');
    await user.type(screen.getByLabelText(/^Bank/), 'A Bank, Hamburg');
    await user.type(screen.getByLabelText(/^IBAN/), 'DE02120300000000202051');
    await user.type(screen.getByLabelText(/^BIC/), 'BYLADEM1001');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => assert.equal(writes().length, 1));
    const [first] = writes();
    const { accounts, why } = (first ?? assert.fail('it was sent')).body as Sent;
    assert.deepEqual(
      accounts.map(({ currency }) => currency),
      ['EUR'],
    );
    assert.equal(why, 'The store is set up.');
    assert.ok((await screen.findAllByText('This is an example and nobody’s own')).length > 0);
  });

  it('asks for the currencies alone of what the section says, and keeps the standard by one press', async () => {
    const given = setup(['second-factor', 'seller']);
    const { user, writes } = open({
      'GET /admin/setup': given,
      'PUT /admin/settings/money': { message: 'Saved.', data: settings },
      'POST /admin/setup/skip': given,
    });
    await user.click(await screen.findByRole('checkbox', { name: /^EUR/ }));
    assert.equal(screen.queryByRole('textbox'), null);
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => assert.equal(writes().length, 1));
    assert.deepEqual(writes()[0]?.body, {
      ...RULE_SETTINGS.money.value,
      currencies: ['USD'],
      why: 'The store is set up.',
      expect_version: 0,
    });
    await user.click(screen.getByRole('button', { name: 'Keep these currencies' }));
    await waitFor(() => assert.deepEqual(writes().at(-1)?.body, { step: 'currencies' }));
  });

  it('takes a logo, or goes on without one, and a file of products', async () => {
    const given = setup(['second-factor', 'seller', 'currencies', 'accounts']);
    const { user } = open({
      'GET /admin/setup': given,
      'POST /admin/setup/skip': given,
      'GET /admin/brands': { error: false, data: { brands: [] } },
      'GET /admin/products': {
        data: [],
        meta: { current_page: 1, last_page: 1, per_page: 15, total: 0, from: null, to: null },
      },
    });
    const form = within(await screen.findByRole('form', { name: 'Logo and colour' }));
    assert.equal(form.getAllByRole('button', { name: 'Choose an image' }).length, 2);
    assert.equal(form.queryByLabelText(/Reason/), null);
    await user.click(screen.getByRole('button', { name: 'Go on without a logo' }));
    assert.ok(await screen.findByRole('button', { name: 'Look at the example' }));
    await user.click(screen.getByRole('button', { name: 'Import CSV' }));
    assert.ok(await screen.findByRole('dialog', { name: 'Import products' }));
  });

  it('leaves a step for later, and the last page says what is missing', async () => {
    const missing = 'No account is set for deposits in USD.';
    const given = setup(['second-factor', 'seller', 'currencies', 'accounts', 'look', 'catalogue'], [missing]);
    const { user, writes } = open({
      'GET /admin/setup': given,
      'POST /admin/setup/skip': given,
      'POST /admin/setup/test-mail': { outcome: 'waiting', message: 'The mail server has not taken the mail yet.' },
    });
    await user.click(await screen.findByRole('button', { name: /^Send a mail to/ }));
    await screen.findByText('The mail server has not taken the mail yet.');
    await user.click(screen.getByRole('button', { name: 'Skip for now' }));
    await screen.findByText(missing);
    assert.deepEqual(writes().at(-1)?.body, { step: 'mail' });
    assert.ok(screen.getByText('The step “Test mail” is not done.'));
    assert.equal(document.activeElement?.tagName, 'H1');
  });
});
