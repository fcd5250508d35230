import assert from 'node:assert/strict';
import { execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, it } from 'node:test';
import pg from 'pg';
import { eventually } from '#core/kernel/testing/eventually.ts';
import { DeadlineExceededError, EventStoreDBClient, UnavailableError, UnknownError } from '#eventstore-client';
import {
  collect,
  createTestNode,
  newStream,
  record,
  rejection,
  revisions,
  subscribeTo,
  testEvents,
} from '#infra/proof/testing/test-node.ts';
import { startPostgres } from '../local/postgres/start-postgres.ts';
import { createTestDatabase, rowsAt } from '../proof/testing/database.ts';
import { startEventStoreNode } from './server.ts';
import { TEST_CERTIFICATE } from './testing/certificate.ts';

describe('when Postgres is killed under load and comes back', () => {
  it('clients hear UNAVAILABLE, nothing acknowledged is lost, and all heals without a restart', async () => {
    const dir = await mkdtemp(path.join(tmpdir(), 'es-'));
    const start = () => startPostgres({ dir, socketDir: dir, fast: true });
    let postgres = await start();
    const node = await startEventStoreNode({ databaseUrl: postgres.url('postgres') });
    const client = EventStoreDBClient.connectionString(node.connectionString);
    // On a connection of its own: the client gives up one on which a call was unavailable.
    const follower = EventStoreDBClient.connectionString(node.connectionString);
    const recording = record(follower.subscribeToAll());
    await recording.until('being caught up', ({ signals }) => signals.includes('caught up'));

    const acknowledged: string[] = [];
    const refusals: unknown[] = [];
    let done = false;
    const load = Array.from({ length: 16 }, async () => {
      while (!done) {
        const stream = newStream();
        try {
          await client.appendToStream(stream, testEvents(2), { expectedRevision: 'no_stream' });
          acknowledged.push(stream);
        } catch (error) {
          refusals.push(error);
          await new Promise((resolve) => setImmediate(resolve));
        }
      }
    });
    try {
      await eventually(() => assert.ok(acknowledged.length > 200));
      const postmaster = Number((await readFile(path.join(dir, 'data/postmaster.pid'), 'utf8')).split('\n')[0]);
      process.kill(postmaster, 'SIGKILL');
      await eventually(() => assert.ok(refusals.length > 20));
      await assert.rejects(collect(client.readStream(newStream())), UnavailableError);
      for (const error of refusals) assert.ok(error instanceof UnavailableError, String(error));

      postgres = await start();
      const before = acknowledged.length;
      await eventually(() => assert.ok(acknowledged.length > before + 200));
    } finally {
      done = true;
      await Promise.all(load);
    }

    const stored = new Map<string, number>();
    for (const { event } of await collect(client.readAll())) {
      if (event) stored.set(event.streamId, (stored.get(event.streamId) ?? 0) + 1);
    }
    for (const stream of acknowledged) assert.equal(stored.get(stream), 2, `${stream} was acknowledged`);
    // The subscription was not interrupted. It also received, once each, events that were committed without an answer.
    await recording.until('every stored event', ({ events }) => events.length >= stored.size * 2);
    const positions = recording.events.map(({ event }) => event?.position?.commit ?? 0n);
    assert.ok(positions.every((position, index) => index === 0 || position > (positions[index - 1] ?? 0n)));
    assert.equal(recording.events.length, stored.size * 2);
    assert.equal(recording.error, undefined);

    await recording.stop();
    await follower.dispose();
    await client.dispose();
    await node.stop();
    await postgres.stop();
    await rm(dir, { recursive: true, force: true });
  });
});

describe('when Postgres stands still', () => {
  it('appends time out at their deadline, and a retry after it moves on is stored once', async () => {
    const node = await createTestNode();
    const stream = newStream();
    await node.client.appendToStream(stream, testEvents(1));
    const [writer] = await rowsAt<{ pid: number }>(
      node.databaseUrl,
      `select pid from pg_stat_activity where datname = current_database() and application_name = 'eventstore-node writer'`,
    );
    assert.ok(writer);
    const events = testEvents(2);
    process.kill(writer.pid, 'SIGSTOP');
    try {
      const late = [
        node.client.appendToStream(stream, events, { expectedRevision: 0n, deadline: 300 }),
        node.client.appendToStream(stream, testEvents(1), { deadline: 300 }),
      ];
      await Promise.all(late.map((append) => rejection(append, DeadlineExceededError)));
      assert.equal((await collect(node.client.readStream(stream))).length, 1);
    } finally {
      process.kill(writer.pid, 'SIGCONT');
    }
    const retried = await node.client.appendToStream(stream, events, { expectedRevision: 0n });
    assert.equal(retried.nextExpectedRevision, 2n);
    const stored = await collect(node.client.readStream(stream));
    const times = stored.filter(({ event }) => event?.id === events[0]?.id).length;
    assert.equal(times, 1);
    await node.close();
  });
});

describe('when the connections to Postgres are cut', () => {
  it('the node connects again and goes on from where the log ends', async () => {
    const node = await createTestNode();
    const stream = newStream();
    // On a connection of its own: the client gives up one on which a call was unavailable.
    const follower = EventStoreDBClient.connectionString(node.connectionString);
    const recording = record(subscribeTo(follower, stream));
    await recording.until('being caught up', ({ signals }) => signals.includes('caught up'));
    for (let round = 0; round < 5; round += 1) {
      // The same events at each attempt: an event that was stored without an answer must not be stored again.
      const events = testEvents(1);
      const expectedRevision = round === 0 ? 'no_stream' : BigInt(round - 1);
      await eventually(() => node.client.appendToStream(stream, events, { expectedRevision }));
      await rowsAt(
        node.databaseUrl,
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and application_name like 'eventstore-node%'`,
      );
    }
    const last = testEvents(1);
    await eventually(() => node.client.appendToStream(stream, last));
    const events = await eventually(() => collect(node.client.readStream(stream)));
    assert.deepEqual(revisions(events), [0, 1, 2, 3, 4, 5]);
    await recording.until('the last event', (seen) => seen.events.length === 6);
    assert.deepEqual(revisions(recording.events), [0, 1, 2, 3, 4, 5]);
    await recording.stop();
    await follower.dispose();
    await node.close();
  });
});

describe('when a new connection cannot read where the log ends', () => {
  it('the node tries again, and is not kept out by its own lock', async () => {
    const warnings: string[] = [];
    const logger = { info: () => undefined, warn: (text: string) => void warnings.push(text), error: () => undefined };
    const node = await createTestNode({ logger });
    const stream = newStream();
    await node.client.appendToStream(stream, testEvents(1));
    await rowsAt(
      node.databaseUrl,
      `alter table eventstore.event rename column position to elsewhere;
       select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name = 'eventstore-node writer'`,
    );
    await eventually(() => assert.match(warnings.join(), /Still refusing appends: column "position" does not exist/));
    await rowsAt(node.databaseUrl, 'alter table eventstore.event rename column elsewhere to position');
    await eventually(() => node.client.appendToStream(stream, testEvents(1), { expectedRevision: 0n }));
    await node.close();
  });
});

describe('while a new connection reads the access lists', () => {
  it('those of before count', async () => {
    const reader = { username: 'reader', password: 'changeit', groups: ['readers'] };
    const admin = { username: 'admin', password: 'changeit', groups: ['$admins'] };
    const node = await createTestNode({ tls: TEST_CERTIFICATE, users: [admin, reader] });
    await node.client.setStreamMetadata('$all', { acl: { readRoles: ['readers'] } });
    await node.client.appendToStream(newStream(), testEvents(1));
    const readAll = () => collect(node.client.readAll({ credentials: reader }));
    const { length } = await readAll();
    const locked = new pg.Client(node.databaseUrl);
    await locked.connect();
    await locked.query(`begin; lock table eventstore.event in access exclusive mode;
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'eventstore-node writer'`);
    const waiting = (count: number) =>
      eventually(async () => {
        const rows = await rowsAt(
          node.databaseUrl,
          `select from pg_locks where relation = 'eventstore.event'::regclass and not granted
            and database = (select oid from pg_database where datname = current_database())`,
        );
        assert.equal(rows.length, count);
      });
    await waiting(1);
    const reading = readAll();
    await Promise.race([waiting(2), reading]);
    await locked.end();
    assert.equal((await reading).length, length);
    await node.close();
  });
});

describe('when Postgres refuses one append of a group', () => {
  it('only that one fails', async () => {
    const node = await createTestNode();
    await rowsAt(node.databaseUrl, `alter table eventstore.event add constraint no_poison check (type <> 'Poison')`);
    const streams = Array.from({ length: 30 }, () => newStream());
    const good = streams.map((stream) => node.client.appendToStream(stream, testEvents(1)));
    const bad = node.client.appendToStream(streams[0] ?? '', testEvents(1, 'Poison'));
    const more = streams.map((stream) => node.client.appendToStream(stream, testEvents(1)));
    await rejection(bad, UnknownError);
    await Promise.all([...good, ...more]);
    for (const stream of streams) assert.equal((await collect(node.client.readStream(stream))).length, 2);
    await node.close();
  });
});

describe('readers that stop reading', () => {
  const READERS = 12;
  const LOG_MEGABYTES = 40;
  /** Unbounded buffers would take READERS × LOG_MEGABYTES = 480 MB; pages and garbage take about 100. */
  const GROWTH_LIMIT_MEGABYTES = 240;

  it('cost the node a page each, disturb nobody, and go on where they were', async () => {
    const database = await createTestDatabase();
    const program = path.join(import.meta.dirname, '../../programs/event-store.ts');
    const child = fork(program, ['--port', '0', '--insecure'], {
      env: { ...process.env, DATABASE_URL: database.url },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const [{ port }] = (await once(child, 'message')) as [{ port: number }];
    const connectionString = `esdb://127.0.0.1:${port}?tls=false`;
    const writer = EventStoreDBClient.connectionString(connectionString);
    for (let sent = 0; sent < LOG_MEGABYTES; sent += 1) {
      await writer.appendToStream('large', testEvents(16, 'Large', 60_000));
    }

    const stalledClient = EventStoreDBClient.connectionString(connectionString);
    const before = residentMegabytes(child.pid);
    const stalled = Array.from({ length: READERS }, (_, index) =>
      index % 2 === 0 ? stalledClient.readAll() : stalledClient.subscribeToAll(),
    );
    // Each has its first event, so its read has begun; from then on none reads any more.
    const first = await Promise.all(stalled.map((reader) => once(reader, 'readable')));
    assert.equal(first.length, READERS);

    // Meanwhile other clients are served as usual, including live ones.
    const live = record(subscribeTo(writer, 'live'));
    for (let index = 0; index < 50; index += 1) await writer.appendToStream('live', testEvents(1));
    await live.until('the live events', ({ events }) => events.length === 50);
    assert.equal((await collect(writer.readStream('large'))).length, LOG_MEGABYTES * 16);
    const growth = residentMegabytes(child.pid) - before;
    assert.ok(growth < GROWTH_LIMIT_MEGABYTES, `the node grew by ${growth} MB`);

    const [oneRead] = stalled;
    assert.ok(oneRead);
    let seen = 0;
    for await (const { event } of oneRead) if (event?.streamId === 'large') seen += 1;
    assert.equal(seen, LOG_MEGABYTES * 16);

    await live.stop();
    await writer.dispose();
    await stalledClient.dispose();
    child.kill('SIGTERM');
    await once(child, 'exit');
    await database.drop();
  });
});

function residentMegabytes(pid: number | undefined): number {
  const status = `/proc/${pid}/status`;
  const kilobytes = existsSync(status)
    ? /^VmRSS:\s+(\d+)/m.exec(readFileSync(status, 'utf8'))?.[1]
    : execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' });
  return Number(kilobytes) / 1024;
}
