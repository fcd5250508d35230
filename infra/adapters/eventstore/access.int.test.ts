import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { AccessDeniedError, type EventStoreDBClient, jsonEvent, START } from '#eventstore-client';
import { PART_NAMES, type Part } from '#infra/adapters/config/parts.ts';
import { startEventStoreNode } from '#infra/node/server.ts';
import { TEST_CERTIFICATE } from '#infra/node/testing/certificate.ts';
import { createTestDatabase } from '#infra/proof/testing/database.ts';
import { collect, record, subscribeTo } from '#infra/proof/testing/test-node.ts';
import { groupOf, saveUsers, setAccessLists } from './access.ts';
import { createEventStoreClient } from './client.ts';
import { createEventStoreDb } from './eventstore-db.ts';
import { withLogin } from './login.ts';

type Server = { readonly adminUrl: string; stop(): Promise<void> };
const passwordOf = (part: Part): string => `${part}-of-tests`;

/** The embedded node gets its users at its start; at a real server, the administrator adds them. */
async function embedded(): Promise<Server> {
  const database = await createTestDatabase();
  const parts = PART_NAMES.map((part) => ({ username: part, password: passwordOf(part), groups: [groupOf(part)] }));
  const admin = { username: 'admin', password: 'admin-of-tests', groups: ['$admins'] };
  const node = await startEventStoreNode({
    databaseUrl: database.url,
    tls: TEST_CERTIFICATE,
    users: [admin, ...parts],
  });
  assert.equal(await saveUsers(node.connectionString, passwordOf), false, 'it says that it makes no users');
  const stop = () => node.stop().then(database.drop);
  return { adminUrl: node.connectionString, stop };
}

/** It removes no streams. */
const EMBEDDED = 'the embedded node';
const { EVENTSTORE_TEST_URL = '' } = process.env;
const servers: [string, () => Promise<Server>][] = [[EMBEDDED, embedded]];
if (/\/\/.*@/.test(EVENTSTORE_TEST_URL)) {
  const real = async () => {
    await saveUsers(EVENTSTORE_TEST_URL, passwordOf);
    // A second time, as at each later deployment.
    await saveUsers(EVENTSTORE_TEST_URL, passwordOf);
    return { adminUrl: EVENTSTORE_TEST_URL, stop: async () => undefined };
  };
  servers.push(['the server of EVENTSTORE_TEST_URL', real]);
}

for (const [name, start] of servers) {
  describe(`access to ${name}`, () => {
    let server: Server;
    const clients: EventStoreDBClient[] = [];
    const event = () => jsonEvent({ type: 'Tested', data: {} });
    const clientAt = (url: string) => {
      const client = createEventStoreClient(url);
      clients.push(client);
      return client;
    };
    const clientOf = (part: Part) => clientAt(withLogin(server.adminUrl, part, passwordOf(part)));

    const denied = (attempt: Promise<unknown>) =>
      assert.rejects(
        attempt,
        (error) => error instanceof AccessDeniedError || /AccessDenied|Access Denied/.test(`${error}`),
      );

    before(async () => {
      server = await start();
      await setAccessLists(server.adminUrl);
      await setAccessLists(server.adminUrl);
    });
    after(async () => {
      await Promise.all(clients.map((client) => client.dispose()));
      await server.stop();
    });

    it('is refused without credentials, and with wrong ones', async () => {
      const stream = `access-${randomUUID()}`;
      const nobody = clientAt(server.adminUrl.replace(/\/\/.*@/, '//'));
      const guessing = clientAt(withLogin(server.adminUrl, 'web', 'guessed'));
      for (const client of [nobody, guessing]) {
        await denied(client.appendToStream(stream, event()));
        await denied(collect(client.readStream(stream)));
        await denied(collect(client.readAll({ maxCount: 1 })));
      }
    });

    it('to append is of those alone who decide', async () => {
      for (const part of ['web', 'jobs', 'processes', 'tools'] as const) {
        await clientOf(part).appendToStream(`access-${randomUUID()}`, event());
      }
      for (const part of ['projections', 'finance'] as const) {
        const stream = `access-${randomUUID()}`;
        await denied(clientOf(part).appendToStream(stream, event()));
        // As the product appends: over a call that stays open.
        const mine = { id: randomUUID(), type: 'Tested', data: {}, metadata: {} };
        await assert.rejects(
          createEventStoreDb(clientOf(part)).append(stream, -1n, [mine]),
          /Access Denied|AccessDenied|reached/,
        );
      }
    });

    it('to read, streams and the log, is of every part', async () => {
      const stream = `access-${randomUUID()}`;
      await clientOf('web').appendToStream(stream, event());
      for (const part of PART_NAMES) {
        const client = clientOf(part);
        assert.equal((await collect(client.readStream(stream))).length, 1);
        assert.equal((await collect(client.readAll({ maxCount: 1, fromPosition: START }))).length, 1);
        const following = record(subscribeTo(client, stream));
        await following.until('the event', ({ events }) => events.length === 1);
        await following.stop();
      }
    });

    it('to change a stream’s settings or everybody’s rights is of no part', async () => {
      const stream = `access-${randomUUID()}`;
      const client = clientOf('web');
      await client.appendToStream(stream, event());
      await denied(client.setStreamMetadata(stream, { maxCount: 1 }));
      await denied(client.appendToStream('$settings', event()));
      await denied(client.setStreamMetadata('$all', { acl: { readRoles: ['$all'] } }));
      await denied(collect(client.readStream('$settings')));
      assert.equal((await collect(client.readStream(stream))).length, 1);
    });

    if (name !== EMBEDDED) {
      it('to remove a stream is of no part', async () => {
        const stream = `access-${randomUUID()}`;
        const client = clientOf('web');
        await client.appendToStream(stream, event());
        await denied(client.deleteStream(stream));
        await denied(client.tombstoneStream(stream));
        assert.equal((await collect(client.readStream(stream))).length, 1);
      });
    }
  });
}
