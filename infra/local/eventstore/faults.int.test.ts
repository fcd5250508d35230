import assert from 'node:assert/strict';
import { execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, it } from 'node:test';
import { EventStoreDBClient, UnavailableError } from '@eventstore/db-client';
import { createTestDatabase } from '../../testing/database.ts';
import { eventually } from '../../testing/eventually.ts';
import { startPostgres } from '../postgres.ts';
import { startEventStoreNode } from './server.ts';
import { collect, newStream, record, testEvents } from './testing/test-node.ts';

describe('when Postgres is killed under load and comes back', () => {
  it('clients are told UNAVAILABLE, nothing acknowledged is lost, and all heals without a restart', async () => {
    const dir = await mkdtemp(path.join(tmpdir(), 'es-'));
    const start = () => startPostgres({ dir, socketDir: dir, fast: true });
    let postgres = await start();
    const node = await startEventStoreNode({ databaseUrl: postgres.url('postgres') });
    const client = EventStoreDBClient.connectionString(node.connectionString);
    const recording = record(client.subscribeToAll());
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
    await eventually(() => assert.ok(acknowledged.length > 200));
    const postmaster = Number((await readFile(path.join(dir, 'data/postmaster.pid'), 'utf8')).split('\n')[0]);
    process.kill(postmaster, 'SIGKILL');
    await eventually(() => assert.ok(refusals.length > 20));
    await assert.rejects(collect(client.readStream(newStream())), UnavailableError);
    for (const error of refusals) assert.ok(error instanceof UnavailableError, String(error));

    postgres = await start();
    const before = acknowledged.length;
    await eventually(() => assert.ok(acknowledged.length > before + 200));
    done = true;
    await Promise.all(load);

    const stored = new Map<string, number>();
    for (const { event } of await collect(client.readAll())) {
      if (event) stored.set(event.streamId, (stored.get(event.streamId) ?? 0) + 1);
    }
    for (const stream of acknowledged) assert.equal(stored.get(stream), 2, `${stream} was acknowledged`);
    // The subscription was not cut off, and saw what was committed without an answer too, each event once.
    await recording.until('every stored event', ({ events }) => events.length >= stored.size * 2);
    const positions = recording.events.map(({ event }) => event?.position?.commit ?? 0n);
    assert.ok(positions.every((position, index) => index === 0 || position > (positions[index - 1] ?? 0n)));
    assert.equal(recording.events.length, stored.size * 2);
    assert.equal(recording.error, undefined);

    await recording.stop();
    await client.dispose();
    await node.stop();
    await postgres.stop();
    await rm(dir, { recursive: true, force: true });
  });
});

describe('readers that stop reading', () => {
  const READERS = 12;
  const LOG_MEGABYTES = 24;
  /** Unbounded buffers would take READERS × LOG_MEGABYTES = 288 MB. */
  const GROWTH_LIMIT_MEGABYTES = 120;

  it('cost the node a page each, disturb nobody, and go on where they were', async () => {
    const database = await createTestDatabase();
    const child = fork(path.join(import.meta.dirname, 'main.ts'), {
      env: { ...process.env, DATABASE_URL: database.url, EVENTSTORE_PORT: '0' },
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
    // Each has asked, for its first event has come; after that nobody takes any.
    const first = await Promise.all(stalled.map((reader) => once(reader, 'readable')));
    assert.equal(first.length, READERS);

    // Meanwhile others are served as ever, live ones included.
    const live = record(writer.subscribeToStream('live'));
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
