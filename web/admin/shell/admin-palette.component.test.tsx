import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { screen } from '@testing-library/react';
import type { Role } from '#core/admin/roles.ts';
import type { Answers } from '#web/testing/network.ts';
import { renderScreen } from '#web/testing/render.tsx';
import { pendingDeposit, pendingWithdrawal } from '#web/testing/samples.ts';
import { AdminPalette } from './admin-palette.tsx';

const meta = { current_page: 1, last_page: 1, per_page: 5, total: 1, from: 1, to: 1 };
const NONE = { data: [], meta: { ...meta, total: 0, from: null, to: null } };
const STATS = { total: 1, pending: 1, approved: 0, rejected: 0, total_value: pendingDeposit().amount };

describe('the command palette', () => {
  const open = (answers: Answers = {}, roles: readonly Role[] = ['owner']) => {
    history.replaceState(null, '', '/admin/dashboard');
    return renderScreen(<AdminPalette onClose={() => undefined} />, {
      ...{ realm: 'admin', roles },
      answers: {
        'GET /admin/users/search': { data: [] },
        'GET /admin/orders/search': NONE,
        'GET /admin/deposits': { data: [], meta: { ...NONE.meta, stats: STATS } },
        'GET /admin/withdrawals': NONE,
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
