import assert from 'node:assert/strict';
import { it } from 'node:test';
import { screen } from '@testing-library/react';
import { renderScreen } from '#web/testing/render.tsx';
import { customer, dollarWallet } from '#web/testing/samples.ts';
import { WithdrawalsPage } from './withdrawals-page.tsx';

it('who asked for no withdrawal yet is led to the first', async () => {
  renderScreen(<WithdrawalsPage />, {
    realm: 'customer',
    answers: {
      'GET /user': { data: customer() },
      'GET /wallets': { data: [dollarWallet()] },
      'GET /withdrawals': {
        data: [],
        meta: { current_page: 1, last_page: 1, per_page: 15, total: 0, from: null, to: null },
      },
    },
  });
  assert.ok(await screen.findByText('No withdrawals found'));
  assert.ok(screen.getAllByRole('link', { name: 'New Withdrawal' }).length > 0);
});
