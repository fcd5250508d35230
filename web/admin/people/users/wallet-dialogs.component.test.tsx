import assert from 'node:assert/strict';
import { describe, it, mock } from 'node:test';
import { screen, waitFor } from '@testing-library/react';
import { queryClient } from '#web/lib/cache/query-client.ts';
import { queryKey } from '#web/lib/cache/query-key.ts';
import { type Answers, refusal } from '#web/testing/network.ts';
import { pressRepeatedly, renderScreen, textIn } from '#web/testing/render.tsx';
import { allowanceOf, dollarWallet, idOf, maya, pendingWithdrawal, usd } from '#web/testing/samples.ts';
import { CreditDialog } from './credit-dialog.tsx';
import { WithdrawDialog } from './withdraw-dialog.tsx';

const wallet = dollarWallet();

describe('the credit limit of a wallet', () => {
  const saved = { message: 'Credit limit saved.', data: maya() };
  const open = (answers: Answers = {}) => {
    const onClose = mock.fn();
    const credit = { wallet_id: wallet.id, second_approval_above: usd(1_000_000n), proposed: null };
    const screen = <CreditDialog onClose={onClose} userId={idOf(1)} wallet={wallet} credit={credit} />;
    return { ...renderScreen(screen, { realm: 'admin', answers }), onClose };
  };
  const limit = () => screen.findByRole('textbox', { name: /Credit limit/ });

  it('shows the limit as it is, and that credit is not paid out', async () => {
    open();
    assert.equal(textIn(await limit()), '100.00');
    assert.ok(screen.getByText(/Credit can be spent on orders, but not paid out/));
  });

  it('says beforehand when the raise is more than is left to approve today', async () => {
    const { user } = open();
    queryClient.setQueryData(queryKey('GET /admin/approvals/allowance'), allowanceOf(4_000n));
    await user.clear(await limit());
    await user.type(await limit(), '140.00');
    assert.equal(screen.queryByRole('alert'), null);
    await user.clear(await limit());
    await user.type(await limit(), '140.01');
    assert.ok(
      await screen.findByText(
        'You may approve $40.00 more today. Another administrator can decide this, or you tomorrow.',
      ),
    );
  });

  for (const typed of ['-5', 'many', '1.005', '10000000.01']) {
    it(`sends nothing for ${typed}, and says what is expected`, async () => {
      const { user, writes } = open();
      await user.clear(await limit());
      await user.type(await limit(), typed);
      await user.click(screen.getByRole('button', { name: 'Save' }));
      await waitFor(async () => assert.equal((await limit()).getAttribute('aria-invalid'), 'true'));
      assert.deepEqual(writes(), []);
    });
  }

  it('is sent once, however often the button is pressed', async () => {
    const answer = Promise.withResolvers<typeof saved>();
    const { user, writes, onClose } = open({ 'POST /admin/users/:id/credit': () => answer.promise });
    await user.clear(await limit());
    await user.type(await limit(), '250');
    await pressRepeatedly(user, screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => assert.equal(writes().length, 1));
    answer.resolve(saved);
    await waitFor(() => assert.equal(onClose.mock.callCount(), 1));
    assert.deepEqual(
      writes().map(({ params, body }) => ({ params, body })),
      [
        {
          params: { id: idOf(1) },
          body: {
            wallet_id: wallet.id,
            credit_limit: '250.00',
            expect_credit_limit: wallet.credit_limit.decimal,
            expect_proposed: null,
          },
        },
      ],
    );
  });

  it('shows a refusal at its field and keeps what was typed', async () => {
    const { user, onClose } = open({
      'POST /admin/users/:id/credit': refusal(422, {
        message: 'Refused.',
        code: 'validation_failed',
        errors: { credit_limit: ['$80.00 of the credit is spent'] },
      }),
    });
    await user.clear(await limit());
    await user.type(await limit(), '10');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    assert.ok(await screen.findByRole('textbox', { description: '$80.00 of the credit is spent' }));
    assert.equal(textIn(await limit()), '10');
    assert.equal(onClose.mock.callCount(), 0);
  });

  it('shows at its field what the wallet refuses without naming one', async () => {
    const { user, onClose } = open({
      'POST /admin/users/:id/credit': refusal(422, {
        message: '$38.40 of the credit is spent already.',
        code: 'insufficient_funds',
      }),
    });
    await user.clear(await limit());
    await user.type(await limit(), '10');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    // A toast says it, too.
    assert.ok(await screen.findByText('$38.40 of the credit is spent already.', { selector: 'p' }));
    assert.equal(onClose.mock.callCount(), 0);
  });
});

const BANKING = {
  bank_name: 'Sparkasse',
  account_beneficiary_name: 'Ada Byron',
  currency: 'EUR',
  account_iban_last_four: '3000',
  bic_swift_last_four: 'DE33',
};
describe('a withdrawal on a customer’s behalf', () => {
  const saved = { message: 'Withdrawal started.', data: pendingWithdrawal() };
  const open = (answers: Answers = {}) => {
    const onClose = mock.fn();
    const screen = (
      <WithdrawDialog
        onClose={onClose}
        userId={idOf(1)}
        wallets={[wallet]}
        initialWalletId={wallet.id}
        banking={BANKING}
      />
    );
    return { ...renderScreen(screen, { realm: 'admin', answers }), onClose };
  };
  const amount = () => screen.findByRole('textbox', { name: /Amount/ });
  const button = () => screen.getByRole('button', { name: /^Initiate Withdrawal/ });

  it('says that the amount is held, from which wallet, and to which account it goes', async () => {
    open();
    assert.ok(await screen.findByText('It goes to Ada Byron, account ending in 3000.'));
    assert.ok(await screen.findByText(/The amount is held in the wallet/));
    assert.ok(screen.getByText('USD wallet ($420.00)'), 'what is held cannot be paid out');
  });

  for (const typed of ['0', '1.005']) {
    it(`sends nothing for ${typed}`, async () => {
      const { user, writes } = open();
      await user.type(await amount(), typed);
      await user.click(button());
      await waitFor(async () => assert.equal((await amount()).getAttribute('aria-invalid'), 'true'));
      assert.deepEqual(writes(), []);
    });
  }

  it('sends nothing that is more than can be paid out', async () => {
    const { user, writes } = open();
    await user.type(await amount(), '420.01');
    await user.click(button());
    assert.ok((await screen.findAllByText('Insufficient balance. Available: $420.00')).length > 0);
    assert.deepEqual(writes(), []);
  });

  it('is sent once with its notes, however often the button is pressed', async () => {
    const answer = Promise.withResolvers<typeof saved>();
    const { user, writes, onClose } = open({ 'POST /admin/withdrawals': () => answer.promise });
    await user.type(await amount(), '80');
    await user.type(screen.getByRole('textbox', { name: /User notes/ }), 'As agreed on the phone');
    await pressRepeatedly(user, button());
    await waitFor(() => assert.equal(writes().length, 1));
    answer.resolve(saved);
    await waitFor(() => assert.equal(onClose.mock.callCount(), 1));
    assert.deepEqual(
      writes().map(({ body }) => body),
      [
        {
          user_id: idOf(1),
          wallet_id: wallet.id,
          amount: '80.00',
          admin_notes: null,
          user_notes: 'As agreed on the phone',
          expect_account_name: 'Ada Byron',
          expect_account_last_four: '3000',
        },
      ],
    );
  });

  it('shows a refusal at its field and keeps what was typed', async () => {
    const { user, onClose } = open({
      'POST /admin/withdrawals': refusal(422, {
        message: 'Refused.',
        code: 'validation_failed',
        errors: { amount: [`Only ${usd(40_000n).formatted} can be paid out`] },
      }),
    });
    await user.type(await amount(), '410');
    await user.click(button());
    assert.ok(await screen.findByRole('textbox', { description: 'Only $400.00 can be paid out' }));
    assert.equal(textIn(await amount()), '410');
    assert.equal(onClose.mock.callCount(), 0);
  });

  it('keeps its Idempotency-Key after a call without an answer', async () => {
    let isAway = true;
    const { user, writes, onClose } = open({
      'POST /admin/withdrawals': () => {
        if (isAway) throw new TypeError('the network is gone');
        return saved;
      },
    });
    await user.type(await amount(), '80');
    await user.click(button());
    await screen.findByText(/trying again is safe/);
    isAway = false;
    await user.click(button());
    await waitFor(() => assert.equal(onClose.mock.callCount(), 1));
    assert.ok(writes().length > 1);
    assert.equal(new Set(writes().map(({ idempotencyKey }) => idempotencyKey)).size, 1);
  });
});
