import { createTestDatabase } from './database.ts';
import { startTestEventStore } from './test-event-store.ts';

export type TestStack = { readonly databaseUrl: string; readonly eventstoreUrl: string; stop(): Promise<void> };

/** A fresh database and an event store of its own, by default an embedded node in this process: what the code uses in production. */
export async function startTestStack(): Promise<TestStack> {
  const database = await createTestDatabase();
  const eventStore = await startTestEventStore(database.url);
  return {
    databaseUrl: database.url,
    eventstoreUrl: eventStore.url,
    stop: async () => {
      await eventStore.stop();
      await database.drop();
    },
  };
}
