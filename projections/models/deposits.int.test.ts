import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openReadModels } from '#infra/proof/testing/read-models.ts';
import { ADMINISTRATOR, createLog, id, usd } from '#projections/testing/log.ts';
import {
  ALICE,
  ALICE_USD,
  approveDeposit,
  BRUNO,
  BRUNO_USD,
  openAccount,
  requestDeposit,
} from '#projections/testing/story.ts';
import { depositBreakdown, findDeposit, listDeposits, listOwnDeposits } from './deposits.ts';

describe('the deposits read model', async () => {
  const { pool, project, assertIndependentOfDelivery } = await openReadModels();
  const log = createLog();
  openAccount(log, ALICE, ALICE_USD);
  openAccount(log, BRUNO, BRUNO_USD);
  for (const number of [1, 2, 3, 4]) requestDeposit(log, number, ALICE, { wallet: ALICE_USD, minor: number * 1_000 });
  requestDeposit(log, 5, BRUNO, { wallet: BRUNO_USD, minor: 9_900 });
  const file = { fileId: id('file'), sha256: 'f', contentType: 'application/pdf' };
  log.add(`deposit-${id('deposit', 1)}`, 'DepositProofUploaded', file);
  approveDeposit(log, 1, ALICE, { wallet: ALICE_USD, minor: 1_000 });
  log.add(`deposit-${id('deposit', 2)}`, 'DepositRejected', { note: 'sealed' as never }, { actor: ADMINISTRATOR });
  log.add(`deposit-${id('deposit', 3)}`, 'DepositDeleted', {});
  const [large, replaced] = [6, 7];
  const proposal = { approvedAmount: usd(2_000_000), fee: usd(0), note: 'first' as never, by: ADMINISTRATOR.id };
  for (const number of [large, replaced, 8]) {
    requestDeposit(log, number, BRUNO, { wallet: BRUNO_USD, minor: 2_000_000 });
    log.add(`deposit-${id('deposit', number)}`, 'DepositApprovalProposed', proposal, { actor: ADMINISTRATOR });
  }
  log.add(`deposit-${id('deposit', replaced)}`, 'DepositProofUploaded', file);
  approveDeposit(log, 8, BRUNO, { wallet: BRUNO_USD, minor: 2_000_000 });
  await project(log.events);

  it('knows what was asked, proven, decided by whom, and credited', async () => {
    const deposit = await findDeposit(pool, id('deposit', 1));
    assert.ok(deposit);
    assert.equal(deposit.status, 'approved');
    assert.equal(deposit.approvedAmount, 1_000n);
    assert.equal(deposit.fee, 0n);
    assert.equal(deposit.decidedBy, ADMINISTRATOR.id);
    assert.equal(deposit.proofFileId, file.fileId);
    assert.ok(deposit.hasPaymentProof && deposit.creditedAt && deposit.decidedAt);
    assert.equal((await findDeposit(pool, id('deposit', 2)))?.adminNote, 'sealed');
    assert.equal((await findDeposit(pool, id('deposit', 2)))?.creditedAt, null);
  });

  it('knows who approved first, until another proof is there, and what waits for a second one', async () => {
    const firstOf = async (number: number) => {
      const found = await findDeposit(pool, id('deposit', number));
      return [found?.status, found?.awaitsSecond, found?.firstBy, found?.firstAmount, found?.firstNote];
    };
    assert.deepEqual(await firstOf(large), ['pending', true, ADMINISTRATOR.id, 2_000_000n, 'first']);
    assert.deepEqual(await firstOf(replaced), ['pending', false, null, null, null]);
    assert.deepEqual(await firstOf(8), ['approved', false, ADMINISTRATOR.id, 2_000_000n, 'first']);
    const waiting = await listDeposits(pool, { awaitsSecond: true });
    assert.deepEqual([waiting.total, waiting.items.map((deposit) => deposit.number)], [1, ['DEP-000006']]);
  });

  it('lists what is there, by customer and status, and forgets what was deleted', async () => {
    const own = await listOwnDeposits(pool, ALICE, {});
    assert.deepEqual(
      own.items.map((deposit) => [deposit.number, deposit.status]),
      [
        ['DEP-000004', 'pending'],
        ['DEP-000002', 'rejected'],
        ['DEP-000001', 'approved'],
      ],
    );
    assert.equal(own.total, 3);
    assert.equal((await listDeposits(pool, { status: 'pending' })).total, 4);
    assert.equal((await listDeposits(pool, { status: 'pending', from: '2026-01-02' })).total, 0);
    assert.equal(await findDeposit(pool, id('deposit', 3)), null);
    assert.equal(await findDeposit(pool, id('deposit', 5), ALICE), null);
  });

  it('is found by the beginning or the end of its number, by its id, and by its amount in any form', async () => {
    for (const search of ['dep-000005', '000005', '5', id('deposit', 5), '99', '99.00', '99,00', '$99']) {
      const found = await listDeposits(pool, { search });
      assert.deepEqual(
        found.items.map((deposit) => deposit.number),
        ['DEP-000005'],
        search,
      );
      assert.equal(found.total, 1);
    }
    assert.equal((await listDeposits(pool, { search: '%' })).total, 0);
    assert.equal((await listDeposits(pool, { search: '9900' })).total, 0, 'the amount of another currency');
  });

  it('sums the requested amounts by status', async () => {
    const sums = (await depositBreakdown(pool)).map((row) => [row.status, row.count, row.amount]);
    assert.deepEqual(sums, [
      ['approved', 2n, 2_001_000n],
      ['pending', 4n, 4_013_900n],
      ['rejected', 1n, 2_000n],
    ]);
  });

  it('does not depend on how events come', () => assertIndependentOfDelivery(log.events));
});
