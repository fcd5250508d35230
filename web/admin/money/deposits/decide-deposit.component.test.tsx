import assert from 'node:assert/strict';
import { describe, it, mock } from 'node:test';
import { screen, waitFor } from '@testing-library/react';
import type { AdminDeposit } from '#bff/contract/money/deposit.ts';
import { ApproveDialog } from '#web/admin/money/shared/approve-dialog.tsx';
import type { FromLine } from '#web/admin/money/shared/decide-request.tsx';
import { queryClient } from '#web/lib/cache/query-client.ts';
import { queryKey } from '#web/lib/cache/query-key.ts';
import { utcDay } from '#web/lib/words/dates.ts';
import { type Answers, refusal } from '#web/testing/network.ts';
import { renderScreen } from '#web/testing/render.tsx';
import { allowanceOf, idOf, ownerSession, pendingDeposit, usd } from '#web/testing/samples.ts';
import { RejectDialog } from './reject-dialog.tsx';

const deposit = pendingDeposit();
const approved = {
  message: 'Approved.',
  data: { ...deposit, status: 'approved', approved_amount: usd(20_000n) },
} as const;

describe('approving a deposit', () => {
  const open = (answers: Answers) => {
    const onClose = mock.fn();
    const page = renderScreen(<ApproveDialog deposit={deposit} onClose={onClose} />, { realm: 'admin', answers });
    return { ...page, onClose };
  };
  const amount = () => screen.findByRole('textbox', { name: /Approved amount/ });

  it('shows whose deposit it is and what was asked for, and names the amount on its button', async () => {
    const { user } = open({});
    assert.ok(await screen.findByRole('dialog', { name: 'Approve deposit' }));
    assert.ok(screen.getByText('DEP-000042 of Maya Lindqvist'));
    assert.ok(screen.getByText('$250.00'));
    assert.ok(screen.getByRole('button', { name: 'Approve $250.00' }));
    await user.clear(await amount());
    await user.type(await amount(), '200');
    assert.ok(screen.getByText('$50.00 less than requested.'));
    assert.ok(screen.getByRole('button', { name: 'Approve $200.00' }));
  });

  it('says beforehand when it is more than is left to approve today', async () => {
    const { user } = open({});
    queryClient.setQueryData(queryKey('GET /admin/approvals/allowance'), allowanceOf(4_000n));
    assert.ok(
      await screen.findByText(
        'You may approve $40.00 more today. Another administrator can decide this, or you tomorrow.',
      ),
    );
    await user.clear(await amount());
    await user.type(await amount(), '40');
    await waitFor(() => assert.equal(screen.queryByRole('alert'), null));
  });

  for (const [typed, said] of [
    ['0', 'Approved amount must be greater than 0'],
    ['250.01', 'Approved amount cannot exceed the requested amount of $250.00'],
    ['1.0055', 'Please enter an amount with at most two decimals'],
    ['1.005', /Did you mean/],
  ] as const) {
    it(`sends nothing for ${typed}, and says why`, async () => {
      const { user, writes } = open({});
      await user.clear(await amount());
      await user.type(await amount(), typed);
      await user.click(screen.getByRole('button', { name: /^Approve/ }));
      assert.ok(await screen.findByText(said));
      assert.deepEqual(writes(), []);
    });
  }

  it('sends what was typed, once, however often the button is pressed', async () => {
    const answer = Promise.withResolvers<typeof approved>();
    const { user, writes, onClose } = open({ 'POST /admin/deposits/:id/approve': () => answer.promise });
    await user.clear(await amount());
    await user.type(await amount(), '200');
    await user.type(screen.getByRole('textbox', { name: /Admin notes/ }), 'The bank kept a fee.');
    const button = screen.getByRole('button', { name: 'Approve $200.00' });
    await user.dblClick(button);
    await user.click(button);
    await waitFor(() => assert.equal(writes().length, 1));
    answer.resolve(approved);
    await waitFor(() => assert.equal(onClose.mock.callCount(), 1));
    assert.equal(writes().length, 1);
    assert.deepEqual(writes()[0]?.params, { id: idOf(10) });
    assert.deepEqual(writes()[0]?.body, {
      status: 'approved',
      approved_amount: '200.00',
      value_date: utcDay(),
      admin_notes: 'The bank kept a fee.',
      expect_amount: '250.00',
      expect_proof: idOf(14),
      expect_fee_percent: '0',
    });
    assert.equal(writes()[0]?.authorization, 'Bearer token-of-the-test');
  });

  it('shows a refusal at its field and keeps what was typed', async () => {
    const { user, onClose } = open({
      'POST /admin/deposits/:id/approve': refusal(422, {
        message: 'Refused.',
        code: 'validation_failed',
        errors: { approved_amount: ['The fee is above this amount'] },
      }),
    });
    await user.type(screen.getByRole('textbox', { name: /Admin notes/ }), 'As agreed');
    await user.click(await screen.findByRole('button', { name: 'Approve $250.00' }));
    assert.ok(await screen.findByRole('textbox', { description: 'The fee is above this amount' }));
    assert.equal((await amount()).getAttribute('aria-invalid'), 'true');
    assert.equal((screen.getByRole('textbox', { name: /Admin notes/ }) as HTMLTextAreaElement).value, 'As agreed');
    assert.equal(onClose.mock.callCount(), 0);
  });

  it('sends the same Idempotency-Key again after a call without an answer', async () => {
    let isAway = true;
    const { user, writes, onClose } = open({
      'POST /admin/deposits/:id/approve': () => {
        if (isAway) throw new TypeError('the network is gone');
        return approved;
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Approve $250.00' }));
    await screen.findByText(/trying again is safe/);
    const unanswered = writes().length;
    isAway = false;
    await user.click(screen.getByRole('button', { name: 'Approve $250.00' }));
    await waitFor(() => assert.equal(onClose.mock.callCount(), 1));
    assert.equal(writes().length, unanswered + 1);
    assert.equal(new Set(writes().map(({ idempotencyKey }) => idempotencyKey)).size, 1);
    assert.ok(writes()[0]?.idempotencyKey);
  });
});

describe('approving a deposit that needs two administrators', () => {
  const waiting = (by: { id: string; name: string }) =>
    pendingDeposit({
      amount: usd(1_500_000n),
      awaits_second_approval: true,
      approvals: [{ by, at: deposit.created_at, amount: usd(1_400_000n) }],
    });
  const SHOWN = { expect_amount: '15000.00', expect_proof: idOf(14), expect_fee_percent: '0' };
  const ME = ownerSession().data.administrator;
  const open = (shown: AdminDeposit, line?: FromLine) =>
    renderScreen(<ApproveDialog deposit={shown} {...(line && { line })} onClose={() => undefined} />, {
      realm: 'admin',
      answers: { 'POST /admin/deposits/:id/approve': approved },
    });

  it('says beforehand that somebody else has to confirm it', async () => {
    open(pendingDeposit({ amount: usd(1_500_000n) }));
    assert.ok(await screen.findByText(/^More than \$10,000\.00: a second administrator has to confirm it/));
  });

  it('confirms exactly what was approved first', async () => {
    const { user, writes } = open(waiting({ id: idOf(91), name: 'Ben Ode' }));
    assert.ok(await screen.findByRole('dialog', { name: 'Confirm approval' }));
    assert.ok(screen.getByText('Approved by Ben Ode'));
    assert.equal(screen.queryByRole('textbox', { name: /Approved amount/ }) === null, true);
    await user.click(screen.getByRole('button', { name: 'Confirm $14,000.00' }));
    await waitFor(() => assert.equal(writes().length, 1));
    assert.deepEqual(writes()[0]?.body, {
      status: 'approved',
      approved_amount: '14000.00',
      admin_notes: null,
      ...SHOWN,
    });
  });

  it('lets the one who was first approve another amount, and confirm nothing', async () => {
    open(waiting(ME));
    assert.ok(await screen.findByRole('dialog', { name: 'Change approval' }));
    assert.ok(screen.getByRole('button', { name: 'Approve $14,000.00' }));
  });

  it('takes day and amount of the bank’s line where the first one changes the approval from it', async () => {
    const line = { id: 'a'.repeat(64), amount: usd(1_490_000n), value_date: '2026-03-04' };
    const { user, writes } = open(waiting(ME), line);
    await user.click(await screen.findByRole('button', { name: 'Approve $14,900.00' }));
    await waitFor(() => assert.equal(writes().length, 1));
    const told = { approved_amount: '14900.00', value_date: '2026-03-04', bank_line_id: line.id };
    assert.deepEqual(writes()[0]?.body, { status: 'approved', admin_notes: null, ...told, ...SHOWN });
  });

  it('wants a reason where nothing proves it', async () => {
    const { user, writes } = open(pendingDeposit({ has_payment_proof: false }));
    await user.click(await screen.findByRole('button', { name: 'Approve $250.00' }));
    assert.ok(await screen.findByText('There is no payment proof: say why it is approved without one'));
    assert.deepEqual(writes(), []);
  });
});

describe('rejecting a deposit', () => {
  const open = (answers: Answers) => {
    const onClose = mock.fn();
    const page = renderScreen(<RejectDialog deposit={deposit} onClose={onClose} />, { realm: 'admin', answers });
    return { ...page, onClose };
  };
  const reason = () => screen.findByRole('textbox', { name: /Admin notes/ });

  it('says that no funds are credited, and wants a reason', async () => {
    const { user, writes } = open({});
    assert.ok(await screen.findByText(/DEP-000042 of Maya Lindqvist, \$250\.00\. No funds are credited/));
    await user.click(screen.getByRole('button', { name: 'Reject deposit' }));
    assert.ok(await screen.findByText('Admin notes are required'));
    assert.deepEqual(writes(), []);
  });

  it('sends the reason once, however often the button is pressed', async () => {
    const answer = Promise.withResolvers<typeof approved>();
    const { user, writes, onClose } = open({ 'POST /admin/deposits/:id/reject': () => answer.promise });
    await user.type(await reason(), 'No such transfer.');
    const button = screen.getByRole('button', { name: 'Reject deposit' });
    await user.dblClick(button);
    await user.click(button);
    await waitFor(() => assert.equal(writes().length, 1));
    answer.resolve(approved);
    await waitFor(() => assert.equal(onClose.mock.callCount(), 1));
    assert.deepEqual(
      writes().map(({ body }) => body),
      [{ status: 'rejected', admin_notes: 'No such transfer.' }],
    );
  });

  it('says so when somebody else decided first, and keeps the reason', async () => {
    const { user, onClose } = open({
      'POST /admin/deposits/:id/reject': refusal(409, { message: 'It was approved already.', code: 'invalid_state' }),
    });
    await user.type(await reason(), 'No such transfer.');
    await user.click(screen.getByRole('button', { name: 'Reject deposit' }));
    assert.ok(await screen.findByText('It was approved already.'));
    assert.ok(screen.getByText('Failed to reject deposit'), 'what failed heads the reason');
    assert.equal(((await reason()) as HTMLTextAreaElement).value, 'No such transfer.');
    assert.equal(onClose.mock.callCount(), 0);
  });
});
