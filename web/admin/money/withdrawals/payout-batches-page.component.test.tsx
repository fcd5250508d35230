import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { screen, waitFor, within } from '@testing-library/react';
import { minorJson } from '#bff/contract/base/money-json.ts';
import type { PayoutBatch } from '#bff/contract/money/admin-payout-routes.ts';
import { renderScreen } from '#web/testing/render.tsx';
import { idOf } from '#web/testing/samples.ts';
import { PayoutBatchesPage } from './payout-batches-page.tsx';

const file = (number: number, parts: Partial<PayoutBatch>): PayoutBatch => ({
  id: idOf(number),
  reference: `PAY-00000${number}`,
  kind: 'withdrawals',
  sum: minorJson(8_000n, 'EUR'),
  transfers: 3,
  completed: 0,
  created_at: '2026-11-01T08:00:00.000Z',
  created_by: 'Ada Byron',
  awaits_second: false,
  confirmed_by: null,
  fetched_at: '2026-11-01T09:00:00.000Z',
  withdraw_first_by: null,
  withdrawn_at: null,
  withdrawn_by: null,
  ...parts,
});

describe('the files of payouts', () => {
  it('are withdrawn as long as something of them is not paid, also where the bank has paid a part', async () => {
    const half = file(2, { completed: 2 });
    const rest = { completed: 2, withdrawn_at: '2026-11-03T08:00:00.000Z', withdrawn_by: 'Ben Boole' };
    const data = [file(1, { completed: 3 }), half, file(3, rest)];
    const { user, writes } = renderScreen(<PayoutBatchesPage />, {
      realm: 'admin',
      roles: ['approver'],
      answers: {
        'GET /admin/payout-batches': {
          data,
          meta: { current_page: 1, last_page: 1, per_page: 15, total: 3, from: 1, to: 3 },
        },
        'POST /admin/payout-batches/:id/withdraw': { data: half },
      },
    });
    const row = async (name: RegExp) => within(await screen.findByRole('row', { name }));
    assert.equal((await row(/PAY-000001.*Paid/)).queryByRole('button', { name: 'Withdraw' }), null);
    const withdrawn = await row(/PAY-000003/);
    assert.ok(withdrawn.getByText('2 of 3 paid, rest withdrawn'));
    // On a line of its own: beside a long status its words were on two.
    assert.ok(withdrawn.getByText('Ben Boole').matches('.block'));
    await user.click((await row(/PAY-000002.*2 of 3 paid/)).getByRole('button', { name: 'Withdraw' }));
    const asked = within(await screen.findByRole('alertdialog', { name: 'Withdraw PAY-000002' }));
    assert.ok(asked.getByText(/or has refused what is not paid.*two administrators withdraw it/));
    await user.click(asked.getByRole('button', { name: 'Withdraw the file' }));
    await waitFor(() => assert.equal(writes().length, 1));
    assert.ok(await screen.findByText('The withdrawal of PAY-000002 is asked for'));
  });
});
