import assert from 'node:assert/strict';
import { it } from 'node:test';
import { ALONE } from '../testing/approval.ts';
import { createTestLedger, fundedWallet, orderLine, placedOrder, usd } from '../testing/test-ledger.ts';
import { run } from './testing/cli-story.ts';

it('`ledger credit` lists who has drawn credit, and with --all who may', async () => {
  const test = createTestLedger();
  assert.equal((await run(test.store, 'credit')).code, 0);
  const walletId = await fundedWallet(test, 1_000n);
  await test.send({ type: 'SetCreditLimit', walletId, limit: usd(4_000n), by: ALONE });
  assert.equal((await run(test.store, 'credit')).code, 0);
  assert.equal((await run(test.store, 'credit', '--all')).code, 0);
  await placedOrder(test, walletId, [orderLine('v', 2, 1_500n)]);
  await placedOrder(test, walletId, [orderLine('v', 1, 9_000n)]);
  const [row] = (await run(test.store, 'credit', '--json')).out.map((line) => JSON.parse(line));
  assert.deepEqual(
    [row.wallet, row.limit, row.used, row.waiting, row.daysLeft],
    [walletId, '40.00', '20.00', '90.00', '30'],
  );
  const today = new Date().toISOString().slice(0, 10);
  assert.equal(row.since, today);
  assert.equal((await run(test.store, 'credit', '--at', '2001-01-01')).code, 0);
});
