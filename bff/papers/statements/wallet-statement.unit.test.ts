import assert from 'node:assert/strict';
import { it } from 'node:test';
import { approvedDeposit, createTestLedger, fundedWallet } from '#core/testing/test-ledger.ts';
import { readStatement, type StatementLine, statementChunks } from './wallet-statement.ts';

it('a statement has a limit of movements, and says what to do beyond it', async () => {
  const test = createTestLedger();
  const walletId = await fundedWallet(test, 12_300n);
  for (let count = 0; count < 3; count += 1) await approvedDeposit(test, walletId, 700n);
  const events = { readStream: (id: string) => test.store.readStream(id) };
  const all = { from: null, to: null };

  const whole = await readStatement(events, walletId, all, 100);
  const count = whole?.lines.length ?? 0;
  assert.ok(count >= 4, String(count));
  assert.deepEqual(await readStatement(events, walletId, all, count), whole);

  await assert.rejects(readStatement(events, walletId, all, count - 1), {
    code: 'statement_too_long',
    message: /more than \d+ movements\. Choose fewer days/,
  });
  // A table has the same lines, and no limit.
  const inChunks: StatementLine[] = [];
  for await (const chunk of statementChunks(events, walletId, all)) inChunks.push(...chunk);
  assert.deepEqual(inChunks, whole?.lines);
  // What is before the first day is no line.
  const later = await readStatement(events, walletId, { from: '2999-01-01', to: null }, 0);
  assert.equal(later?.opening, whole?.closing);
});
