import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route } from 'wouter';
import type { BankLine, BankLinePage } from '#bff/contract/admin-bank-routes.ts';
import type { Answers } from '#web/testing/network.ts';
import { renderScreen } from '#web/testing/render.tsx';
import { idOf, usd } from '#web/testing/samples.ts';
import { BankStatementPage } from './bank-statement-page.tsx';
import { BankStatementsPage } from './bank-statements-page.tsx';

const statement = {
  ...{ id: idOf(1), format: 'camt.053', number: '212', account: 'DE89370400440532013000', lines: 2 },
  ...{ first_day: '2026-10-01', last_day: '2026-10-31', imported_at: '2026-11-01T08:00:00.000Z', imported_by: 'Ada' },
};
const line = (change: Partial<BankLine>): BankLine => ({
  ...{
    id: 'a',
    booked_on: '2026-10-31',
    value_date: '2026-10-30',
    amount: usd(5_000n),
    name: 'Maya',
    iban: 'DE1',
    text: 'hi',
  },
  ...{ result: 'to_decide', certainty: 'sure', reason: 'It names DEP-000042 with its amount.' },
  document: { kind: 'deposit', id: idOf(2), reference: 'DEP-000042', amount: usd(5_000n) },
  ...change,
});
const pageMeta = { current_page: 1, last_page: 1, per_page: 15, total: 2, from: 1, to: 2 };
const lines = (missing: BankLinePage['meta']['missing'] = []): BankLinePage => ({
  data: [
    line({}),
    line({
      id: 'b',
      name: 'Eve',
      result: 'unknown',
      certainty: null,
      document: null,
      reason: 'Nothing that we know of fits it.',
    }),
  ],
  meta: {
    ...pageMeta,
    statement,
    counts: { booked: 0, to_decide: 1, amount_differs: 0, doubled: 0, unknown: 1 },
    missing,
  },
});
const open = (answers: Answers) => {
  history.replaceState(null, '', `/admin/bank-statements/${statement.id}`);
  const screenAt = (
    <Route path="/admin/bank-statements/:id">
      <BankStatementPage />
    </Route>
  );
  return renderScreen(screenAt, { realm: 'admin', answers });
};

describe('a bank statement', () => {
  it('says of each line what it is, how surely and why, and leads to what waits for a decision', async () => {
    open({ 'GET /admin/bank-statements/:id/lines': lines() });
    const row = within(await screen.findByRole('row', { name: /Maya/ }));
    for (const text of ['To decide', 'Sure', '$50.00', 'It names DEP-000042 with its amount.'])
      assert.ok(row.getByText(text));
    const link = row.getByRole('link', { name: 'Review and approve' });
    assert.equal(link.getAttribute('href'), `/admin/deposits?open=${idOf(2)}`);
    const unknown = within(screen.getByRole('row', { name: /Eve/ }));
    assert.equal(unknown.queryByRole('link'), null);
    assert.ok(screen.getByRole('heading', { name: 'Bank statement 212' }));
  });

  it('is narrowed to a result, each with its count', async () => {
    const asked: unknown[] = [];
    open({
      'GET /admin/bank-statements/:id/lines': ({ query }) => {
        asked.push(query.result);
        return lines();
      },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Unknown 1' }));
    await screen.findByRole('row', { name: /Eve/ });
    assert.equal(asked.at(-1), 'unknown');
  });

  it('names what was booked without a line', async () => {
    const paper = {
      kind: 'withdrawal',
      id: idOf(3),
      reference: 'WDR-000007',
      amount: usd(900n),
      day: '2026-10-20',
    } as const;
    open({ 'GET /admin/bank-statements/:id/lines': lines([paper]) });
    assert.ok(await screen.findByText('1 booked without a line of the bank'));
    assert.equal(
      screen.getByRole('link', { name: 'WDR-000007' }).getAttribute('href'),
      `/admin/withdrawals?open=${idOf(3)}`,
    );
  });
});

describe('the list of bank statements', () => {
  const none = { data: [], meta: { ...pageMeta, total: 0, from: null, to: null } };
  it('offers an import to those who may, and says so where there is none', async () => {
    renderScreen(<BankStatementsPage />, { realm: 'admin', answers: { 'GET /admin/bank-statements': none } });
    assert.ok(await screen.findByText('No bank statement yet'));
    assert.ok(screen.getByRole('button', { name: /Import a bank statement/ }));
  });
  it('offers none to an auditor', async () => {
    const answers = { 'GET /admin/bank-statements': { data: [statement], meta: pageMeta } };
    renderScreen(<BankStatementsPage />, { realm: 'admin', answers, roles: ['auditor'] });
    assert.ok(await screen.findByRole('row', { name: /212/ }));
    assert.equal(screen.queryByRole('button', { name: /Import a bank statement/ }), null);
  });
});
