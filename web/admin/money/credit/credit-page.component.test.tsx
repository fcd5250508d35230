import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { screen, waitFor } from '@testing-library/react';
import type { CreditRow } from '#bff/contract/money/admin-credit.ts';
import { renderScreen } from '#web/testing/render.tsx';
import { idOf, maya, usd } from '#web/testing/samples.ts';
import { CreditPage } from './credit-page.tsx';

const { id, name, email } = maya();
const MAYA = { id, name, email };

const row = (change: Partial<CreditRow> = {}): CreditRow => ({
  id: idOf(2),
  user: MAYA,
  currency: 'USD',
  limit: usd(10_000n),
  used: usd(8_500n),
  used_percent: 85,
  waiting: usd(0n),
  held: usd(0n),
  since: '2026-03-01',
  pace_per_day: usd(0n),
  days_left: null,
  ages: { '0-30': usd(8_500n), '31-60': usd(0n), '61-90': usd(0n), '90+': usd(0n) },
  last_reminder_at: null,
  reminders_paused: false,
  ...change,
});
const meta = { current_page: 1, last_page: 1, per_page: 15, total: 1, from: 1, to: 1 };

describe('reminders of credit', () => {
  const open = (shown = row(), roles: ['owner'] | ['auditor'] = ['owner']) =>
    renderScreen(<CreditPage />, {
      realm: 'admin',
      roles,
      answers: {
        'GET /admin/credit': { data: [shown], meta },
        'POST /admin/credit/:id/remind': { message: 'Maya was reminded by mail.' },
        'PUT /admin/users/:id/credit-reminders': { message: 'Reminders go on.' },
      },
    });

  it('leave by hand after a question', async () => {
    const { user, writes } = open();
    await user.click(await screen.findByRole('button', { name: `Reminders of ${MAYA.name}` }));
    await user.click(await screen.findByRole('menuitem', { name: 'Send a reminder' }));
    assert.ok(await screen.findByText(/\$85\.00 of the credit are used/));
    assert.deepEqual(writes(), []);
    await user.click(screen.getByRole('button', { name: 'Send reminder' }));
    assert.ok(await screen.findByText('Maya was reminded by mail.'));
    assert.deepEqual(
      writes().map(({ params }) => params),
      [{ id: idOf(2) }],
    );
  });

  it('are paused and go on', async () => {
    const { user, writes } = open(row({ reminders_paused: true, last_reminder_at: '2026-03-31T10:00:00.000Z' }));
    assert.ok(await screen.findByText('Paused'));
    await user.click(screen.getByRole('button', { name: `Reminders of ${MAYA.name}` }));
    await user.click(await screen.findByRole('menuitem', { name: 'Let reminders go on' }));
    await waitFor(() => assert.deepEqual(writes()[0]?.body, { paused: false }));
    assert.ok(await screen.findByText('Reminders go on.'));
  });

  it('are not for an auditor to send', async () => {
    open(row(), ['auditor']);
    assert.ok(await screen.findByText('Never'));
    assert.equal(screen.queryAllByRole('button', { name: `Reminders of ${MAYA.name}` }).length, 0);
  });
});
