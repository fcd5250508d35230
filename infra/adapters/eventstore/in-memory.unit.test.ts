import { createInMemoryEventStore } from '#core/kernel/testing/in-memory-event-store.ts';
import { describeEventStore, describeRemovedStreams } from './testing/event-store.contract.ts';

describeEventStore('the store in memory', async () => {
  const store = createInMemoryEventStore();
  const away = createInMemoryEventStore();
  away.goAway();
  return {
    store,
    away,
    openDoor: () => ({ store, cut: () => store.dropSubscriptions() }),
    close: async () => {},
  };
});

describeRemovedStreams('the store in memory', async () => {
  const store = createInMemoryEventStore();
  return {
    store,
    deleteStream: async (streamId) => store.deleteStreams(streamId),
    tombstoneStream: async (streamId) => store.tombstoneStream(streamId),
    close: async () => {},
  };
});
