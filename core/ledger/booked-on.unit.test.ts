import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import { approvalOf } from '#core/aggregates/testing/approval.ts';
import { run } from '#core/cli/testing/cli-story.ts';
import { isDomainError } from '#core/kernel/errors.ts';
import type { RecordedEvent } from '#core/kernel/log/event.ts';
import { createTestLedger, type TestLedger, usd } from '#core/testing/test-ledger.ts';
import { bookedOn, readClosings } from './booked-on.ts';
import type { LedgerCommand } from './ledger.ts';

const NOW = '2025-11-05T12:00:00.000Z';
const sendAt = (test: TestLedger, command: LedgerCommand, time = NOW) =>
  test.ledger.execute(command, {
    commandId: randomUUID(),
    correlationId: 'c',
    actor: { kind: 'system', id: 'test' },
    time,
  });
const close = (month: string): LedgerCommand => ({ type: 'ClosePeriod', month, today: '2025-11-05', totals: [] });
const reopen = (month: string): LedgerCommand => ({ type: 'ReopenPeriod', month, reason: 'late' });

/** A ledger with a wallet, and a deposit of 100 dollars that waits for its approval. */
async function story() {
  const test = createTestLedger();
  const [walletId, depositId, customerId] = [randomUUID(), randomUUID(), randomUUID()];
  await sendAt(test, { type: 'OpenWallet', walletId, customerId, currency: 'USD' });
  const request = { depositId, number: 'DEP-1', walletId, customerId, amount: usd(10_000n), note: null };
  await sendAt(test, { type: 'RequestDeposit', ...request });
  const approve = (valueDate: string): LedgerCommand => ({ ...approvalOf(depositId, usd(10_000n)), valueDate });
  const balanceOn = async (day: string) => {
    const result = await run(test.store, 'balance', walletId, '--at', day, '--by', 'value-date', '--json');
    return result.code === 0 ? JSON.parse(result.text).balance : undefined;
  };
  return { test, walletId, depositId, approve, balanceOn };
}

describe('a closed month', () => {
  it('takes no value date, at its field, until it is reopened', async () => {
    const { test, approve, balanceOn } = await story();
    await sendAt(test, close('2025-10'));
    const isRefused = (error: unknown) =>
      isDomainError(error, 'invalid_value') &&
      error.details.field === 'valueDate' &&
      /^October 2025 is closed: choose a later day/.test(error.message);
    await assert.rejects(sendAt(test, approve('2025-10-31')), isRefused);
    await assert.rejects(sendAt(test, approve('2025-03-01')), /March 2025 is closed/);
    await sendAt(test, reopen('2025-10'));
    await sendAt(test, approve('2025-10-31'));
    assert.equal(await balanceOn('2025-10-31'), '100.00');
  });

  it('takes nothing that comes at the same moment as its closing: that counts on the day it was recorded', async () => {
    const { test, approve, balanceOn, walletId } = await story();
    // The approval has checked the closed months; the month is closed before its append.
    const racing = createTestLedger({
      store: {
        ...test.store,
        append: async (...args: Parameters<typeof test.store.append>) => {
          if (args[0].startsWith('deposit-')) await sendAt(test, close('2025-10'));
          return test.store.append(...args);
        },
      },
    });
    await sendAt(racing, approve('2025-10-31'));
    assert.equal(await balanceOn('2025-11-04'), undefined);
    assert.equal(await balanceOn('2025-11-05'), '100.00');
    const trial = await run(test.store, 'trial-balance', '--at', '2025-10-31', '--by', 'value-date');
    assert.doesNotMatch(trial.text, /assets:bank/);
    const statement = await run(test.store, 'statement', walletId, '--by', 'value-date', '--csv');
    assert.match(statement.text, /\n2025-11-05,DEP-1,deposit,/);
    const journal = await run(test.store, 'journal', '--json');
    assert.ok(journal.out.every((line) => JSON.parse(line).valueDate === '2025-11-05'));
  });

  it('leaves alone what was booked before it was closed', async () => {
    const { test, approve, balanceOn } = await story();
    await sendAt(test, approve('2025-10-31'));
    await sendAt(test, close('2025-10'));
    assert.equal(await balanceOn('2025-10-31'), '100.00');
  });

  it('answers a repetition of what was booked before as it was answered then, and refuses anything else', async () => {
    const { test, approve, balanceOn } = await story();
    await sendAt(test, approve('2025-10-31'));
    await sendAt(test, close('2025-10'));
    const { events, revision } = await sendAt(test, approve('2025-10-31'));
    assert.deepEqual([events, revision], [[], 1n]);
    await assert.rejects(sendAt(test, approve('2025-10-30')), /October 2025 is closed/);
    const missing = { ...approvalOf(randomUUID(), usd(10_000n)), valueDate: '2025-10-31' };
    await assert.rejects(sendAt(test, missing), /October 2025 is closed/);
    assert.equal(await balanceOn('2025-10-31'), '100.00');
  });

  it('moves what is recorded in it afterwards to the first open day', async () => {
    const test = createTestLedger();
    await sendAt(test, close('2025-10'));
    const event = (time: string, valueDate?: string) =>
      ({ data: { ...(valueDate && { valueDate }) }, metadata: { time } }) as unknown as RecordedEvent;
    const closedThrough = (await readClosings(test.store)).closedThroughAt(10n ** 9n);
    assert.equal(closedThrough, '2025-10');
    assert.equal(bookedOn(event('2025-10-31T23:59:59.999Z'), closedThrough), '2025-11-01');
    assert.equal(bookedOn(event('2025-11-07T10:00:00.000Z', '2025-09-30'), closedThrough), '2025-11-07');
    assert.equal(bookedOn(event('2025-11-07T10:00:00.000Z', '2025-11-02'), closedThrough), '2025-11-02');
    assert.equal((await readClosings(test.store)).closedThroughAt(0n), null);
  });
});

describe('months on the command line', () => {
  it('are listed with each closing and reopening', async () => {
    const { test } = await story();
    assert.equal((await run(test.store, 'periods')).code, 0);
    await sendAt(test, close('2025-10'));
    await sendAt(test, reopen('2025-10'));
    const steps = (await run(test.store, 'periods', '--json')).out.map((line) => JSON.parse(line));
    assert.deepEqual(
      steps.map(({ month, step, by, reason }) => [month, step, by, reason]),
      [
        ['2025-10', 'closed', 'system test', ''],
        ['2025-10', 'reopened', 'system test', 'late'],
      ],
    );
  });
});
