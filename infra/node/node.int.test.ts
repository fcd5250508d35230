import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import path from 'node:path';
import { describe, it } from 'node:test';
import { credentials } from '@grpc/grpc-js';
import { eventually } from '#core/kernel/testing/eventually.ts';
import {
  AccessDeniedError,
  EventStoreDBClient,
  MaxAppendSizeExceededError,
  UnavailableError,
  WrongExpectedVersionError,
} from '#eventstore-client';
import { ServerFeaturesClient } from '#eventstore-client/generated/serverfeatures_grpc_pb.js';
import shared from '#eventstore-client/generated/shared_pb.js';
import {
  collect,
  createTestNode,
  newStream,
  record,
  rejection,
  subscribeTo,
  testEvents,
} from '#infra/proof/testing/test-node.ts';
import { createTestDatabase, rowsAt } from '../proof/testing/database.ts';
import { startEventStoreNode } from './server.ts';
import { TEST_CERTIFICATE } from './testing/certificate.ts';

const TLS = TEST_CERTIFICATE;
const ADMIN = { username: 'admin', password: 'changeit' };

describe('the features of the node', () => {
  it('tell its version', async () => {
    const node = await createTestNode();
    const features = new ServerFeaturesClient(`127.0.0.1:${node.port}`, credentials.createInsecure());
    const version = await new Promise((resolve, reject) => {
      features.getSupportedMethods(new shared.Empty(), (error, supported) =>
        error ? reject(error) : resolve(supported.getEventStoreServerVersion()),
      );
    });
    features.close();
    assert.equal(version, '24.6.0+embedded');
    await node.close();
  });
});

describe('over TLS', () => {
  it('works with the certificate given as CA file, for calls, subscriptions and errors', async () => {
    const node = await createTestNode({ tls: TLS });
    assert.match(node.connectionString, /tls=true/);
    const stream = newStream('TLS');
    const recording = record(subscribeTo(node.client, stream));
    await node.client.appendToStream(stream, testEvents(3));
    await recording.until('the events', ({ events }) => events.length === 3);
    await recording.stop();
    const wrong = node.client.appendToStream(stream, testEvents(1), { expectedRevision: 'no_stream' });
    assert.equal((await rejection(wrong, WrongExpectedVersionError)).actualVersion, 2n);
    await rejection(
      node.client.appendToStream(stream, testEvents(1, 'Large', 1024 * 1024)),
      MaxAppendSizeExceededError,
    );
    await node.close();
  });

  it('is refused by a client that does not know the certificate', async () => {
    const node = await createTestNode({ tls: TLS });
    const client = EventStoreDBClient.connectionString(`esdb://localhost:${node.port}?tls=true`);
    await rejection(collect(client.readStream(newStream())), UnavailableError);
    await client.dispose();
    await node.close();
  });
});

describe('with credentials', () => {
  const known = [ADMIN, { username: 'ops', password: 'с паролем: 密' }];

  it('the connection string of the node carries the first', async () => {
    const node = await createTestNode({ tls: TLS, users: known });
    const stream = newStream();
    await node.client.appendToStream(stream, testEvents(1));
    assert.equal((await collect(node.client.readStream(stream))).length, 1);
    await node.close();
  });

  it('those of a call take precedence, right or wrong', async () => {
    const node = await createTestNode({ tls: TLS, users: known });
    const stream = newStream();
    await node.client.appendToStream(stream, testEvents(1));
    const wrong = { username: 'admin', password: 'guessed' };
    await rejection(collect(node.client.readStream(stream, { credentials: wrong })), AccessDeniedError);
    await rejection(collect(node.client.readAll({ credentials: wrong })), AccessDeniedError);
    assert.equal((await collect(node.client.readStream(stream, { credentials: known[1] }))).length, 1);
    await node.close();
  });

  for (const [what, login] of [
    ['wrong ones', 'admin:guessed@'],
    ['none', ''],
  ] as const) {
    it(`${what} are refused in a connection string too`, async () => {
      const node = await createTestNode({ tls: TLS, users: known });
      const client = EventStoreDBClient.connectionString(
        `esdb://${login}localhost:${node.port}?tls=true&tlsCAFile=${encodeURIComponent(TLS.cert)}`,
      );
      await rejection(client.appendToStream(newStream(), testEvents(1)), AccessDeniedError);
      await rejection(collect(client.readAll()), AccessDeniedError);
      await client.dispose();
      await node.close();
    });
  }

  it('but without TLS the node refuses to start, because the client would send none', async () => {
    await assert.rejects(startEventStoreNode({ databaseUrl: 'postgres://nowhere', users: known }), /need TLS/);
  });
});

describe('stopping', () => {
  it('answers appends it has taken and ends open calls as unavailable', async () => {
    const database = await createTestDatabase();
    const node = await startEventStoreNode({ databaseUrl: database.url });
    const client = EventStoreDBClient.connectionString(node.connectionString);
    const recording = record(client.subscribeToAll());
    await recording.until('being caught up', ({ signals }) => signals.includes('caught up'));
    const stream = newStream();
    await client.appendToStream(stream, testEvents(1));
    const appends = Array.from({ length: 300 }, () => client.appendToStream(stream, testEvents(1)));
    const settled = Promise.allSettled(appends);
    await appends[0];
    await node.stop();
    await recording.until('an error', ({ error }) => error !== undefined);
    assert.ok(recording.error instanceof UnavailableError);
    const results = await settled;
    for (const result of results) {
      if (result.status === 'rejected') assert.ok(result.reason instanceof UnavailableError, String(result.reason));
    }

    const acknowledged = results.filter((result) => result.status === 'fulfilled').length;
    const next = await startEventStoreNode({ databaseUrl: database.url, port: node.port });
    const stored = await eventually(() => collect(client.readStream(stream)));
    assert.ok(stored.length >= acknowledged + 1, `${stored.length} stored, ${acknowledged + 1} acknowledged`);
    await client.dispose();
    await next.stop();
    await database.drop();
  });

  it('twice is the same as once', async () => {
    const database = await createTestDatabase();
    const node = await startEventStoreNode({ databaseUrl: database.url });
    await Promise.all([node.stop(), node.stop()]);
    await database.drop();
  });
});

describe('starting', () => {
  it('is refused while another node has the database, with a message that says so', async () => {
    const database = await createTestDatabase();
    const node = await startEventStoreNode({ databaseUrl: database.url });
    await assert.rejects(
      startEventStoreNode({ databaseUrl: database.url, startWaitMs: 300 }),
      /Another event-store node is writing to this database.*Stop the other node/,
    );
    const client = EventStoreDBClient.connectionString(node.connectionString);
    assert.ok((await client.appendToStream(newStream(), testEvents(1))).success);
    await client.dispose();
    await node.stop();
    await database.drop();
  });

  it('that fails after the lock was taken lets go of the database', async () => {
    const database = await createTestDatabase();
    await rowsAt(database.url, 'create schema eventstore; create table eventstore.event (other int)');
    await assert.rejects(startEventStoreNode({ databaseUrl: database.url, startWaitMs: 0 }), /does not exist/);
    const locks = `select pid from pg_locks where locktype = 'advisory'
      and database = (select oid from pg_database where datname = current_database())`;
    await eventually(async () => assert.deepEqual(await rowsAt(database.url, locks), []));
    await database.drop();
  });

  it('on a port in use fails with a message that names it, and lets go of the database', async () => {
    const database = await createTestDatabase();
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as { port: number };
    await assert.rejects(startEventStoreNode({ databaseUrl: database.url, port }), new RegExp(`127.0.0.1:${port}`));
    const node = await startEventStoreNode({ databaseUrl: database.url });
    await node.stop();
    taken.close();
    await database.drop();
  });

  it('without its Postgres fails with what Postgres said', async () => {
    await assert.rejects(
      startEventStoreNode({ databaseUrl: 'postgres://giftledger@127.0.0.1:1/none', startWaitMs: 200 }),
      /ECONNREFUSED/,
    );
  });
});

describe('as a process', () => {
  const start = async (databaseUrl: string): Promise<{ child: ChildProcess; port: number }> => {
    const program = path.join(import.meta.dirname, '../../programs/event-store.ts');
    const child = fork(program, ['--port', '0', '--insecure'], {
      env: { ...process.env, DATABASE_URL: databaseUrl },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    const [message] = (await once(child, 'message')) as [{ ready: boolean; port: number }];
    assert.equal(message.ready, true);
    return { child, port: message.port };
  };

  it('killed under load, it starts again at once and has every append it acknowledged', async () => {
    const database = await createTestDatabase();
    const first = await start(database.url);
    const client = EventStoreDBClient.connectionString(`esdb://127.0.0.1:${first.port}?tls=false`);
    const acknowledged: string[] = [];
    const load = Promise.all(
      Array.from({ length: 32 }, async () => {
        for (;;) {
          const stream = newStream();
          try {
            await client.appendToStream(stream, testEvents(2), { expectedRevision: 'no_stream' });
          } catch {
            return;
          }
          acknowledged.push(stream);
          if (acknowledged.length === 500) first.child.kill('SIGKILL');
        }
      }),
    );
    await load;
    await client.dispose();

    const second = await start(database.url);
    const again = EventStoreDBClient.connectionString(`esdb://127.0.0.1:${second.port}?tls=false`);
    const perStream = new Map<string, number>();
    for await (const { event } of again.readAll()) {
      if (event) perStream.set(event.streamId, (perStream.get(event.streamId) ?? 0) + 1);
    }
    assert.ok(acknowledged.length >= 500);
    for (const stream of acknowledged) assert.equal(perStream.get(stream), 2);
    await again.dispose();
    second.child.kill('SIGTERM');
    const [code] = await once(second.child, 'exit');
    assert.equal(code, 0);
    await database.drop();
  });

  it('without its settings says which are missing', async () => {
    const child = fork(path.join(import.meta.dirname, '../../programs/event-store.ts'), {
      env: { PATH: process.env.PATH },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    const output: Buffer[] = [];
    child.stderr?.on('data', (chunk: Buffer) => output.push(chunk));
    const [code] = await once(child, 'close');
    assert.equal(code, 1);
    assert.match(Buffer.concat(output).toString(), /DATABASE_URL/);
  });
});
