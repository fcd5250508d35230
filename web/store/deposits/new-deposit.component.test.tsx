import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { queryClient } from '#web/lib/query-client.ts';
import { queryKey } from '#web/lib/query-key.ts';
import { endSession } from '#web/lib/session-refresh.ts';
import { renderScreen, textIn } from '#web/testing/render.tsx';
import { customer, dollarWallet, idOf } from '#web/testing/samples.ts';
import { NewDepositPage } from './new-deposit-page.tsx';

describe('asking for a deposit', () => {
  const open = (as = customer()) => {
    history.replaceState(null, '', '/deposits/new');
    queryClient.setQueryData(queryKey('GET /user'), { data: as });
    return renderScreen(<NewDepositPage />, {
      realm: 'customer',
      answers: {
        'GET /user': { data: as },
        'GET /wallets': { data: [dollarWallet()] },
        'GET /deposits/accounts': { data: [] },
      },
    });
  };
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
    cleanup();
    open();
    assert.equal(textIn(await amount()), '');
  });

  it('shows nobody else what was typed', async () => {
    await typeAndLoseTheSession();
    open(customer({ id: idOf(77) }));
    assert.equal(textIn(await amount()), '');
  });
});
