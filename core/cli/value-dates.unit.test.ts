import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import { ALONE, approvalOf } from '#core/aggregates/testing/approval.ts';
import { isDomainError } from '#core/kernel/errors.ts';
import type { LedgerCommand } from '#core/ledger/ledger.ts';
import { createTestLedger, orderLine, placedOrder, usd } from '#core/testing/test-ledger.ts';
import { run } from './testing/cli-story.ts';

/**
 * 100 dollars, less a fee of 1: the bank received them in October and paid out 30 in November; all was recorded in
 * December.
 */
async function story() {
  const test = createTestLedger();
  const [walletId, depositId, withdrawalId, customerId] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  const send = (command: LedgerCommand, time: string) =>
    test.ledger.execute(command, {
      commandId: randomUUID(),
      correlationId: 'c',
      actor: { kind: 'system', id: 'test' },
      time: `${time}T12:00:00.000Z`,
    });
  await send({ type: 'OpenWallet', walletId, customerId, currency: 'USD' }, '2025-12-01');
  const request = { walletId, customerId, amount: usd(10_000n) };
  await send({ type: 'RequestDeposit', depositId, number: 'DEP-1', ...request, note: null }, '2025-12-01');
  await send({ ...approvalOf(depositId, usd(10_000n), 100n), valueDate: '2025-10-31' }, '2025-12-02');
  await send(
    {
      type: 'RequestWithdrawal',
      withdrawalId,
      number: 'WDR-1',
      customerId,
      walletId,
      amount: usd(3_000n),
      requestedBy: 'customer',
      bankSnapshotId: null,
      userNote: null,
      adminNote: null,
    },
    '2025-11-10',
  );
  await send(
    {
      type: 'CompleteWithdrawal',
      withdrawalId,
      note: null,
      by: ALONE,
      now: '2025-12-03T00:00:00.000Z',
      valueDate: '2025-11-11',
    },
    '2025-12-03',
  );
  return { test, send, walletId, depositId };
}

describe('a value date', () => {
  it('goes from the document down to every line that it books', async () => {
    const { test, walletId } = await story();
    const dates = test.events().flatMap(({ type, data }) => ('valueDate' in data ? [[type, data.valueDate]] : []));
    assert.deepEqual(dates, [
      ['DepositApproved', '2025-10-31'],
      ['WalletCredited', '2025-10-31'],
      ['WalletDebited', '2025-10-31'],
      ['WithdrawalCompleted', '2025-11-11'],
      ['WalletHoldCaptured', '2025-11-11'],
    ]);
    await placedOrder(test, walletId, [orderLine('v', 1, 500n)]);
    assert.ok(
      test
        .events(`wallet-${walletId}`)
        .every(({ data }) => !('reason' in data && data.reason === 'order') || !('valueDate' in data)),
    );
  });

  it('is never in the future', async () => {
    const { test, send } = await story();
    const before = test.store.events.length;
    const late = { ...approvalOf(randomUUID(), usd(1n)), valueDate: '2025-12-05' };
    await assert.rejects(
      send(late, '2025-12-04'),
      (error) => isDomainError(error, 'invalid_value') && error.details.field === 'valueDate',
    );
    assert.equal(test.store.events.length, before);
    await assert.rejects(send({ ...late, valueDate: '2025-12-04' }, '2025-12-04'), /no such deposit/);
  });
});

describe('reports by value date', () => {
  const balanceAt = async (...argv: string[]) => {
    const { test, walletId } = await story();
    const { text } = await run(test.store, 'balance', walletId, '--json', ...argv);
    return JSON.parse(text).balance;
  };

  it('count a movement on the day on which the bank received or paid it', async () => {
    for (const [day, recorded, byValue] of [
      ['2025-10-30', undefined, undefined],
      ['2025-10-31', undefined, '99.00'],
      ['2025-11-11', undefined, '69.00'],
      ['2025-12-02', '99.00', '69.00'],
      ['2025-12-03', '69.00', '69.00'],
    ] as const) {
      if (byValue !== undefined) assert.equal(await balanceAt('--at', day, '--by', 'value-date'), byValue, day);
      if (recorded !== undefined) assert.equal(await balanceAt('--at', day), recorded, day);
    }
  });

  it('list a statement in the order of its days', async () => {
    const { test, walletId } = await story();
    const november = ['--from', '2025-11-01', '--to', '2025-11-30', '--by', 'value-date', '--csv'];
    const { text } = await run(test.store, 'statement', walletId, ...november);
    assert.match(
      text,
      /Opening balance,,,99\.00,USD\n2025-11-11,WDR-1,withdrawal,,30\.00,69\.00,USD\n.*Closing balance,,,69\.00,USD/,
    );
    const explained = await run(test.store, 'balance', walletId, '--explain', '--by', 'value-date');
    assert.match(
      explained.text,
      /2025-10-31 +Opened[\s\S]*2025-10-31 +Credited[\s\S]*2025-11-10 +FundsHeld[\s\S]*2025-11-11 +HoldCaptured/,
    );
  });

  it('balance on each day, and name the day of each line of the journal', async () => {
    const { test } = await story();
    const trial = await run(test.store, 'trial-balance', '--at', '2025-10-31', '--by', 'value-date');
    assert.equal(trial.code, 0);
    assert.match(trial.text, /assets:bank:USD +USD +100\.00/);
    const accounts = await run(test.store, 'accounts', 'income:', '--at', '2025-10-31', '--by', 'value-date', '--csv');
    assert.match(accounts.text, /income:deposit-fees:USD,USD,1\.00,credit/);
    assert.equal((await run(test.store, 'accounts', 'income:', '--at', '2025-10-31')).code, 1);
    const days = async (...argv: string[]) =>
      (await run(test.store, 'journal', '--json', ...argv)).out.map((line) => JSON.parse(line).valueDate);
    assert.deepEqual(await days('--to', '2025-10-31', '--by', 'value-date'), Array(4).fill('2025-10-31'));
    assert.equal((await days('--to', '2025-10-31')).length, 0);
    assert.equal((await run(test.store, 'journal', '--by', 'nonsense')).code, 2);
  });
});
