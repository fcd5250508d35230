import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { lines, openStatement, statement } from '#web/testing/bank-samples.tsx';
import { idOf, usd } from '#web/testing/samples.ts';

describe('a bank statement', () => {
  it('names a few of what is missing, and all of it when asked', async () => {
    const missing = Array.from({ length: 7 }, (_, index) => ({
      kind: 'deposit' as const,
      id: idOf(index + 10),
      reference: `DEP-${index + 1}`,
      amount: usd(100n),
      is_booked: true,
      day: '2026-10-30',
    }));
    openStatement({ 'GET /admin/bank-statements/:id/lines': lines(missing) });
    await screen.findByText('7 bookings not on the bank statement');
    assert.equal(screen.queryAllByRole('link', { name: /^DEP-\d$/ }).length, 5);
    await userEvent.click(screen.getByRole('button', { name: 'Show all 7' }));
    assert.equal(screen.getAllByRole('link', { name: /^DEP-\d$/ }).length, 7);
    assert.equal(screen.queryByRole('button', { name: /^Show all/ }), null);
  });

  for (const [account, warning] of [
    ['DE02120300000000202051', 'DE02120300000000202051 is not among our accounts'],
    ['', 'The file does not say which account it is of'],
  ] as const)
    it(`warns: ${warning}`, async () => {
      const page = lines();
      const meta = { ...page.meta, statement: { ...statement, account, is_own_account: false } };
      openStatement({ 'GET /admin/bank-statements/:id/lines': { ...page, meta } });
      assert.ok(await screen.findByText(warning));
    });

  it('says of each line what it is, how surely and why, and leads to what waits for a decision', async () => {
    openStatement({ 'GET /admin/bank-statements/:id/lines': lines() });
    const row = within(await screen.findByRole('row', { name: /Maya/ }));
    for (const text of ['To decide', 'Sure', '$50.00']) assert.ok(row.getByText(text));
    assert.ok(row.getByRole('cell', { name: /It names DEP-000042 with its amount\.$/ }));
    const link = row.getByRole('link', { name: 'DEP-000042' });
    assert.equal(link.getAttribute('href'), `/admin/deposits?open=${idOf(2)}`);
    assert.ok(row.getByRole('button', { name: 'Approve' }));
    const unknown = within(screen.getByRole('row', { name: /Eve/ }));
    assert.equal(unknown.queryByRole('link'), null);
    assert.ok(screen.getByRole('heading', { name: 'Bank statement 212' }));
    assert.equal(screen.queryByText(/among our accounts/), null);
  });

  it('offers nothing to who only reads', async () => {
    openStatement({ 'GET /admin/bank-statements/:id/lines': lines() }, ['auditor']);
    const row = within(await screen.findByRole('row', { name: /Maya/ }));
    // An auditor may look at an account, which is recorded.
    const offered = row
      .queryAllByRole('button')
      .map((button) => button.getAttribute('aria-label') ?? button.textContent);
    assert.deepEqual(
      offered.filter((label) => !label?.startsWith('Show the account of')),
      [],
    );
  });

  it('is narrowed to a result, each with its count', async () => {
    const asked: unknown[] = [];
    openStatement({
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
      is_booked: true,
      day: '2026-10-20',
    } as const;
    openStatement({ 'GET /admin/bank-statements/:id/lines': lines([paper]) });
    assert.ok(await screen.findByText('1 booking not on the bank statement'));
    assert.equal(
      screen.getByRole('link', { name: 'WDR-000007' }).getAttribute('href'),
      `/admin/withdrawals?open=${idOf(3)}`,
    );
  });
});
