import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { reconcile } from '#core/finance/bank/reconciliation.ts';
import { runLedger } from './testing/ledger-story.ts';

describe('the bank beside the books', () => {
  it('is shown with what is open at the bank', async () => {
    const bank = reconcile({
      currency: 'USD',
      at: '2025-10-31',
      books: 10_000n,
      suspense: 0n,
      accounts: [{ account: 'US1', isOwn: true, balance: 8_800n, until: '2025-10-31' }],
      items: [{ kind: 'undecided', day: '2025-10-30', amount: -1_200n }],
    });
    const reports = {
      reconciliationsOn: async () => [bank],
      vatReturnOf: () => Promise.reject(new Error('No invoices in this test.')),
    };
    const shown = await runLedger({ withReports: (work) => work(reports) }, ...['bank', '--at', '2025-10-31', '--csv']);
    assert.equal(shown.code, 1);
    assert.match(shown.text, /USD,Lines of the bank that are not decided,2025-10-30,,-12\.00/);
    assert.match(shown.text, /USD,Not explained,2025-10-31,,0\.00/);
  });
});
