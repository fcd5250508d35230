import { startEventStoreNode } from '#infra/node/server.ts';
import { createTestDatabase } from './database.ts';

export type TestStack = { readonly databaseUrl: string; readonly eventstoreUrl: string; stop(): Promise<void> };

/** A fresh database and an embedded event-store node of its own in this process: what the code meets in production. */
export async function startTestStack(): Promise<TestStack> {
  const database = await createTestDatabase();
  const node = await startEventStoreNode({ databaseUrl: database.url, port: 0 });
  return {
    databaseUrl: database.url,
    eventstoreUrl: node.connectionString,
    stop: async () => {
      await node.stop();
      await database.drop();
    },
  };
}
