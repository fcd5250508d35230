import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { line, lines, openStatement, pageMeta, stats } from '#web/testing/bank-samples.tsx';
import { idOf, pendingDeposit, usd } from '#web/testing/samples.ts';

describe('the steps of a line', () => {
  it('opens the approval with the day and amount of the line, and sends the line with it', async () => {
    const deposit = pendingDeposit({ id: idOf(2), amount: usd(6_000n) });
    const { user, writes } = openStatement({
      'GET /admin/bank-statements/:id/lines': lines(),
      'GET /admin/deposits/:id': { data: deposit },
      'POST /admin/deposits/:id/approve': { message: 'Deposit has been approved', data: deposit },
    });
    await user.click(await screen.findByRole('button', { name: 'Approve' }));
    await user.click(await screen.findByRole('button', { name: 'Approve $50.00' }));
    await waitFor(() => assert.equal(writes().length, 1));
    const [{ params, body } = { params: null, body: null }] = writes();
    assert.deepEqual(params, { id: idOf(2) });
    const sent = { approved_amount: '50.00', value_date: '2026-10-30', bank_line_id: 'a'.repeat(64) };
    const shown = { expect_amount: '60.00', expect_proof: deposit.payment_proof_id, expect_fee_percent: '0' };
    assert.deepEqual(body, { status: 'approved', admin_notes: null, ...sent, ...shown });
  });

  it('says so when the deposit was decided meanwhile', async () => {
    const { user, writes } = openStatement({
      'GET /admin/bank-statements/:id/lines': lines(),
      'GET /admin/deposits/:id': { data: pendingDeposit({ id: idOf(2), status: 'rejected' }) },
    });
    await user.click(await screen.findByRole('button', { name: 'Approve' }));
    assert.ok(await screen.findByText(/It is rejected: somebody else was quicker\. Nothing was changed by you\./));
    assert.deepEqual(writes(), []);
  });

  it('offers to choose between those that fit, to find a deposit, and to hold the line in suspense', async () => {
    const { user, writes } = openStatement({
      'GET /admin/bank-statements/:id/lines': lines(),
      'GET /admin/deposits': { data: [pendingDeposit({ amount: usd(5_000n) })], meta: { ...pageMeta, stats } },
      'POST /admin/bank-lines/:id/hold': { message: 'The line is in suspense' },
    });
    const row = within(await screen.findByRole('row', { name: /Eve/ }));
    assert.ok(row.getByRole('button', { name: 'It is DEP-000051' }));
    await user.click(row.getByRole('button', { name: 'Find deposit' }));
    assert.ok(await screen.findByRole('button', { name: 'Choose DEP-000042' }));
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await user.click(row.getByRole('button', { name: 'Hold as unassigned' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Hold as unassigned' }));
    await user.click(dialog.getByRole('button', { name: 'Hold as unassigned' }));
    await waitFor(() => assert.deepEqual(writes()[0]?.body, { value_date: '2026-10-30' }));
  });

  it('holds what is more than its deposit asks for, until one has been decided from it', async () => {
    const { document } = line({});
    const other = (id: string, name: string, is_booked: boolean) =>
      line({ id: id.repeat(64), name, result: 'amount_differs', document: document && { ...document, is_booked } });
    openStatement({
      'GET /admin/bank-statements/:id/lines': {
        ...lines(),
        data: [other('c', 'Cora', false), other('d', 'Dora', true)],
      },
    });
    const held = async (name: RegExp) =>
      within(await screen.findByRole('row', { name })).queryByRole('button', { name: 'Hold as unassigned' }) !== null;
    assert.equal(await held(/Cora/), true);
    assert.equal(await held(/Dora/), false);
  });

  it('says how much more than its deposit is held, and offers that deposit no more once it is', async () => {
    const { document } = line({});
    const more = { amount: usd(6_500n), document };
    openStatement({
      'GET /admin/bank-statements/:id/lines': {
        ...lines(),
        data: [
          line({ ...more, id: 'c'.repeat(64), name: 'Cora', result: 'amount_differs' }),
          line({ ...more, id: 'd'.repeat(64), name: 'Dora', result: 'in_suspense' }),
        ],
      },
    });
    const button = async (name: RegExp, verb: RegExp) =>
      within(await screen.findByRole('row', { name })).queryByRole('button', { name: verb });
    assert.ok(await button(/Cora/, /Approve|It is/));
    assert.equal(await button(/Dora/, /Approve|It is/), null);
    assert.ok(await button(/Dora/, /Return/));
    await userEvent.click((await button(/Cora/, /Hold/)) as HTMLElement);
    const description = /^\$65\.00 came in, \$15\.00 more than DEP-000042 asks for/;
    assert.ok(await screen.findByRole('dialog', { description }));
  });

  it('says in the approval what of the line stays outside of the books', async () => {
    const deposit = pendingDeposit({ id: idOf(2), amount: usd(5_000n) });
    const { user } = openStatement({
      'GET /admin/bank-statements/:id/lines': {
        ...lines(),
        data: [line({ amount: usd(6_500n), result: 'amount_differs' })],
      },
      'GET /admin/deposits/:id': { data: deposit },
    });
    await user.click(await screen.findByRole('button', { name: 'Approve' }));
    assert.ok(await screen.findByText('$15.00 of it stays outside of the books'));
  });

  it('marks a line as returned by the transfer that sent it back, with its day', async () => {
    const held = 'e'.repeat(64);
    const document = {
      kind: 'suspense',
      id: idOf(6),
      reference: 'RET-EEEEEEEEEE',
      line_id: held,
      is_booked: false,
    } as const;
    const { user, writes } = openStatement({
      'GET /admin/bank-statements/:id/lines': {
        ...lines(),
        data: [line({ amount: usd(-5_000n), document: { ...document, amount: usd(5_000n) } })],
      },
      'POST /admin/bank-lines/:id/return': { message: 'The line went back to its sender' },
    });
    await user.click(await screen.findByRole('button', { name: 'Mark as returned' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Return to the sender' }));
    assert.ok(dialog.getByText(/^\$50\.00 went back to its sender: this line of the bank names/));
    await user.click(dialog.getByRole('button', { name: 'It was returned' }));
    await waitFor(() => assert.equal(writes().length, 1));
    const [{ params, body } = { params: null, body: null }] = writes();
    assert.deepEqual([params, body], [{ id: held }, { value_date: '2026-10-30' }]);
  });
});
