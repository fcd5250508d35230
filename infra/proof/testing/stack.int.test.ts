import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { jsonEvent } from '#eventstore-client';
import { createEventStoreClient } from '#infra/adapters/eventstore/client.ts';
import { nameOnServer } from '#infra/adapters/eventstore/namespace.ts';
import { startTestStack } from './stack.ts';

describe('the test stack', async () => {
  const stack = await startTestStack();
  after(() => stack.stop());

  it('stores and reads an event through the real client', async () => {
    const client = createEventStoreClient(stack.eventstoreUrl);
    const greeting = nameOnServer(client, 'greeting-1');
    await client.appendToStream(greeting, jsonEvent({ type: 'Greeted', data: { name: 'Anna' } }));
    const read = [];
    for await (const resolved of client.readStream(greeting)) read.push(resolved.event?.data);
    await client.dispose();
    assert.deepEqual(read, [{ name: 'Anna' }]);
  });
});
