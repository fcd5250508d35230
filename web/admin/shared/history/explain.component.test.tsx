import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { screen, waitFor } from '@testing-library/react';
import type { ExplainedNode } from '#bff/contract/office/admin-explain.ts';
import { refusal } from '#web/testing/network.ts';
import { renderScreen } from '#web/testing/render.tsx';
import { idOf, usd } from '#web/testing/samples.ts';
import { ExplainButton } from './explain.tsx';

const AT = '2026-04-09T09:30:00.000Z';
const node = (change: Partial<ExplainedNode>): ExplainedNode => ({
  depth: 1,
  what: '',
  amount: null,
  facts: [],
  by: null,
  event: null,
  ...change,
});
const TREE = [
  node({ depth: 0, what: 'Deposit DEP-000042', amount: usd(25_000n) }),
  node({ what: 'Proof of payment', facts: [{ name: 'SHA-256', value: 'abcd1234' }] }),
  node({
    what: 'Approved',
    amount: usd(25_000n),
    by: { kind: 'administrator', id: idOf(8), name: 'Bob Ray' },
    event: { id: idOf(9), stream: `deposit-${idOf(10)}`, revision: '3', occurred_at: AT, hash: 'fe'.repeat(32) },
  }),
  node({ depth: 2, what: 'First pair of eyes', by: { kind: 'administrator', id: idOf(7), name: 'Ada Byron' } }),
  node({ depth: 2, what: '2 × Gift card', facts: [{ name: 'unit price', value: '$125.00' }] }),
];

const button = <ExplainButton of={{ kind: 'deposit', id: idOf(10) }} what="DEP-000042" />;
const open = async () => screen.findByRole('button', { name: 'Explain DEP-000042' });

describe('explain this', () => {
  it('opens what an amount rests on, by keyboard, and closes again', async () => {
    const { user } = renderScreen(button, { realm: 'admin', answers: { 'GET /admin/ledger/explain': { data: TREE } } });
    (await open()).focus();
    await user.keyboard('{Enter}');
    assert.ok(await screen.findByRole('dialog', { name: /Deposit DEP-000042.*\$250\.00/ }));
    assert.ok(await screen.findByText('abcd1234'));
    assert.ok(screen.getByText(`deposit-${idOf(10)}@3`));
    assert.ok(screen.getByText('Administrator Bob Ray'));
    assert.ok(screen.getByText('Administrator Ada Byron'));
    assert.equal(screen.queryByText('$125.00'), null);
    await user.click(screen.getByRole('button', { name: /2 × Gift card/ }));
    assert.ok(await screen.findByText('$125.00'));
    await user.keyboard('{Escape}');
    await waitFor(() => assert.equal(screen.queryByRole('dialog') === null, true));
  });

  it('says when it cannot be read', async () => {
    const answers = {
      'GET /admin/ledger/explain': () => refusal(404, { message: 'There is no such deposit.', code: 'not_found' }),
    };
    const { user } = renderScreen(button, { realm: 'admin', answers });
    await user.click(await open());
    assert.ok(await screen.findByText(/Explanation not found/));
  });

  it('is not offered to those who may not read the books', () => {
    renderScreen(button, { realm: 'admin', answers: {}, roles: ['support'] });
    assert.equal(screen.queryByRole('button', { name: 'Explain DEP-000042' }) === null, true);
  });
});
