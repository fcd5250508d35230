import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import v8 from 'node:v8';
import vm from 'node:vm';
import { eventually } from '#core/kernel/testing/eventually.ts';
import { createEventStoreDb } from '#infra/adapters/eventstore/eventstore-db.ts';
import { createTestNode, newStream, testEvents } from '#infra/proof/testing/test-node.ts';

const ROUNDS = 150;
const CONTENT_BYTES = 1_000;
const LONG_EVENTS = 100;
const COLLECTIONS = 10;
/** The allowed difference for the test, the client and the node's buffers in use, far below the sum of network reads. */
const SLACK_BYTES = 4 * 1024 * 1024;

v8.setFlagsFromString('--expose-gc');
const collectGarbage = vm.runInNewContext('gc') as () => void;
const node = await createTestNode();
after(() => node.close());

/** Waits a few turns for calls that are ending, and for the concurrent garbage collector. */
async function bytesHeld(): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let turn = 0; turn < COLLECTIONS; turn += 1) {
    await setImmediate();
    collectGarbage();
    least = Math.min(least, process.memoryUsage().arrayBuffers);
  }
  return least;
}

describe('the memory of the node', () => {
  const long = newStream();
  const store = () => createEventStoreDb(node.client);
  const readLong = async (howMany: number) => {
    let left = howMany;
    for await (const { revision } of store().readStream(long)) {
      left -= 1;
      if (left <= 0) return revision;
    }
    return undefined;
  };
  before(() => node.client.appendToStream(long, testEvents(LONG_EVENTS, 'Tested', CONTENT_BYTES)));

  it('does not grow by reads that are left', async () => {
    const before = await bytesHeld();
    for (let round = 0; round < ROUNDS; round += 1) await readLong(1);
    // Reads that were left come to their end a little later, on a busy machine much later.
    await eventually(async () => {
      const kept = (await bytesHeld()) - before;
      assert.ok(kept < SLACK_BYTES, `${kept} bytes were kept of ${ROUNDS} reads`);
    });
  });
});
