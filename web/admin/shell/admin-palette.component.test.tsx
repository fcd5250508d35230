import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { screen } from '@testing-library/react';
import type { Role } from '#core/aggregates/admin/roles.ts';
import { type Answers, UNFORESEEN } from '#web/testing/network.ts';
import { renderScreen } from '#web/testing/render.tsx';
import { AT, idOf, pendingDeposit, pendingWithdrawal, usd } from '#web/testing/samples.ts';
import { AdminPalette } from './admin-palette.tsx';

const meta = { current_page: 1, last_page: 1, per_page: 5, total: 1, from: 1, to: 1 };
const NONE = { data: [], meta: { ...meta, total: 0, from: null, to: null } };
const STATS = { total: 1, pending: 1, approved: 0, rejected: 0, total_value: pendingDeposit().amount };

describe('the command palette', () => {
  const open = (answers: Answers = {}, roles: readonly Role[] = ['owner']) => {
    history.replaceState(null, '', '/admin/dashboard');
    return renderScreen(<AdminPalette onClose={() => undefined} />, {
      realm: 'admin',
      roles,
      answers: {
        'GET /admin/users/search': { data: [] },
        'GET /admin/orders/search': NONE,
        'GET /admin/deposits': { data: [], meta: { ...NONE.meta, stats: STATS } },
        'GET /admin/withdrawals': NONE,
        'GET /admin/bank-lines': { data: [] },
        'GET /admin/support-tickets': NONE,
        'GET /admin/products/search': NONE,
        ...answers,
      },
    });
  };
  const typed = async (user: ReturnType<typeof open>['user'], text: string) =>
    user.type(await screen.findByRole('combobox', { name: /^Search users/ }), text);

  it('finds a deposit and a withdrawal, the typed reference first, and opens it', async () => {
    const { user } = open({
      'GET /admin/deposits': { data: [pendingDeposit()], meta: { ...meta, stats: STATS } },
      'GET /admin/withdrawals': { data: [pendingWithdrawal()], meta },
    });
    await typed(user, 'WDR-000007');
    await screen.findByRole('option', { name: /Review DEP-000042/ });
    assert.match(screen.getAllByRole('option')[0]?.textContent ?? '', /^Review WDR-000007Maya Lindqvist · \$80\.00/);
    await user.keyboard('{Enter}');
    assert.equal(location.pathname + location.search, `/admin/withdrawals?open=${pendingWithdrawal().id}`);
  });

  it('finds by an amount, also lines of the bank, and finds tickets', async () => {
    const ticket = {
      id: idOf(9),
      number: 'TKT-000004',
      subject: 'Refund of 98.00',
      full_name: 'Maya Lindqvist',
      email: 'm@a.example',
      message: 'Where is it?',
      status: 'open' as const,
      user: null,
      replies: [],
      created_at: AT,
      updated_at: AT,
    };
    const line = {
      id: 'a'.repeat(64),
      statement_id: idOf(8),
      booked_on: '2026-10-30',
      amount: usd(9_800n),
      bank_reference: 'NTRF1',
    };
    const { user } = open({
      'GET /admin/deposits': { data: [pendingDeposit()], meta: { ...meta, stats: STATS } },
      'GET /admin/bank-lines': { data: [line] },
      'GET /admin/support-tickets': { data: [ticket], meta },
    });
    await typed(user, '98.00');
    await screen.findByRole('option', { name: /Review DEP-000042/ });
    assert.ok(await screen.findByRole('option', { name: /\$98\.00Oct 30, 2026 · NTRF1/ }));
    await user.click(
      await screen.findByRole('option', { name: /TKT-000004.*Refund of 98.00 · Maya Lindqvist · Open/ }),
    );
    assert.equal(location.pathname + location.search, `/admin/support?open=${ticket.id}`);
  });

  it('says what could not be searched, beside what the other searches found', async () => {
    const { user } = open({
      'GET /admin/deposits': { data: [pendingDeposit()], meta: { ...meta, stats: STATS } },
      'GET /admin/bank-lines': UNFORESEEN,
      'GET /admin/support-tickets': UNFORESEEN,
    });
    await typed(user, 'DEP-000042');
    await screen.findByRole('option', { name: /Review DEP-000042/ });
    const problem = await screen.findByRole('alert');
    assert.equal(problem.textContent, 'Could not be searched: bank lines, tickets. Please try again later.');
  });

  it('leads to what waits for a decision', async () => {
    const { user } = open();
    await typed(user, 'approve');
    await user.click(await screen.findByRole('option', { name: 'Approve pending deposits' }));
    assert.equal(location.pathname + location.search, '/admin/deposits?status=pending');
  });

  it('offers nothing that the administrator may not do', async () => {
    open({}, ['catalogue']);
    await screen.findByRole('option', { name: 'New product' });
    assert.equal(screen.queryAllByRole('option', { name: /Approve|bank/ }).length, 0);
    assert.equal(screen.getByRole('combobox').getAttribute('placeholder'), 'Search products, or jump to a page');
  });
});
