import { randomUUID } from 'node:crypto';
import { BACKWARDS, END } from '@eventstore/db-client';
import { createEventStoreClient } from '#infra/eventstore/client.ts';
import { startEventStoreNode } from '#infra/node/server.ts';
import { TEST_CERTIFICATE } from '#infra/node/testing/certificate.ts';

/** An EventStoreDB to run the tests on in place of embedded nodes. Others may use it at the same time. */
const { EVENTSTORE_TEST_URL } = process.env;

/**
 * The address of a share of the server that EVENTSTORE_TEST_URL names: streams of its own, and the log from here on.
 * Undefined without such a server.
 */
export async function shareOfTestServer(): Promise<string | undefined> {
  if (!EVENTSTORE_TEST_URL) return undefined;
  const client = createEventStoreClient(EVENTSTORE_TEST_URL);
  try {
    const share = new URLSearchParams({ streamPrefix: `test_${randomUUID().slice(0, 8)}_` });
    for await (const { event } of client.readAll({ direction: BACKWARDS, fromPosition: END, maxCount: 1 })) {
      if (event) share.set('logAfter', String(event.position.commit));
    }
    return `${EVENTSTORE_TEST_URL}${EVENTSTORE_TEST_URL.includes('?') ? '&' : '?'}${share}`;
  } finally {
    await client.dispose();
  }
}

/** An empty event store: a share of the server of the tests, else an embedded node in this process. */
export async function startTestEventStore(databaseUrl: string): Promise<{ url: string; stop(): Promise<void> }> {
  const share = await shareOfTestServer();
  if (share !== undefined) return { url: share, stop: async () => undefined };
  const node = await startEventStoreNode({
    databaseUrl,
    tls: TEST_CERTIFICATE,
    users: [{ username: 'tests', password: 'of-this-run', groups: ['$admins'] }],
  });
  return { url: node.connectionString, stop: () => node.stop() };
}
