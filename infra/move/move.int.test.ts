import assert from 'node:assert/strict';
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { after, describe, it } from 'node:test';
import { promisify } from 'node:util';
import pg from 'pg';
import { STREAM_PREFIXES } from '#core/aggregates/events.ts';
import { writeJsonl } from '#core/cli/export/jsonl.ts';
import { OtherLogError, placeOf, requirePlace } from '#core/kernel/following/log-place.ts';
import { silentLogger } from '#core/kernel/logger.ts';
import { eventually } from '#core/kernel/testing/eventually.ts';
import { binaryEvent, type EventStoreDBClient, jsonEvent } from '#eventstore-client';
import { createEventStoreClient } from '#infra/adapters/eventstore/client.ts';
import { createEventStoreDb } from '#infra/adapters/eventstore/eventstore-db.ts';
import { withLogin } from '#infra/adapters/eventstore/login.ts';
import type { EventRecord } from '#infra/adapters/eventstore/read-messages.ts';
import { createPgPool } from '#infra/adapters/postgres/pool.ts';
import { createProcessCheckpoint } from '#infra/adapters/postgres/process-checkpoint.ts';
import { refuseOtherLog } from '#infra/local/other-log.ts';
import { lockStack } from '#infra/local/runtime.ts';
import { type EventStoreNode, startEventStoreNode } from '#infra/node/server.ts';
import { createLongLog } from '#infra/proof/bench/long-log.ts';
import { createTestDatabase, type TestDatabase } from '#infra/proof/testing/database.ts';
import { makeThrowawayDir } from '#infra/proof/testing/throwaway-dir.ts';
import { runProjections } from '#projections/kernel/engine.ts';
import { projections, READ_MODEL_VERSION } from '#projections/projections.ts';
import { rebuildAndCompare } from '#projections/rebuild/rebuild.ts';
import { createOrderedWriter, runsOf } from './copy-log.ts';
import { importLog } from './import-log.ts';
import { readLog } from './raw-log.ts';

/** A store's history of about 5,000 events. */
const PEOPLE = 400;
const PROGRAM = path.join(import.meta.dirname, '../../programs/move.ts');
const REACH_MS = 180_000;

type Place = { database: TestDatabase; node: EventStoreNode; client: EventStoreDBClient };

const places: Place[] = [];
const children: ChildProcess[] = [];
/** An event store of its own. */
async function newPlace(): Promise<Place> {
  const database = await createTestDatabase();
  const node = await startEventStoreNode({ databaseUrl: database.url, port: 0 });
  const place = { database, node, client: createEventStoreClient(node.connectionString) };
  places.push(place);
  return place;
}
after(async () => {
  for (const child of children) child.kill('SIGKILL');
  for (const { database, node, client } of places) {
    await client.dispose();
    await node.stop();
    await database.drop();
  }
});

function startMove(from: Place, to: Place, ...more: string[]) {
  const args = ['--from', from.node.connectionString, '--to', to.node.connectionString, ...more];
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (printed += chunk));
  const ended = once(child, 'exit').then(([code]) => ({ code, printed }));
  return { child, ended };
}

async function eventsOf({ client }: Place): Promise<EventRecord[]> {
  const events = [];
  for await (const event of readLog(client, undefined)) events.push(event);
  return events;
}

/** Whether the log has more events than this: the check takes the same time however far a copy is. */
async function hasEvent({ client }: Place, at: number): Promise<boolean> {
  let events = 0;
  for await (const _event of readLog(client, undefined)) {
    events += 1;
    if (events > at) return true;
  }
  return false;
}

/** What must be equal, as text that a failure can print. */
const sameIn = (events: readonly EventRecord[]): string => {
  const all = createHash('sha256');
  for (const { streamId, revision, id, type, isJson, data, metadata } of events) {
    all.update(JSON.stringify([streamId, `${revision}`, id, type, isJson, Buffer.from(data), Buffer.from(metadata)]));
  }
  return `${events.length} events, ${all.digest('hex')}`;
};

describe('a log that is moved', async () => {
  const [source, target] = [await newPlace(), await newPlace()];
  await (await createLongLog(createEventStoreDb(source.client), PEOPLE)).growTo(1);
  const { client } = source;
  await client.appendToStream('kept-by-others', [
    binaryEvent({ type: 'Scan', data: Buffer.from([0, 255, 128]), metadata: Buffer.from([7]) }),
    jsonEvent({ type: 'Gespräch', data: { text: 'Łódź 🎁' } }),
  ]);
  await client.appendToStream('after-it', jsonEvent({ type: 'Noted', data: {} }));
  // Makes positions in the target's log differ from those in the source's.
  await target.client.appendToStream('$of-the-server', jsonEvent({ type: '$noted', data: {} }));

  it('goes on where a killed copy ended, and is the same in the end, byte for byte', async () => {
    const first = startMove(source, target);
    await eventually(async () => assert.ok(await hasEvent(target, 500)), REACH_MS);
    first.child.kill('SIGKILL');
    await first.ended;
    const [whole, half] = [await eventsOf(source), await eventsOf(target)];
    assert.ok(half.length < whole.length, 'the copy was done before it was killed');
    assert.equal(sameIn(half), sameIn(whole.slice(0, half.length)));

    const { code, printed } = await startMove(source, target).ended;
    assert.equal(code, 0, printed);
    assert.match(printed, new RegExp(`${whole.length} events in \\d+ streams: the same in both`));
    assert.match(printed, /postings to \d+ accounts sum to zero/);
    assert.match(printed, /comparing/);
    assert.equal(sameIn(await eventsOf(target)), sameIn(whole));
  });

  it('leaves as lines of a file, and comes into another event store with the same heads', async () => {
    const directory = await mkdtemp(path.join(tmpdir(), 'log-'));
    try {
      const file = path.join(directory, 'log.jsonl');
      const notes: string[] = [];
      const output = {
        line: async () => {},
        note: (text: string) => notes.push(text),
        progress: () => ({ update() {}, stop() {} }),
      };
      const lines: string[] = [];
      for await (const line of writeJsonl({ store: createEventStoreDb(source.client), output }, {})) lines.push(line);
      const text = `${lines.join('\n')}\n`;
      await writeFile(file, text);
      const write = (place: Place, from = file) => importLog(from, place.client, () => undefined);

      // The state after an interrupted import.
      const other = await newPlace();
      const ours = (await eventsOf(source)).filter(({ streamId }) =>
        STREAM_PREFIXES.some((prefix) => streamId.startsWith(prefix)),
      );
      const writer = createOrderedWriter(other.client);
      for await (const run of runsOf(Readable.from(ours.slice(0, 100)))) await writer.write(run);
      await writer.finish();
      const { events, streams, heads } = await write(other);
      assert.deepEqual([`${events} events in ${streams} streams, heads ${heads}`], notes);
      assert.equal(events, lines.length - 1);
      assert.equal(sameIn(await eventsOf(other)), sameIn(ours));
      assert.equal((await write(other)).heads, heads, 'the second time it has nothing to do');

      await assert.rejects(write(source), /is not empty, and its last event is not in the file/);
      const empty = await newPlace();
      for (const [damaged, message] of [
        [text.replace(/"amount":"(\d)/, '"amount":"1$1'), /breaks the chain of/],
        [text.slice(0, text.lastIndexOf('{')), /is cut off/],
        [text.slice(0, -200), /is no event of a log/],
        [`${text}${lines[0]}\n`, /comes after the end/],
      ] as const) {
        await writeFile(`${file}.damaged`, damaged);
        await assert.rejects(write(empty, `${file}.damaged`), message);
      }
      assert.deepEqual(await eventsOf(empty), []);
      assert.ok((await readFile(file, 'utf8')).startsWith('{"stream":'));
    } finally {
      await rm(directory, { recursive: true });
    }
  });

  it('takes the read models and the checkpoints along', async () => {
    const { database } = source;
    const readModels = { databaseUrl: database.url, projections, version: READ_MODEL_VERSION, logger: silentLogger };
    const live = new AbortController();
    await runProjections({
      ...readModels,
      store: createEventStoreDb(source.client),
      signal: live.signal,
      onStatus: ({ state }) => state === 'live' && live.abort(),
    });
    const pool = createPgPool(database.url, { maxConnections: 1, applicationName: 'test', onIdleError: assert.fail });
    const checkpoint = createProcessCheckpoint(pool, 'test');
    const [before, now] = [await eventsOf(source), await eventsOf(target)].map((events) => events[1_000]);
    assert.ok(before && now);
    assert.notEqual(before.position, now.position);
    const { streamId, revision } = before;
    for await (const event of createEventStoreDb(source.client).readStream(streamId, { from: revision, maxCount: 1 })) {
      await checkpoint.save(placeOf(event));
    }

    const role = `giftledger_${randomUUID().slice(0, 8)}`;
    await query(database, `create role ${role} login superuser password 'part'`);
    const part = new pg.Client(withLogin(database.url, role, 'part'));
    await part.connect();
    const refused = await startMove(source, target, '--database', database.url).ended;
    assert.equal(refused.code, 1);
    assert.match(refused.printed, /The store still runs \([0-9a-f]{8}\)\. No row was changed/);
    assert.equal((await checkpoint.load())?.position, before.position);
    await part.end();
    await query(database, `drop role ${role}`);

    for (const said of [/rows of the database have the places of the new log/, /places of the new log already/]) {
      const { code, printed } = await startMove(source, target, '--database', database.url).ended;
      assert.equal(code, 0, printed);
      assert.match(printed, said);
    }
    const moved = await checkpoint.load();
    assert.equal(moved?.position, now.position);
    await requirePlace(createEventStoreDb(target.client), moved);
    await assert.rejects(requirePlace(createEventStoreDb(source.client), moved), OtherLogError);
    // A start with the address of another server takes no orders there.
    await refuseOtherLog(database.url, target.node.connectionString);
    await assert.rejects(refuseOtherLog(database.url, source.node.connectionString), /read models: .*log-set-back\.md/);
    await pool.end();
    const report = await rebuildAndCompare({
      ...readModels,
      store: createEventStoreDb(target.client),
      signal: AbortSignal.timeout(REACH_MS),
      isDryRun: true,
    });
    assert.deepEqual(report.differences, []);
    const { rows } = await query(database, 'select count(*)::int as count from read.audit_events');
    assert.equal(report.events, rows[0].count);
  });

  it('that goes on meanwhile is followed until the switch', async () => {
    const follower = await newPlace();
    const { child, ended } = startMove(source, follower, '--follow');
    const whole = (await eventsOf(source)).length;
    await eventually(async () => assert.equal((await eventsOf(follower)).length, whole), REACH_MS);
    await source.client.appendToStream('late', jsonEvent({ type: 'Noted', data: {} }));
    await eventually(async () => assert.equal((await eventsOf(follower)).at(-1)?.streamId, 'late'), REACH_MS);
    await source.client.appendToStream('later', jsonEvent({ type: 'Noted', data: {} }));
    child.kill('SIGINT');
    const { code, printed } = await ended;
    assert.equal(code, 0, printed);
    assert.equal(sameIn(await eventsOf(follower)), sameIn(await eventsOf(source)));
  });

  it('is refused by a target that holds something else', async () => {
    const other = await newPlace();
    await other.client.appendToStream('theirs', jsonEvent({ id: randomUUID(), type: 'Noted', data: {} }));
    const { code, printed } = await startMove(source, other).ended;
    assert.equal(code, 1);
    assert.match(printed, /the target is no copy of it/);
    assert.equal((await eventsOf(other)).length, 1);
  });

  it('is not copied to where nobody answers, and this is said by the address without its login', async () => {
    const nobody = { node: { connectionString: 'esdb://admin:secret@127.0.0.1:1?tls=false&maxDiscoverAttempts=1' } };
    const { code, printed } = await startMove(source, { ...source, ...nobody } as Place).ended;
    assert.equal(code, 1);
    assert.match(printed, /An event store cannot be reached: .* or esdb:\/\/127\.0\.0\.1:1/);
    assert.doesNotMatch(printed, /secret| {4}at /);
  });
});

describe('the store of npm start', async () => {
  const dir = await makeThrowawayDir('move');
  after(() => dir.remove());

  it('is moved by one command while it is stopped, and is left alone while it runs', async () => {
    const elsewhere = await newPlace();
    const move = () =>
      promisify(execFile)(process.execPath, [PROGRAM, '--to', elsewhere.node.connectionString], {
        env: {
          ...process.env,
          GIFTLEDGER_DATA_DIR: dir.path,
          GIFTLEDGER_EVENTSTORE_URL: '',
          NODE_TEST_CONTEXT: undefined,
        },
      });
    const { stdout } = await move();
    assert.match(stdout, /the same in both, in the same order, byte for byte/);
    assert.match(stdout, /The store is on the other server: GIFTLEDGER_EVENTSTORE_URL=/);
    assert.match(stdout, /needs the same EVENT_MAC_KEYS/);
    const release = await lockStack(dir.path, 0);
    await assert.rejects(
      move(),
      ({ code, stderr }) => code === 1 && /is working on .* Wait until it has ended/.test(stderr),
    );
    await release();
    // Nothing works on the log that was left.
    await assert.rejects(
      move(),
      ({ code, stderr }) => code === 1 && /The log of this store is at esdb:\/\/.*Nothing was started/.test(stderr),
    );
  });
});

async function query(database: TestDatabase, text: string) {
  const client = new pg.Client(database.url);
  await client.connect();
  try {
    return await client.query(text);
  } finally {
    await client.end();
  }
}
