import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import {
  type AllStreamResolvedEvent,
  type AllStreamSubscription,
  EventStoreDBClient,
  jsonEvent,
  type ResolvedEvent,
  streamNameFilter,
  UnknownError,
} from '#eventstore-client';
import { DEFAULT_MAX_APPEND_SIZE_BYTES } from '#infra/node/limits.ts';
import { type EventStoreNodeOptions, startEventStoreNode } from '#infra/node/server.ts';
import { createTestDatabase } from './database.ts';

export type TestServer = {
  client: EventStoreDBClient;
  /** `host:port` */
  address: string;
  maxAppendSizeBytes: number;
  /** Stops the node and starts another on the same database; for a server that is not ours, only the client is new. */
  restart(): Promise<void>;
  close(): Promise<void>;
};
export type TestNode = TestServer & { connectionString: string; port: number; databaseUrl: string };

/** The address of an EventStoreDB on which the conformance cases run instead of the embedded node. */
const OTHER_SERVER = process.env.EVENTSTORE_TEST_URL;

/** The server for the conformance cases: the one in EVENTSTORE_TEST_URL, by default an embedded node. */
export async function createTestServer(options: Partial<EventStoreNodeOptions> = {}): Promise<TestServer> {
  if (OTHER_SERVER === undefined) return createTestNode(options);
  let client = EventStoreDBClient.connectionString(OTHER_SERVER);
  const close = () => client.dispose();
  return {
    get client() {
      return client;
    },
    address: new URL(OTHER_SERVER).host,
    maxAppendSizeBytes: DEFAULT_MAX_APPEND_SIZE_BYTES,
    async restart() {
      await close();
      client = EventStoreDBClient.connectionString(OTHER_SERVER);
    },
    close,
  };
}

/** A node on a database of its own, and the published client connected to it. */
export async function createTestNode(options: Partial<EventStoreNodeOptions> = {}): Promise<TestNode> {
  const database = await createTestDatabase();
  const start = () => startEventStoreNode({ databaseUrl: database.url, ...options });
  let node = await start();
  let client = EventStoreDBClient.connectionString(node.connectionString);
  const stop = async () => {
    await client.dispose();
    await node.stop();
  };
  return {
    get client() {
      return client;
    },
    get connectionString() {
      return node.connectionString;
    },
    get port() {
      return node.port;
    },
    databaseUrl: database.url,
    get address() {
      return `127.0.0.1:${node.port}`;
    },
    maxAppendSizeBytes: options.maxAppendSizeBytes ?? DEFAULT_MAX_APPEND_SIZE_BYTES,
    async restart() {
      await stop();
      node = await start();
      client = EventStoreDBClient.connectionString(node.connectionString);
    },
    async close() {
      await stop();
      await database.drop();
    },
  };
}

/** A stream name that no other test uses. */
export function newStream(prefix = 'stream'): string {
  return `${prefix}-${randomUUID()}`;
}

export function testEvents(count: number, type = 'Tested', size = 0) {
  return Array.from({ length: count }, (_, index) =>
    jsonEvent({ type, data: { index, ...(size > 0 ? { filler: 'x'.repeat(size) } : {}) } }),
  );
}

export async function collect<T>(events: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const event of events) all.push(event);
  return all;
}

/** The `index` fields of test events, in the order they were read. */
export function indexes(events: (ResolvedEvent | AllStreamResolvedEvent)[]): unknown[] {
  return events.map(({ event }) => (event?.data as { index?: unknown } | undefined)?.index);
}

export function revisions(events: (ResolvedEvent | AllStreamResolvedEvent)[]): number[] {
  return events.map(({ event }) => Number(event?.revision));
}

/** What a subscription delivers, in order: events and the words "caught up" and "fell behind". */
export type Recording = {
  events: AllStreamResolvedEvent[];
  signals: string[];
  error: Error | undefined;
  /** Resolves when the condition is true; checked at each delivery. Fails after some seconds. */
  until(what: string, condition: (recording: Recording) => boolean): Promise<void>;
  stop(): Promise<void>;
};

/** Long enough for the whole log of a server that was used by earlier runs. */
const RECORDING_WAIT_MS = 120_000;

/** The log of one stream, live. */
export const subscribeTo = (client: EventStoreDBClient, stream: string): AllStreamSubscription =>
  client.subscribeToAll({ filter: streamNameFilter({ prefixes: [stream] }) });

export function record(source: AllStreamSubscription): Recording {
  const checks = new Set<() => void>();
  const changed = () => {
    for (const check of [...checks]) check();
  };
  const recording: Recording = {
    events: [],
    signals: [],
    error: undefined,
    until(what, condition) {
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          checks.delete(check);
          const got = `${recording.events.length} events, signals [${recording.signals}], error ${recording.error}`;
          reject(new assert.AssertionError({ message: `Waited in vain for ${what}; got ${got}` }));
        }, RECORDING_WAIT_MS);
        const check = () => {
          if (!condition(recording)) return;
          clearTimeout(timer);
          checks.delete(check);
          resolve();
        };
        checks.add(check);
        check();
      });
    },
    stop: () => source.unsubscribe(),
  };
  source.on('data', (event) => {
    recording.events.push(event);
    changed();
  });
  const signal = (words: string) => () => {
    recording.signals.push(words);
    changed();
  };
  source.on('caughtUp', signal('caught up'));
  source.on('fellBehind', signal('fell behind'));
  source.on('error', (error) => {
    recording.error = error;
    changed();
  });
  return recording;
}

/** Asserts that a promise rejects with the client's error of that class, and returns it. */
export async function rejection<E extends Error>(
  promise: Promise<unknown>,
  errorClass: new (...args: never[]) => E,
): Promise<E> {
  try {
    await promise;
  } catch (error) {
    assert.ok(error instanceof errorClass, `expected ${errorClass.name}, got ${error}`);
    return error;
  }
  throw new assert.AssertionError({ message: `expected ${errorClass.name}, but it succeeded` });
}

/** Asserts that only this append is refused: those sent before and after it, in one group with it, are stored. */
export async function assertRefusedAlone(
  { client }: TestServer,
  append: (stream: string, events: ReturnType<typeof testEvents>) => Promise<unknown>,
  makeBad: () => Promise<unknown>,
): Promise<void> {
  const streams = Array.from({ length: 20 }, () => newStream());
  const good = streams.map((stream) => append(stream, testEvents(1)));
  const bad = makeBad();
  const more = streams.map((stream) => append(stream, testEvents(1)));
  await rejection(bad, UnknownError);
  await Promise.all([...good, ...more]);
  for (const stream of streams) assert.equal((await collect(client.readStream(stream))).length, 2);
}
