import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { screen } from '@testing-library/react';
import { minorJson } from '#bff/contract/base/money-json.ts';
import type { PayoutBatch } from '#bff/contract/money/admin-payout-routes.ts';
import { UNFORESEEN } from '#web/testing/network.ts';
import { renderScreen } from '#web/testing/render.tsx';
import { idOf, pendingWithdrawal } from '#web/testing/samples.ts';
import { PayoutFileButton } from './payout-file.tsx';

const file = { id: idOf(9), reference: 'PAY-000012', created_at: '2026-11-01T08:00:00.000Z' };
const batch: PayoutBatch = {
  id: file.id,
  reference: file.reference,
  kind: 'withdrawals',
  sum: minorJson(8_000n, 'USD'),
  transfers: 1,
  completed: 0,
  created_at: file.created_at,
  created_by: 'Ada Byron',
  awaits_second: false,
  confirmed_by: null,
  fetched_at: null,
  withdraw_first_by: null,
  withdrawn_at: null,
  withdrawn_by: null,
};
const open = (...chosen: Parameters<typeof PayoutFileButton>[0]['chosen']) =>
  renderScreen(<PayoutFileButton chosen={chosen} clear={() => undefined} />, { realm: 'admin', answers: {} });
const button = () => screen.getByRole('button', { name: 'File for the bank' });

describe('a file of the chosen withdrawals', () => {
  it('is made of those that are in no file', () => {
    open(pendingWithdrawal(), pendingWithdrawal({ id: idOf(3) }));
    assert.equal(button().getAttribute('aria-disabled'), null);
  });

  it('is not fetched while it waits for a second administrator', async () => {
    const { user } = renderScreen(<PayoutFileButton chosen={[pendingWithdrawal()]} clear={() => undefined} />, {
      realm: 'admin',
      answers: {
        'POST /admin/payout-batches': { message: 'PAY-000012 waits', data: { ...batch, awaits_second: true } },
      },
    });
    await user.click(button());
    assert.ok(await screen.findByText('PAY-000012 waits'));
  });

  it('that was made and could not be downloaded is not lost: where it lies is said', async () => {
    const { user } = renderScreen(<PayoutFileButton chosen={[pendingWithdrawal()]} clear={() => undefined} />, {
      realm: 'admin',
      answers: {
        'POST /admin/payout-batches': { message: 'PAY-000012 is ready for the bank', data: batch },
        'GET /admin/payout-batches/:id/file': UNFORESEEN,
      },
    });
    await user.click(button());
    assert.ok(
      await screen.findByText('PAY-000012 was made, but could not be downloaded. Download it under Payout files.'),
    );
  });

  for (const [what, chosen, reason] of [
    [
      'in a file already',
      [pendingWithdrawal({ reference: 'WDR-000007', payout_file: file })],
      /WDR-000007 is in PAY-000012 already/,
    ],
    [
      'several in files',
      [1, 2].map((n) => pendingWithdrawal({ id: idOf(n), reference: `WDR-00000${n}`, payout_file: file })),
      /WDR-000001 is in PAY-000012 already, and 1 more in files/,
    ],
    [
      'of two currencies',
      [pendingWithdrawal(), pendingWithdrawal({ amount: minorJson(100n, 'EUR') })],
      /A file is of one currency/,
    ],
  ] as const)
    it(`says why it is not made of one that is ${what}`, () => {
      open(...chosen);
      assert.equal(button().getAttribute('aria-disabled'), 'true');
      assert.ok(screen.getByText(reason));
    });
});
