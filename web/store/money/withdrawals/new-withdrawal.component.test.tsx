import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { screen, waitFor } from '@testing-library/react';
import { type Answers, refusal } from '#web/testing/network.ts';
import { pressRepeatedly, renderScreen, textIn } from '#web/testing/render.tsx';
import { BANKING, customer, dollarWallet, pendingWithdrawal } from '#web/testing/samples.ts';
import { NewWithdrawalPage } from './new-withdrawal-page.tsx';

const {
  user: _user,
  requested_by: _by,
  admin_notes: _notes,
  bank_details: _bank,
  completed_at: _at,
  ...fields
} = pendingWithdrawal();
const saved = { message: 'Requested.', data: { ...fields, accountNumber: '****2051' } };

describe('asking for a withdrawal', () => {
  const open = (answers: Answers = {}) => {
    history.replaceState(null, '', '/withdraw/new');
    return renderScreen(<NewWithdrawalPage />, {
      realm: 'customer',
      answers: {
        'GET /user': { data: customer() },
        'GET /wallets': { data: [dollarWallet()] },
        'GET /user/banking-detail': { data: { data: BANKING } },
        ...answers,
      },
    });
  };
  const amount = () => screen.findByRole('textbox', { name: /Amount/ });
  const bankName = () => screen.findByRole('textbox', { name: /Bank name/ });
  const button = () => screen.getByRole('button', { name: /^Request withdrawal/ });
  const prefilled = () => waitFor(async () => assert.equal(textIn(await bankName()), 'Northwind Bank'));

  it('says what can be paid out, credit left aside, and fills in the saved bank account', async () => {
    open();
    assert.ok(await screen.findByText('$420.00 can be paid out'));
    await prefilled();
    assert.equal(textIn(screen.getByRole('textbox', { name: /Account number/ })), 'DE02120300000000202051');
  });

  for (const [typed, said] of [
    ['0.99', 'The amount must be at least 1'],
    ['1.0055', 'Please enter a valid amount'],
    ['1.005', /Did you mean/],
  ] as const) {
    it(`sends nothing for ${typed}, and says why`, async () => {
      const { user, writes } = open();
      await prefilled();
      await user.type(await amount(), typed);
      await user.click(button());
      assert.ok(await screen.findByText(said));
      assert.deepEqual(writes(), []);
    });
  }

  it('wants every part of the bank account', async () => {
    const { user, writes } = open();
    await prefilled();
    await user.type(await amount(), '80');
    await user.clear(await bankName());
    await user.click(button());
    assert.ok(await screen.findByText('Bank name is required'));
    assert.deepEqual(writes(), []);
  });

  it('is sent once as it stands there, however often the button is pressed', async () => {
    const answer = Promise.withResolvers<typeof saved>();
    const { user, writes } = open({ 'POST /withdrawals': () => answer.promise });
    await prefilled();
    await user.type(await amount(), '80');
    await pressRepeatedly(user, button());
    await waitFor(() => assert.equal(writes().length, 1));
    answer.resolve(saved);
    await waitFor(() => assert.equal(location.pathname, '/withdraw'));
    assert.deepEqual(
      writes().map(({ body }) => body),
      [
        {
          amount: '80.00',
          currency: 'USD',
          bankDetails: {
            bankName: 'Northwind Bank',
            accountName: 'Lindqvist Rewards AB',
            accountNumber: 'DE02120300000000202051',
            swiftCode: 'NWBKDEFF',
            additionalInfo: null,
          },
        },
      ],
    );
  });

  it('shows a refusal at its field and keeps what was typed', async () => {
    const { user } = open({
      'POST /withdrawals': refusal(422, {
        message: 'Refused.',
        code: 'validation_failed',
        errors: { amount: ['Only $420.00 can be paid out'], wallet_id: ['The wallet is closed'] },
      }),
    });
    await prefilled();
    await user.type(await amount(), '450');
    await user.type(screen.getByRole('textbox', { name: /Additional information/ }), 'For rent');
    await user.click(button());
    assert.ok(await screen.findByRole('textbox', { name: /Amount/, description: 'Only $420.00 can be paid out' }));
    assert.ok(await screen.findByText('Validation Error'));
    assert.ok(
      screen.getByText(/^Only \$420\.00 can be paid out\s+The wallet is closed$/),
      'every message in the toast',
    );
    assert.equal(textIn(await amount()), '450');
    assert.equal(textIn(screen.getByRole('textbox', { name: /Additional information/ })), 'For rent');
    assert.equal(location.pathname, '/withdraw/new');
  });

  it('sends the same Idempotency-Key again after a call without an answer', async () => {
    let isAway = true;
    const { user, writes } = open({
      'POST /withdrawals': () => {
        if (isAway) throw new TypeError('the network is gone');
        return saved;
      },
    });
    await prefilled();
    await user.type(await amount(), '80');
    await user.click(button());
    await screen.findByText(/trying again is safe/);
    isAway = false;
    await user.click(button());
    await waitFor(() => assert.equal(location.pathname, '/withdraw'));
    assert.ok(writes().length > 1);
    assert.equal(new Set(writes().map(({ idempotencyKey }) => idempotencyKey)).size, 1);
  });
});
