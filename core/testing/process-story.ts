import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { walletDecider } from '#core/aggregates/wallet/decider.ts';
import type { LogPlace } from '#core/kernel/following/log-place.ts';
import { silentLogger } from '#core/kernel/logger.ts';
import { type ProcessRunnerOptions, runProcesses } from '#core/processes/runner.ts';
import { type TestLedger, usd } from './test-ledger.ts';

export const VARIANT = 'variant-1';

/** The balance from the wallet's own events. */
export function balanceOf(test: TestLedger, walletId: string): bigint {
  const state = test
    .events(`wallet-${walletId}`)
    .reduce((before, event) => walletDecider.evolve(before, event as never), walletDecider.initialState);
  assert.ok(state);
  return state.balance;
}

/** Requests a withdrawal; returns its id. */
export const withdraw = async (test: TestLedger, walletId: string, amount: bigint, number = 'WDR-1') => {
  const withdrawalId = randomUUID();
  await test.send({
    type: 'RequestWithdrawal',
    withdrawalId,
    number,
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

/** Adds codes of VARIANT to the shelf, as an administrator does. */
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

/**
 * Runs the process runner, with these parts if given, until its checkpoint is at the end of the log; returns that
 * position.
 */
export async function followToTheEnd(
  test: TestLedger,
  given: Partial<Pick<ProcessRunnerOptions, 'store' | 'stock' | 'headStartMs'>> & {
    readonly from?: LogPlace;
    readonly meanwhile?: () => Promise<unknown>;
  } = {},
): Promise<LogPlace> {
  const { from = null, meanwhile, ...parts } = given;
  const stop = new AbortController();
  let saved = from;
  const running = runProcesses({
    store: test.store,
    stock: test.stock,
    headStartMs: 0,
    ...parts,
    currencies: () => ['USD', 'EUR'],
    checkpoint: {
      load: async () => from,
      save: async (place) => {
        saved = place;
      },
      noteHalt: async () => undefined,
    },
    clock: () => new Date(),
    logger: silentLogger,
    signal: stop.signal,
  });
  await meanwhile?.();
  for (let waited = 0; waited < 60_000 && saved?.position !== test.store.events.at(-1)?.position; waited += 2)
    await delay(2);
  stop.abort();
  assert.equal((await running).error, null);
  assert.equal(saved?.position, test.store.events.at(-1)?.position);
  assert.ok(saved);
  return saved;
}
