import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findingsOf, type OpenItem, reconcile } from './reconciliation.ts';

const account = { account: 'NL91', isOwn: true, balance: 10_000n, until: '2026-10-31' };
const of = (more: Partial<Parameters<typeof reconcile>[0]> = {}) =>
  reconcile({
    currency: 'EUR',
    at: '2026-10-31',
    accounts: [account],
    books: 10_000n,
    items: [],
    suspense: 0n,
    ...more,
  });
const item = (kind: OpenItem['kind'], amount: bigint): OpenItem => ({ kind, amount, day: '2026-10-30' });

describe('the bank beside the books', () => {
  it('has no findings where both are equal, all lines are decided and the statements reach the day', () => {
    assert.deepEqual(findingsOf(of()), []);
    assert.deepEqual(findingsOf(of({ suspense: 500n })), []);
  });
  it('says how much differs, and how much of it is not explained', () => {
    const found = of({ books: 9_000n, items: [item('deposit-without-line', -500n), item('undecided', 1_200n)] });
    assert.equal(found.unexplained, 300n);
    assert.deepEqual(findingsOf(found), [
      'EUR: lines of the bank that are not decided: 1, €12.00.',
      'EUR: the bank has €100.00, the books have €90.00: €10.00 differ, €3.00 of it are not explained.',
    ]);
    assert.match(findingsOf(of({ books: 9_000n, items: [item('gap', 1_000n)] })).join(), /all of it is explained/);
  });
  it('counts a line that may be known in no difference, and names it', () => {
    const found = of({ items: [item('asked', 700n)] });
    assert.deepEqual([found.unexplained, findingsOf(found).length], [0n, 1]);
  });
  it('names accounts whose statements end earlier or are missing, and suspense in debit', () => {
    const late = { ...account, until: '2026-10-28' };
    const none = { ...account, account: 'NL92', balance: null, until: null };
    assert.deepEqual(findingsOf(of({ accounts: [late, none], suspense: -1n })), [
      'EUR: the statements of NL91 end on 2026-10-28, not on 2026-10-31.',
      'EUR: no statement shows the balance of NL92 on 2026-10-31.',
      'EUR: suspense is in debit by €0.01.',
    ]);
    const unknown = of({ accounts: [none] });
    assert.deepEqual([unknown.bank, unknown.unexplained], [null, null]);
  });
});
