import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { endSession } from '#web/lib/api/session-refresh.ts';
import { queryClient } from '#web/lib/cache/query-client.ts';
import { queryKey } from '#web/lib/cache/query-key.ts';
import type { Answers } from '#web/testing/network.ts';
import { renderScreen, textIn } from '#web/testing/render.tsx';
import { customer, dollarWallet, idOf, pendingDeposit } from '#web/testing/samples.ts';
import { NewDepositPage } from './new-deposit-page.tsx';

describe('asking for a deposit', () => {
  const open = (answers: Answers = {}, as = customer()) => {
    history.replaceState(null, '', '/deposits/new');
    queryClient.setQueryData(queryKey('GET /user'), { data: as });
    return renderScreen(<NewDepositPage />, {
      realm: 'customer',
      answers: {
        'GET /user': { data: as },
        'GET /wallets': { data: [dollarWallet()] },
        'GET /deposits/accounts': { data: [] },
        ...answers,
      },
    });
  };
  const requested = { ...pendingDeposit(), rejection_reason: null, pay_into: null };
  const amount = () => screen.findByRole('textbox', { name: /Amount/ });
  const typeAndLoseTheSession = async () => {
    const { user } = open();
    await user.type(await amount(), '250');
    act(() => endSession('customer'));
    cleanup();
    queryClient.clear();
  };

  it('goes on with what was typed when the session ended, once its customer is back', async () => {
    await typeAndLoseTheSession();
    open();
    const field = await amount();
    await waitFor(() => assert.equal(textIn(field), '250.00'));
  });

  it('goes on with what was typed when another page was looked at, until it is given up or sent', async () => {
    const other = customer({ id: idOf(78) });
    const { user } = open({}, other);
    await user.type(await amount(), '250');
    const leave = () => {
      cleanup();
      return open({ 'POST /deposits': { message: 'Requested.', data: requested } }, other);
    };
    leave();
    const again = await amount();
    await waitFor(() => assert.equal(textIn(again), '250.00'));
    await user.click(screen.getByRole('link', { name: 'Cancel' }));
    leave();
    assert.equal(textIn(await amount()), '', 'given up');
    await user.type(await amount(), '80');
    await user.click(screen.getByRole('button', { name: /^Submit Deposit Request/ }));
    await waitFor(() => assert.equal(location.pathname, '/deposits'));
    leave();
    assert.equal(textIn(await amount()), '', 'sent');
  });

  it('shows nobody else what was typed', async () => {
    await typeAndLoseTheSession();
    open({}, customer({ id: idOf(77) }));
    assert.equal(textIn(await amount()), '');
  });
});
