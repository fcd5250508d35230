import { createInMemoryEventStore } from '#core/kernel/testing/in-memory-event-store.ts';
import { describeEventStore } from './testing/event-store.contract.ts';

describeEventStore('the store in memory', async () => {
  const store = createInMemoryEventStore();
  const away = createInMemoryEventStore();
  away.goAway();
  return {
    store,
    away,
    deleteStream: async (streamId) => store.deleteStreams(streamId),
    tombstoneStream: async (streamId) => store.tombstoneStream(streamId),
    openDoor: () => ({ store, cut: () => store.dropSubscriptions() }),
    close: async () => {},
  };
});
