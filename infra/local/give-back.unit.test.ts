import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { giveBackWhenIdle } from './give-back.ts';

it('a process that has nothing to do gives back what it does not use', async () => {
  let rows: object[] | undefined = Array.from({ length: 500_000 }, (_, index) => ({ index }));
  const full = process.memoryUsage().heapTotal;
  assert.equal(rows.length, 500_000);
  rows = undefined;
  giveBackWhenIdle(50);
  const limit = AbortSignal.timeout(5_000);
  while (process.memoryUsage().heapTotal > full - 10 * 2 ** 20) await delay(50, undefined, { signal: limit });
});
