import assert from 'node:assert/strict';
import { it } from 'node:test';
import { usd } from '#core/testing/test-ledger.ts';
import { balanceTotals } from './periods.ts';

it('a closing holds what the balances add up to, not what went in and out', () => {
  const line = (name: string, debits: bigint, credits: bigint) =>
    ({ class: name, currency: 'USD', debits, credits, entries: 1n }) as const;
  assert.deepEqual(
    balanceTotals([
      line('assets:bank', 10_000n, 2_500n),
      line('liabilities:payouts', 2_500n, 2_500n),
      line('liabilities:wallet', 4_000n, 10_000n),
      line('income:sales', 0n, 1_500n),
    ]),
    [{ debits: usd(7_500n), credits: usd(7_500n) }],
  );
});
