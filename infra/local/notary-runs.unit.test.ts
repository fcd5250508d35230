import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { NOTARY_EXIT, nextRunMs } from '#infra/adapters/notary/exit.ts';
import { repeatNotary } from './notary-runs.ts';

it('a notary that could not sign is run again soon, one that did the day after, over the whole log', async () => {
  const codes = [NOTARY_EXIT.failed, NOTARY_EXIT.nothingYet, null, NOTARY_EXIT.signed] as const;
  let runs = 0;
  const given: string[] = [];
  const start = (args: readonly string[]) => {
    given.push(args.join());
    const code = runs < codes.length ? (codes[runs] ?? null) : NOTARY_EXIT.signed;
    runs += 1;
    return { kill() {}, ended: Promise.resolve(code) };
  };
  const stop = repeatNotary(start, (code) => nextRunMs(code) / 1_000_000);
  while (runs <= codes.length) await delay(5);
  await stop();
  assert.deepEqual(given.slice(0, codes.length + 1), ['--new', '--new', '--new', '--new', '']);
  const minutes = [0, 1, 2, 3, null].map((code) => nextRunMs(code) / 60_000);
  assert.deepEqual(minutes, [1_440, 60, 1, 1, 1]);
});
