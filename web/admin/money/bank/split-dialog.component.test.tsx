import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { screen, waitFor, within } from '@testing-library/react';
import type { BankLine } from '#bff/contract/money/admin-bank-routes.ts';
import { line, lines, openStatement } from '#web/testing/bank-samples.tsx';
import { idOf, pendingDeposit, usd } from '#web/testing/samples.ts';

describe('a line that pays several deposits', () => {
  const two = (isBooked = false): BankLine['together'] =>
    [20, 21].map((index) => ({
      kind: 'deposit',
      id: idOf(index),
      reference: `DEP-0000${index}`,
      amount: usd(2_500n),
      is_booked: isBooked,
    }));
  const together = (change: Partial<BankLine>) => {
    const page = lines();
    const names = { result: 'unknown', certainty: null, document: null, candidates: two(), together: two() } as const;
    return { ...page, data: [line({ ...names, reason: 'It names both.', ...change })] };
  };
  it('approves all deposits that a line names by one question, each as it is shown', async () => {
    const deposits = [20, 21].map((index) =>
      pendingDeposit({
        id: idOf(index),
        reference: `DEP-0000${index}`,
        amount: usd(2_500n),
        has_payment_proof: index === 20,
      }),
    );
    const { user, writes } = openStatement({
      'GET /admin/bank-statements/:id/lines': together({}),
      'GET /admin/deposits/:id': ({ params }) => ({
        data: deposits.find(({ id }) => id === params.id) ?? pendingDeposit(),
      }),
      'POST /admin/bank-lines/:id/split': { message: 'The deposits have been approved' },
    });
    const row = within(await screen.findByRole('row', { name: /Maya/ }));
    assert.deepEqual(
      row.getAllByRole('link', { name: /DEP/ }).map((each) => each.textContent),
      ['DEP-000020', 'DEP-000021'],
    );
    assert.equal(row.queryByRole('button', { name: /^It is/ }), null);
    await user.click(row.getByRole('button', { name: 'Approve 2 deposits' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Approve 2 deposits' }));
    assert.ok(dialog.getByText(/without a proof/));
    await user.click(dialog.getByRole('button', { name: 'Approve $50.00' }));
    assert.ok(await dialog.findByText('Without a proof of each, say why they are approved'));
    assert.equal(writes().length, 0);
    await user.type(dialog.getByRole('textbox', { name: /Admin notes/ }), 'They called');
    await user.click(dialog.getByRole('button', { name: 'Approve $50.00' }));
    await waitFor(() => assert.equal(writes().length, 1));
    assert.deepEqual(writes()[0]?.body, {
      deposits: deposits.map((each) => ({ id: each.id, expect_amount: '25.00', expect_proof: each.payment_proof_id })),
      value_date: '2026-10-30',
      admin_notes: 'They called',
      expect_fee_percent: '0',
    });
  });

  it('offers a first approval of several to the second administrator, and to its own to take it back', async () => {
    const at = '2026-11-01T08:00:00.000Z';
    const by = (id: string) => ({ by: { id, name: 'Ben' }, at, amount: usd(5_000n) });
    const { user, writes } = openStatement({
      'GET /admin/bank-statements/:id/lines': together({ result: 'in_suspense', first_approval: by(idOf(77)) }),
      'GET /admin/deposits/:id': ({ params }) => ({
        data: pendingDeposit({ id: params.id ?? '', amount: usd(2_500n) }),
      }),
      'POST /admin/bank-lines/:id/split': { message: 'The deposits have been approved' },
      'POST /admin/bank-lines/:id/split/reject': { message: 'taken back' },
    });
    await user.click(await screen.findByRole('button', { name: 'Reject' }));
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Reject' }));
    await waitFor(() => assert.equal(writes().length, 1));
    await user.click(screen.getByRole('button', { name: 'Confirm 2 deposits' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Confirm 2 deposits' }));
    assert.ok(dialog.getByText(/Ben approved first\. You confirm exactly this\./));
    assert.equal(dialog.queryByText('Value date'), null);
    await user.click(dialog.getByRole('button', { name: 'Confirm $50.00' }));
    await waitFor(() => assert.equal(writes().length, 2));
    assert.deepEqual(Object.keys((writes()[1]?.body ?? {}) as object).sort(), [
      'admin_notes',
      'deposits',
      'expect_fee_percent',
    ]);
  });

  it('offers only to reject a first approval whose deposits were deleted', async () => {
    const first_approval = { by: { id: idOf(77), name: 'Ben' }, at: '2026-11-01T08:00:00.000Z', amount: usd(5_000n) };
    openStatement({
      'GET /admin/bank-statements/:id/lines': together({
        result: 'in_suspense',
        first_approval,
        together: two().slice(1),
      }),
    });
    const row = within(await screen.findByRole('row', { name: /Maya/ }));
    assert.ok(row.getByRole('button', { name: 'Reject' }));
    assert.equal(row.queryByRole('button', { name: /Confirm/ }), null);
  });

  it('is left alone while its deposits are being credited', async () => {
    openStatement({ 'GET /admin/bank-statements/:id/lines': together({ result: 'in_suspense', together: two(true) }) });
    const row = within(await screen.findByRole('row', { name: /Maya/ }));
    assert.ok(row.getByText('Being credited'));
    assert.equal(row.queryByRole('button', { name: /deposits|suspense|Return/ }), null);
  });

  it('of which a part was credited is returned, or found a deposit, with what is left', async () => {
    const left = { result: 'in_suspense', certainty: null, document: null, in_suspense: usd(1_200n) } as const;
    const page = lines();
    const { user } = openStatement({
      'GET /admin/bank-statements/:id/lines': {
        ...page,
        data: [line({ ...left, reason: '$12.00 of it is in suspense.' })],
      },
    });
    const row = within(await screen.findByRole('row', { name: /\$50\.00.*\$12\.00 of it is in suspense/ }));
    assert.ok(row.getByRole('button', { name: 'Find deposit' }));
    await user.click(row.getByRole('button', { name: 'Return' }));
    assert.match((await screen.findByRole('dialog')).textContent ?? '', /\$12\.00 went back to its sender/);
  });
});
