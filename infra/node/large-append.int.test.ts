import assert from 'node:assert/strict';
import { it } from 'node:test';
import { NO_STREAM } from '@eventstore/db-client';
import { collect, createTestNode, indexes, newStream, testEvents } from './testing/test-node.ts';

it('a large append arrives in several parts and is stored as one', async () => {
  const node = await createTestNode({ maxAppendSizeBytes: 8 * 1024 * 1024 });
  const stream = newStream();
  const events = testEvents(60, 'Large', 100_000);
  const result = await node.client.appendToStream(stream, events, { expectedRevision: NO_STREAM });
  assert.equal(result.nextExpectedRevision, 59n);
  const read = await collect(node.client.readStream(stream));
  assert.deepEqual(
    indexes(read),
    events.map((event) => event.data.index),
  );
  await node.close();
});
