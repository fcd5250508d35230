import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SealedText } from '#core/kernel/log/event.ts';
import { sampleOf } from '#core/kernel/testing/sample-of.ts';
import { rulesOf } from '#core/ledger/rules.ts';
import { NO_SETTINGS } from '#core/ledger/settings.ts';
import { type WithdrawalListItem, withdrawalListView } from '#projections/models/withdrawals.ts';
import { presentAdminWithdrawals } from './admin-present.ts';
import { presentWithdrawal } from './present.ts';

const rules = () => rulesOf(NO_SETTINGS);
/** "Sealed" means reversed here. */
const turned = (text: string) => [...text].reverse().join('');
const notes = {
  encrypt: async (_customerId: string, text: string) => SealedText.parse(turned(text)),
  erase: async () => undefined,
  decrypt: async (_customerId: string, sealed: string) => turned(sealed),
};

function rejected(texts: { admin?: string; user?: string; joint?: string }): WithdrawalListItem {
  const sealed = (text: string | undefined) => (text === undefined ? null : turned(text));
  return sampleOf(withdrawalListView.schema, {
    withdrawalId: '00000000-0000-4000-8000-000000000001',
    number: 'WDR-1',
    customerId: '00000000-0000-4000-8000-000000000002',
    walletId: '00000000-0000-4000-8000-000000000003',
    currency: 'USD',
    amount: 100n,
    status: 'rejected',
    requestedBy: 'customer',
    userNote: sealed('Please'),
    decisionNote: sealed(texts.admin),
    decisionUserNote: sealed(texts.user),
    decisionJointNote: sealed(texts.joint),
    requestedAt: new Date(0),
    heldAt: new Date(0),
    decidedAt: new Date(0),
    awaitsSecond: false,
    customerName: 'Ann',
    customerEmail: 'ann@example.com',
  });
}

describe('the notes of a rejected withdrawal', () => {
  for (const [version, texts] of Object.entries({
    '2': { admin: 'Secret', user: 'Sorry' },
    '1': { joint: 'Secret\nTo the customer: Sorry' },
  })) {
    it(`of version ${version}: the customer reads theirs, administrators both`, async () => {
      const row = rejected(texts);
      assert.equal((await presentWithdrawal(notes, row, undefined)).user_notes, 'Please\nSorry');
      const [shown] = await presentAdminWithdrawals(
        {
          notes,
          rules,
          clock: () => new Date(0),
          database: { any: async () => [] } as never,
          rates: async () => ({ USD: '1', EUR: '1.1' }),
        },
        [row],
        { decides: true },
      );
      assert.equal(shown?.user_notes, 'Please\nSorry');
      assert.equal(shown?.admin_notes, 'Secret');
    });
  }
});
