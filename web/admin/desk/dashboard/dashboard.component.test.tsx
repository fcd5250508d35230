import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { screen, waitFor, within } from '@testing-library/react';
import type { Answers } from '#web/testing/network.ts';
import { renderScreen } from '#web/testing/render.tsx';
import { adminOrder, usd } from '#web/testing/samples.ts';
import { RULE_SETTINGS } from '#web/testing/settings-samples.ts';
import { DashboardPage } from './dashboard-page.tsx';
import { RecentOrders, RecentTransactions } from './recent-card.tsx';
import { StatRow } from './stat-row.tsx';

const figure = { growth_percentage: 0, trend: [0, 1] };
const STATS = {
  users: { total: 26, active: 21, pending: 5, ...figure },
  orders: { total: 1, completed: 1, pending: 0, cancelled: 0, ...figure },
  deposits: { total: 1, approved: 1, pending: 0, rejected: 0, ...figure },
  transactions: {
    total_transactions: 2,
    inflow: usd(0n),
    outflow: usd(0n),
    ...figure,
    distribution: {
      deposits: 1,
      deposit_fees: 0,
      payments: 1,
      payouts_returned: 0,
      deposits_taken_back: 0,
      refunds: 0,
      withdrawals: 0,
    },
    chart: {
      labels: ['2026-11-16'],
      datasets: [
        { label: 'inflow' as const, data: [usd(0n)] },
        { label: 'outflow' as const, data: [usd(0n)] },
      ],
    },
  },
};
const UNSET = { value: null, version: 0, waiting: null };
const SETTINGS = {
  version: 0,
  seller: UNSET,
  accounts: UNSET,
  look: UNSET,
  currencies: ['USD' as const],
  wait_hours: 24,
  is_alone: true,
  asked_accounts: [],
  deposits_into_recalled: 0,
  newer: [],
  ...RULE_SETTINGS,
  missing: ['Nobody has said who sells.'],
};
const NONE = { data: [], meta: { current_page: 1, last_page: 1, per_page: 5, total: 0, from: null, to: null } };
const open = (answers: Answers = {}) => {
  const cards = (
    <>
      <StatRow stats={STATS} period="12" />
      <RecentOrders failed={null} />
      <RecentTransactions failed={null} />
    </>
  );
  renderScreen(cards, {
    realm: 'admin',
    answers: { 'GET /admin/orders': NONE, 'GET /admin/transactions': NONE, ...answers },
  });
};
const recent = (title: string) =>
  screen.findByRole('heading', { name: title }).then((heading) => heading.closest('section') ?? assert.fail());

describe('the dashboard', () => {
  it('leads from the figures to what waits, and to all of the recent', async () => {
    open();
    const pending = await screen.findByRole('link', { name: '5 pending' });
    assert.equal(pending.getAttribute('href'), '/admin/users?view=pending');
    for (const noun of ['orders', 'transactions']) {
      assert.equal(screen.getByRole('link', { name: `View all ${noun}` }).getAttribute('href'), `/admin/${noun}`);
    }
  });

  it('says in a toast and in its place that the recent orders could not be read', async () => {
    open({ 'GET /admin/orders': () => Response.json({}, { status: 500 }) });
    await within(await recent('Recent Orders')).findByText('Failed to load dashboard data');
    await waitFor(() => {
      const toasts = document.querySelector<HTMLElement>('#toasts');
      assert.ok(toasts && within(toasts).queryByText('Failed to load dashboard data'), 'a toast');
    });
    assert.ok(await within(await recent('Recent Transactions')).findByText('No transactions yet'));
  });

  it('tells an owner why deposits are not open, empties the recent lists where the figures could not be read, and fills them after another try', async () => {
    let isAway = true;
    const order = adminOrder();
    renderScreen(<DashboardPage />, {
      realm: 'admin',
      answers: {
        'GET /admin/dashboard/stats': () =>
          isAway ? Response.json({}, { status: 500 }) : Response.json({ data: STATS }),
        'GET /admin/orders': { ...NONE, data: [order] },
        'GET /admin/transactions': NONE,
        'GET /admin/settings': { data: SETTINGS },
      },
    });
    const notice = within(
      await screen.findByText('Nobody has said who sells.').then((text) => text.closest('[role=alert]') as HTMLElement),
    );
    assert.equal(notice.getByRole('link').getAttribute('href'), '/admin/settings');
    assert.ok(await within(await recent('Recent Orders')).findByText('Failed to load dashboard data'));
    assert.equal(screen.queryByText(order.order_number), null);
    isAway = false;
    screen.getAllByRole('button', { name: /again/i })[0]?.click();
    assert.ok(await screen.findByText(order.order_number));
  });

  it('takes an answer without its list for a failure', async () => {
    open({ 'GET /admin/transactions': () => Response.json({}) });
    assert.ok(await within(await recent('Recent Transactions')).findByText('Failed to load dashboard data'));
  });
});
