import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { walletDecider } from '../wallet/decider.ts';
import { type TestLedger, usd } from './test-ledger.ts';

export const VARIANT = 'variant-1';

/** What the wallet's own events sum to. */
export function balanceOf(test: TestLedger, walletId: string): bigint {
  const state = test
    .events(`wallet-${walletId}`)
    .reduce((before, event) => walletDecider.evolve(before, event as never), walletDecider.initialState);
  assert.ok(state);
  return state.balance;
}

/** Asks for a withdrawal; its id. */
export const withdraw = async (test: TestLedger, walletId: string, amount: bigint) => {
  const withdrawalId = randomUUID();
  await test.send({
    type: 'RequestWithdrawal',
    withdrawalId,
    number: 'WDR-1',
    customerId: randomUUID(),
    walletId,
    amount: usd(amount),
    requestedBy: 'customer',
    bankSnapshotId: null,
    userNote: null,
    adminNote: null,
  });
  return withdrawalId;
};

/** Puts codes of VARIANT on the shelf, as an administrator does. */
export const addStock = (test: TestLedger, ...codes: string[]) => {
  test.stock.add(VARIANT, codes);
  return test.send({
    type: 'RecordAdministratorAction',
    administratorId: randomUUID(),
    action: 'stock-added',
    subject: { kind: 'variant', id: VARIANT },
    facts: {},
  });
};
