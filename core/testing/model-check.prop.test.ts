import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { check } from '#core/cli/check.ts';
import { CliError } from '#core/cli/output.ts';
import { SEED } from '#core/kernel/testing/seed.ts';
import { assertMoneyIsRight } from './model-clerk.ts';
import { play, type World } from './model-play.ts';
import { round } from './model-rounds.ts';

/**
 * Interleavings of commands, process steps, crashes and retries between any two outside calls, by two processes at
 * once. In the end the money must always be where a plain model expects it. A failure prints its seed and path.
 */
const RUNS = Number(process.env.MODEL_CHECK_RUNS ?? 150);

async function assertAuditPasses({ store }: World): Promise<void> {
  const lines: string[] = [];
  const output = {
    line: async (text = '') => {
      lines.push(text);
    },
    note() {},
    progress: () => ({ update() {}, stop() {} }),
  };
  await check(store, output, { now: new Date('2030-01-01T00:00:00Z'), graceSeconds: 1 }).catch((error: unknown) => {
    assert.ok(error instanceof CliError);
    assert.fail(`${error.message}\n${lines.join('\n')}`);
  });
}

/** What is rare among random commands, and would not be checked where it never happened. */
const REACHED = [
  'WithdrawalCompleted',
  'WalletHoldReleased',
  'OrderPartlyFulfilled',
  'OrderRefunded',
  'CorrectionBooked',
];

it(`the money is right after any ${RUNS} interleavings of commands, crashes and retries`, async () => {
  const types = new Set<string>();
  await fc.assert(
    fc.asyncProperty(fc.array(round, { minLength: 1, maxLength: 24, size: 'max' }), async (rounds) => {
      const world = await play(rounds);
      assertMoneyIsRight(world);
      await assertAuditPasses(world);
      for (const { type } of world.store.events) types.add(type);
    }),
    { numRuns: RUNS, seed: SEED },
  );
  if (RUNS >= 150) for (const type of REACHED) assert.ok(types.has(type), `${type} never happened`);
});
