import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { NOTARY_EXIT, nextRunMs } from '#infra/adapters/notary/exit.ts';
import { repeatNotary } from './notary-runs.ts';

it('a notary that could not sign is run again soon, one that did the day after', async () => {
  const codes = [NOTARY_EXIT.failed, NOTARY_EXIT.nothingYet, null, NOTARY_EXIT.signed];
  let runs = 0;
  const start = () => {
    const code = codes[runs] ?? NOTARY_EXIT.signed;
    runs += 1;
    return { kill() {}, ended: Promise.resolve(code) };
  };
  const stop = repeatNotary(start, (code) => nextRunMs(code) / 10_000);
  while (runs < codes.length) await delay(5);
  await stop();
  const minutes = [0, 1, 2, 3, null].map((code) => nextRunMs(code) / 60_000);
  assert.deepEqual(minutes, [1_440, 60, 1, 1, 1]);
});
