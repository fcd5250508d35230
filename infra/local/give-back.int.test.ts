import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { giveBackWhenIdle } from './give-back.ts';

const LOOK_EVERY_MS = 100;

it('a process gives memory back when it has nothing to do, once, and again when it has grown; never while it works', async () => {
  let collections = 0;
  giveBackWhenIdle(LOOK_EVERY_MS, () => collections++);
  const wait = AbortSignal.timeout(10_000);
  const until = async (count: number) => {
    while (collections < count) await delay(LOOK_EVERY_MS, undefined, { signal: wait });
  };
  // Ten looks of a process that works.
  for (const end = Date.now() + 10 * LOOK_EVERY_MS; Date.now() < end; ) {
    for (const turn = Date.now() + LOOK_EVERY_MS / 2; Date.now() < turn; );
    await delay(1);
  }
  assert.equal(collections, 0);
  await until(1);
  await delay(5 * LOOK_EVERY_MS);
  assert.equal(collections, 1, 'what did not grow is not collected again');
  const grown = Buffer.alloc(32 * 2 ** 20, 1);
  await until(2);
  assert.ok(grown.length);
});
