import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ALONE } from '#core/aggregates/testing/approval.ts';
import { createTestLedger, fundedWallet, orderLine, placedOrder, usd } from '#core/testing/test-ledger.ts';
import { history, run } from './testing/cli-story.ts';

/** A wallet with credit of which some is drawn, and a payment that waits. */
async function indebted() {
  const test = createTestLedger();
  const walletId = await fundedWallet(test, 1_000n);
  await test.send({ type: 'SetCreditLimit', walletId, limit: usd(5_000n), by: ALONE });
  await placedOrder(test, walletId, [orderLine('v', 1, 3_000n)]);
  await placedOrder(test, walletId, [orderLine('v', 1, 9_000n)]);
  return { test, walletId };
}

describe('keys of JSON', () => {
  it('call one thing by one name in every command', async () => {
    const { test, walletId } = await indebted();
    const keysOf = async (...argv: string[]) => {
      const { out } = await run(test.store, ...argv, '--json');
      return Object.keys(JSON.parse(out[0] ?? '')).join(' ');
    };
    const EVENT = 'time position stream revision type';
    assert.equal(await keysOf('history'), `${EVENT} by details`);
    assert.equal(await keysOf('trace', walletId), `${EVENT} by details id correlation cause`);
    assert.equal(await keysOf('journal'), `${EVENT} document reference account debit credit currency valueDate`);
    assert.equal(await keysOf('statement', walletId), 'time document description in out balance currency');
    assert.equal(
      await keysOf('balance', walletId, '--explain'),
      'time movement balance held available currency details',
    );
    assert.equal(
      await keysOf('balance', walletId),
      'wallet customer currency balance held creditLimit available queued',
    );
    assert.match(await keysOf('credit'), /^wallet customer currency creditLimit used /);
    assert.equal(await keysOf('what-if', '--credit-limit', 'USD=0'), 'kind order customer currency inFact whatIf');
    const { queued } = JSON.parse((await run(test.store, 'balance', walletId, '--json')).text);
    assert.deepEqual(Object.keys(queued[0]), ['reference', 'amount', 'document']);
    const { event } = JSON.parse((await run(test.store, 'explain', `wallet-${walletId}@1`, '--json')).text);
    assert.equal(event.stream, `wallet-${walletId}`);
  });
});

describe('times', () => {
  const SECONDS = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;
  const EXACT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

  it('have seconds for a spreadsheet, and all that the event has for a program', async () => {
    const { test, walletId } = await history();
    for (const command of [['history'], ['journal'], ['balance', walletId, '--explain'], ['statement', walletId]]) {
      const shown = (await run(test.store, ...command, '--csv')).out.map((line) => line.split(',')[0] ?? '');
      const times = shown.slice(1).filter((time) => time !== '');
      assert.ok(times.length > 0 && times.every((time) => SECONDS.test(time)), `${command[0]}: ${times[0]}`);
      const exact = (await run(test.store, ...command, '--json')).out.map((line) => JSON.parse(line).time);
      assert.ok(
        exact.filter(Boolean).every((time) => EXACT.test(time)),
        `${command[0]}: ${exact}`,
      );
    }
    const { out } = await run(test.store, 'export', '--format', 'csv');
    assert.match(out.join('\n').split('\n')[1]?.split(',')[1] ?? '', SECONDS);
  });
});
