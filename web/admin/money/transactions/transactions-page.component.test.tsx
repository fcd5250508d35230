import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { screen, waitFor } from '@testing-library/react';
import { LedgerPage } from '#web/admin/ledger/ledger-page.tsx';
import { AuditPage } from '#web/admin/staff/audit/audit-page.tsx';
import { SecurityEventsPage } from '#web/admin/staff/security-events/security-events-page.tsx';
import type { Answers } from '#web/testing/network.ts';
import { renderScreen } from '#web/testing/render.tsx';
import { ownerSession } from '#web/testing/samples.ts';
import { TransactionsPage } from './transactions-page.tsx';

const WRONG_ORDER = 'start_date=2026-02-02&end_date=2026-02-01';
const PAGES = [
  ['transactions', TransactionsPage, 2],
  ['audit', AuditPage, 2],
  // The other cards of the page do not ask for these days.
  ['ledger', LedgerPage, 1],
  ['security-events', SecurityEventsPage, 2],
] as const;

const ANSWERS = {
  'GET /admin/session': ownerSession(),
  'GET /admin/ledger/trial-balance': { data: { lines: [], totals: [], is_balanced: true } },
} satisfies Answers;

describe('days that are not in order', () => {
  for (const [name, Page, times] of PAGES) {
    it(`are refused with a message, and not asked for (${name})`, async () => {
      history.replaceState(null, '', `/admin/${name}?${WRONG_ORDER}`);
      renderScreen(<Page />, { realm: 'admin', answers: ANSWERS });
      // At the field, and in the place of what was asked for.
      await waitFor(() =>
        assert.equal(screen.getAllByText('The end date must not be before the start date').length, times),
      );
      assert.equal(screen.queryByText(/Loading the audit trail/), null);
    });
  }

  it('leave no trail of what has none', async () => {
    history.replaceState(null, '', '/admin/audit?subject=nonsense:1');
    renderScreen(<AuditPage />, { realm: 'admin', answers: {} });
    assert.ok(await screen.findByText('Trail not found'));
  });

  it('nor of an order that there is not', async () => {
    history.replaceState(null, '', '/admin/audit?subject=order:nonsense');
    const meta = { current_page: 1, last_page: 1, per_page: 15, total: 0, from: null, to: null };
    renderScreen(<AuditPage />, { realm: 'admin', answers: { 'GET /admin/audit/:kind/:id': { data: [], meta } } });
    assert.ok(await screen.findByText('Trail not found'));
    assert.ok(screen.getByText('Order nonsense'));
  });

  it('nor the number of all events of a trail that was not counted to its end', async () => {
    history.replaceState(null, '', '/admin/audit');
    const meta = { current_page: 2, last_page: 667, per_page: 15, total: 10_000, from: 16, to: 30, is_at_least: true };
    renderScreen(<AuditPage />, { realm: 'admin', answers: { 'GET /admin/audit': { data: [], meta } } });
    assert.ok(await screen.findByText('Showing 16 to 30 of at least 10,000 events'));
  });
});
