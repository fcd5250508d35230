import { randomUUID } from 'node:crypto';
import { BACKWARDS, END } from '#eventstore-client';
import { withEventStoreClient } from '#infra/adapters/eventstore/client.ts';
import { startEventStoreNode } from '#infra/node/server.ts';
import { TEST_CERTIFICATE } from '#infra/node/testing/certificate.ts';

/** An EventStoreDB on which the tests run instead of embedded nodes. Others may use it at the same time. */
const { EVENTSTORE_TEST_URL } = process.env;

/** A share of the server in EVENTSTORE_TEST_URL; undefined without such a server. */
export const shareOfTestServer = () => shareOfServer(undefined);

/** The address of a share of a server, by default the tests' server: separate streams, and the log from here on. */
export async function shareOfServer(given: string | undefined): Promise<string | undefined> {
  const address = given ?? EVENTSTORE_TEST_URL;
  if (!address) return undefined;
  return withEventStoreClient(address, async (client) => {
    const share = new URLSearchParams({ streamPrefix: `test_${randomUUID().slice(0, 8)}_` });
    for await (const { event } of client.readAll({ direction: BACKWARDS, fromPosition: END, maxCount: 1 })) {
      if (event) share.set('logAfter', String(event.position.commit));
    }
    return `${address}${address.includes('?') ? '&' : '?'}${share}`;
  });
}

/** An empty event store: a share of the tests' server, otherwise an embedded node in this process. */
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
