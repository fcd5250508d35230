import assert from 'node:assert/strict';
import { describe, it, mock } from 'node:test';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { CompleteDialog } from '#web/admin/money/shared/complete-dialog.tsx';
import { queryClient } from '#web/lib/cache/query-client.ts';
import { queryKey } from '#web/lib/cache/query-key.ts';
import { utcDay } from '#web/lib/words/dates.ts';
import { type Answers, refusal } from '#web/testing/network.ts';
import { pressRepeatedly, renderScreen, textIn } from '#web/testing/render.tsx';
import { allowanceOf, idOf, pendingWithdrawal, usd } from '#web/testing/samples.ts';
import { RejectDialog } from './reject-dialog.tsx';
import { StartDialog } from './start-dialog.tsx';

const withdrawal = pendingWithdrawal();
const saved = { message: 'Saved.', data: { ...withdrawal, status: 'completed' } } as const;

const open = (Dialog: typeof CompleteDialog | typeof RejectDialog, answers: Answers = {}) => {
  const onClose = mock.fn();
  return {
    ...renderScreen(<Dialog withdrawal={withdrawal} onClose={onClose} />, { realm: 'admin', answers }),
    onClose,
  };
};
const notes = () => screen.findByRole('textbox', { name: /Admin notes/ });

describe('completing a withdrawal', () => {
  it('says how much goes to whom, and that it cannot be undone', async () => {
    open(CompleteDialog);
    assert.ok(await screen.findByRole('dialog', { name: 'Complete withdrawal' }));
    assert.ok(
      screen.getByText(
        /the bank transfer of \$80\.00 to Lindqvist Rewards AB was made\. The held amount leaves the wallet; this cannot be undone/,
      ),
    );
  });

  it('of much money is approved by one first, who makes no transfer, and completed by another', async () => {
    const large = pendingWithdrawal({ amount: usd(600_000n) });
    renderScreen(<CompleteDialog withdrawal={large} onClose={() => undefined} />, { realm: 'admin', answers: {} });
    assert.ok(await screen.findByRole('dialog', { name: 'Approve payout' }));
    assert.ok(screen.getByText(/^More than \$5,000\.00 needs two administrators\. Do not make the bank transfer/));
    assert.ok(
      screen.getByText(/What one decides alone for a customer, or for one bank account, is added up over days\.$/),
    );
    cleanup();
    const waiting = { ...large, awaits_second_approval: true };
    renderScreen(<CompleteDialog withdrawal={waiting} onClose={() => undefined} />, { realm: 'admin', answers: {} });
    assert.ok(await screen.findByText(/^Confirm only after the bank transfer of \$6,000\.00/));
    assert.ok(screen.getByRole('button', { name: 'The transfer was made' }));
  });

  it('says beforehand when it is more than is left to approve today', async () => {
    open(CompleteDialog);
    assert.equal(screen.queryByRole('alert'), null);
    queryClient.setQueryData(queryKey('GET /admin/approvals/allowance'), allowanceOf(4_000n));
    assert.ok(
      await screen.findByText(
        'You may approve $40.00 more today. Another administrator can decide this, or you tomorrow.',
      ),
    );
  });

  it('sends it once, however often the button is pressed', async () => {
    const answer = Promise.withResolvers<typeof saved>();
    const { user, writes, onClose } = open(CompleteDialog, {
      'POST /admin/withdrawals/:id/complete': () => answer.promise,
    });
    await user.type(await notes(), 'Bank reference 77');
    await pressRepeatedly(user, screen.getByRole('button', { name: 'The transfer was made' }));
    await waitFor(() => assert.equal(writes().length, 1));
    answer.resolve(saved);
    await waitFor(() => assert.equal(onClose.mock.callCount(), 1));
    assert.deepEqual(
      writes().map(({ params, body }) => ({ params, body })),
      [
        {
          params: { id: idOf(20) },
          body: { value_date: utcDay(), admin_notes: 'Bank reference 77', expect_amount: '80.00' },
        },
      ],
    );
  });

  it('shows a refusal at its field and keeps what was typed', async () => {
    const { user, onClose } = open(CompleteDialog, {
      'POST /admin/withdrawals/:id/complete': refusal(422, {
        message: 'Refused.',
        code: 'validation_failed',
        errors: { admin_notes: ['A second administrator has to confirm'] },
      }),
    });
    await user.type(await notes(), 'Bank reference 77');
    await user.click(screen.getByRole('button', { name: 'The transfer was made' }));
    assert.ok(await screen.findByRole('textbox', { description: 'A second administrator has to confirm' }));
    assert.equal(textIn(await notes()), 'Bank reference 77');
    assert.equal(onClose.mock.callCount(), 0);
  });

  it('sends the same Idempotency-Key again after a call without an answer', async () => {
    let isAway = true;
    const { user, writes, onClose } = open(CompleteDialog, {
      'POST /admin/withdrawals/:id/complete': () => {
        if (isAway) throw new TypeError('the network is gone');
        return saved;
      },
    });
    await user.click(await screen.findByRole('button', { name: 'The transfer was made' }));
    await screen.findByText(/trying again is safe/);
    isAway = false;
    await user.click(screen.getByRole('button', { name: 'The transfer was made' }));
    await waitFor(() => assert.equal(onClose.mock.callCount(), 1));
    assert.ok(writes().length > 1);
    assert.equal(new Set(writes().map(({ idempotencyKey }) => idempotencyKey)).size, 1);
  });
});

describe('rejecting a withdrawal', () => {
  it('says where the amount goes, and wants a reason', async () => {
    const { user, writes } = open(RejectDialog);
    assert.ok(await screen.findByText(/^\$80\.00 goes back to the wallet of Maya Lindqvist/));
    await user.click(screen.getByRole('button', { name: 'Reject withdrawal' }));
    assert.ok(await screen.findByText('Admin notes are required'));
    assert.deepEqual(writes(), []);
  });

  it('sends both notes once, however often the button is pressed', async () => {
    const answer = Promise.withResolvers<typeof saved>();
    const { user, writes, onClose } = open(RejectDialog, {
      'POST /admin/withdrawals/:id/reject': () => answer.promise,
    });
    await user.type(await notes(), 'The name does not match.');
    await user.type(screen.getByRole('textbox', { name: /User notes/ }), 'Please check the account name.');
    await pressRepeatedly(user, screen.getByRole('button', { name: 'Reject withdrawal' }));
    await waitFor(() => assert.equal(writes().length, 1));
    answer.resolve(saved);
    await waitFor(() => assert.equal(onClose.mock.callCount(), 1));
    assert.deepEqual(
      writes().map(({ body }) => body),
      [{ admin_notes: 'The name does not match.', user_notes: 'Please check the account name.' }],
    );
  });

  it('says so when it was decided meanwhile, and keeps what was typed', async () => {
    const { user, onClose } = open(RejectDialog, {
      'POST /admin/withdrawals/:id/reject': refusal(409, {
        message: 'It was completed already.',
        code: 'invalid_state',
      }),
    });
    await user.type(await notes(), 'The name does not match.');
    await user.click(screen.getByRole('button', { name: 'Reject withdrawal' }));
    assert.ok(await screen.findByText('It was completed already.'));
    assert.equal(textIn(await notes()), 'The name does not match.');
    assert.equal(onClose.mock.callCount(), 0);
  });
});

describe('starting a withdrawal', () => {
  it('wants a customer first, and leads to that customer’s money', async () => {
    const { user, writes } = renderScreen(<StartDialog onClose={() => undefined} />, {
      realm: 'admin',
      answers: { 'GET /admin/users/search': { data: [withdrawal.user] } },
    });
    await user.click(await screen.findByRole('button', { name: 'Continue' }));
    assert.ok(await screen.findByText('Please select a customer'));
    await user.type(await screen.findByRole('combobox', { name: /Customer/ }), 'maya');
    await user.click(await screen.findByRole('option', { name: /Maya Lindqvist/ }));
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    await waitFor(() => assert.equal(location.pathname + location.search, `/admin/users/${idOf(1)}?tab=money`));
    assert.deepEqual(writes(), []);
  });
});
