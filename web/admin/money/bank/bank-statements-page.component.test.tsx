import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { screen } from '@testing-library/react';
import type { SuspensePage } from '#bff/contract/money/admin-bank-routes.ts';
import { pageMeta, statement } from '#web/testing/bank-samples.tsx';
import { renderScreen } from '#web/testing/render.tsx';
import { usd } from '#web/testing/samples.ts';
import { BankStatementsPage } from './bank-statements-page.tsx';

describe('the list of bank statements', () => {
  const suspense = (held: SuspensePage['meta']['held']) => ({
    data: [],
    meta: { ...pageMeta, total: 0, from: null, to: null, held },
  });
  const none = { data: [], meta: { ...pageMeta, total: 0, from: null, to: null } };
  it('offers an import to those who may, and says so where there is none', async () => {
    renderScreen(<BankStatementsPage />, {
      realm: 'admin',
      answers: { 'GET /admin/bank-statements': none, 'GET /admin/bank-suspense': suspense([]) },
    });
    assert.ok(await screen.findByText('No bank statement yet'));
    assert.ok(screen.getByRole('button', { name: /Import a bank statement/ }));
  });
  it('offers none to an auditor', async () => {
    const held = [{ lines: 3, sum: usd(9_999n), oldest: '2026-10-12T08:00:00.000Z' }];
    const answers = {
      'GET /admin/bank-statements': { data: [statement], meta: pageMeta },
      'GET /admin/bank-suspense': suspense(held),
    };
    renderScreen(<BankStatementsPage />, { realm: 'admin', answers, roles: ['auditor'] });
    assert.ok(await screen.findByRole('row', { name: /212/ }));
    assert.ok(await screen.findByText(/in 3 lines, the oldest since/));
    assert.equal(screen.queryByRole('button', { name: /Import a bank statement/ }), null);
  });
});
