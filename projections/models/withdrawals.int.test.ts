import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openReadModels } from '#infra/proof/testing/read-models.ts';
import { decodeEvent } from '#projections/kernel/engine.ts';
import { ADMINISTRATOR, createLog, id, usd } from '#projections/testing/log.ts';
import {
  ALICE,
  ALICE_USD,
  BRUNO,
  BRUNO_USD,
  completeWithdrawal,
  openAccount,
  rejectWithdrawal,
  requestWithdrawal,
} from '#projections/testing/story.ts';
import { findWithdrawal, listOwnWithdrawals, listWithdrawals } from './withdrawals.ts';

describe('the withdrawals read model', async () => {
  const { pool, project, assertIndependentOfDelivery } = await openReadModels();
  const log = createLog();
  openAccount(log, ALICE, ALICE_USD);
  openAccount(log, BRUNO, BRUNO_USD);
  for (const number of [1, 2, 3]) requestWithdrawal(log, number, ALICE, { wallet: ALICE_USD, minor: number * 100 });
  completeWithdrawal(log, 1, { wallet: ALICE_USD, minor: 100 });
  rejectWithdrawal(log, 2, { wallet: ALICE_USD, minor: 200 });
  log.add(`withdrawal-${id('withdrawal', 4)}`, 'WithdrawalRequested', {
    withdrawalId: id('withdrawal', 4),
    number: 'WD-000004',
    customerId: ALICE,
    walletId: ALICE_USD,
    amount: usd(1),
    requestedBy: 'administrator',
    madeBy: ADMINISTRATOR.id,
    bankSnapshotId: null,
    userNote: null,
    adminNote: 'sealed' as never,
  });
  log.add(`withdrawal-${id('withdrawal', 4)}`, 'WithdrawalFailed', { reason: 'Insufficient funds' });
  requestWithdrawal(log, 6, BRUNO, { wallet: BRUNO_USD, minor: 600 });
  const proposal = { note: 'first' as never, by: ADMINISTRATOR.id };
  log.add(`withdrawal-${id('withdrawal', 6)}`, 'WithdrawalPayoutProposed', proposal, { actor: ADMINISTRATOR });
  requestWithdrawal(log, 5, ALICE, { wallet: ALICE_USD, minor: 500 });
  rejectWithdrawal(log, 5, { wallet: ALICE_USD, minor: 500 });
  const events = log.events.map((event) => {
    if (event.type !== 'WithdrawalRejected' || event.streamId !== `withdrawal-${id('withdrawal', 5)}`) return event;
    const data = { note: 'sealed for both' };
    const metadata = { ...event.metadata, schemaVersion: 1 };
    return decodeEvent({ ...event, data, json: JSON.stringify(data), metadata, created: new Date() });
  });
  await project(events);

  it('follows each one to its end, with who decided', async () => {
    const { items, total } = await listOwnWithdrawals(pool, ALICE, { sortOrder: 'asc' });
    assert.equal(total, 5);
    assert.deepEqual(
      items.map((one) => [one.number, one.status, one.heldAt !== null, one.decidedBy]),
      [
        ['WD-000001', 'completed', true, ADMINISTRATOR.id],
        ['WD-000002', 'rejected', true, ADMINISTRATOR.id],
        ['WD-000003', 'pending', true, null],
        ['WD-000004', 'failed', false, null],
        ['WD-000005', 'rejected', true, ADMINISTRATOR.id],
      ],
    );
    assert.equal(items[3]?.failureReason, 'Insufficient funds');
    assert.equal(items[3]?.adminNote, 'sealed');
  });

  it('knows who was first, and what waits for a second administrator', async () => {
    const firstOf = async (number: number) => {
      const found = await findWithdrawal(pool, id('withdrawal', number));
      return [found?.status, found?.awaitsSecond, found?.firstBy, found?.firstNote];
    };
    assert.deepEqual(await firstOf(6), ['pending', true, ADMINISTRATOR.id, 'first']);
    assert.deepEqual(await firstOf(4), ['failed', false, ADMINISTRATOR.id, null]);
    const waiting = await listWithdrawals(pool, { awaitsSecond: true });
    assert.deepEqual(
      waiting.items.map(({ number }) => number),
      ['WD-000006'],
    );
  });

  it('keeps the notes of a rejection apart, and the one note of an old rejection as it is', async () => {
    const notesOf = async (number: number) => {
      const found = await findWithdrawal(pool, id('withdrawal', number));
      return [found?.decisionNote, found?.decisionUserNote, found?.decisionJointNote];
    };
    assert.deepEqual(await notesOf(1), [null, null, null]);
    assert.deepEqual(await notesOf(2), ['sealed reason', 'sealed answer', null]);
    assert.deepEqual(await notesOf(5), [null, null, 'sealed for both']);
  });

  it('is the queue of what is pending, and hides other customers', async () => {
    assert.equal((await listWithdrawals(pool, { status: 'pending' })).total, 2);
    assert.equal((await listWithdrawals(pool, { search: '000003' })).total, 1);
    assert.equal((await listOwnWithdrawals(pool, BRUNO, {})).total, 1);
    assert.equal(await findWithdrawal(pool, id('withdrawal', 1), BRUNO), null);
  });

  it('does not depend on how events come', () => assertIndependentOfDelivery(events));
});
