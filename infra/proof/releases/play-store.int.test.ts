import assert from 'node:assert/strict';
import { it } from 'node:test';
import { ledgerEvents } from '#core/aggregates/events.ts';
import { createEventStoreClient } from '#infra/adapters/eventstore/client.ts';
import { createEventStoreDb } from '#infra/adapters/eventstore/eventstore-db.ts';
import { startTestStack } from '../testing/stack.ts';
import { makeThrowawayDir } from '../testing/throwaway-dir.ts';
import { FIXTURE_KEYS } from './keys.ts';
import { playStore } from './play-store.ts';

it('the store that a release leaves has every type of event', async () => {
  const files = await makeThrowawayDir('play');
  const stack = await startTestStack();
  const client = createEventStoreClient(stack.eventstoreUrl);
  try {
    await playStore({ ...stack, filesDir: files.path });
    const played = new Set<string>();
    for await (const { type } of createEventStoreDb(client, FIXTURE_KEYS.eventMacs).readAll()) played.add(type);
    assert.deepEqual(
      Object.keys(ledgerEvents).filter((type) => !played.has(type)),
      [],
      'play them in play-store.ts',
    );
  } finally {
    await client.dispose();
    await stack.stop();
    await files.remove();
  }
});
