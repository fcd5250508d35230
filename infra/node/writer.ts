import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import { atMost } from './at-most.ts';
import type { WriteRequest, WrittenEvent } from './decide.ts';
import { cancelled, isFaultyStatement, toServiceError, unavailable } from './errors.ts';
import { eventBytes, type StoredEvent } from './event.ts';
import { planGroup, rangesToCompare, type WriteOutcome } from './group.ts';
import {
  AWAY_REPORT_EVERY_MS,
  CACHED_STREAMS,
  GROUP_APPENDS,
  GROUP_BYTES,
  GROUP_EVENTS,
  QUEUE_APPENDS,
  QUEUE_BYTES,
  RECALLED_EVENT_IDS,
  REMEMBERED_EVENT_IDS,
} from './limits.ts';
import type { Logger } from './logger.ts';
import type { RecentLog } from './recent-log.ts';
import { insertEvents, readIdsIn, readLastPosition, readRecentIds, readStreamStates } from './store.ts';
import { baseStreamOf, type StreamState } from './stream-metadata.ts';
import { openWriterConnection } from './writer-lock.ts';

/** The only one who writes. Requests are taken in groups: all that arrived while the last group was being committed. */
export type Writer = {
  /** Resolves when the write is on disk or refused. Rejects with a ServiceError. A request whose caller has left is dropped. */
  submit(request: WriteRequest, caller?: Caller): Promise<WriteOutcome>;
  hasRoom(): boolean;
  /** Resolves when the queue takes more; callers wait for it before they read more from their client. */
  room(): Promise<void>;
  /** The committed state of a base stream, where it is in memory. */
  knownState(stream: string): StreamState | undefined;
  /** Finishes what is queued, waiting at most so long, and lets go of the lock. */
  stop(waitMs: number): Promise<void>;
};

/** An AbortSignal will do. */
type Caller = { readonly aborted: boolean };

type Waiting = {
  request: WriteRequest;
  bytes: number;
  caller: Caller | undefined;
  resolve(outcome: WriteOutcome): void;
  reject(error: Error): void;
};

const AWAY = 'The event store has no Postgres at the moment; retry shortly.';

/** Connects, takes the lock and reads where the log ends. Throws AnotherNodeRunning, or what Postgres said. */
export async function startWriter(options: {
  databaseUrl: string;
  recentLog: RecentLog;
  logger: Logger;
  startWaitMs: number;
}): Promise<Writer> {
  const { databaseUrl, recentLog, logger } = options;
  const queue: Waiting[] = [];
  let queueBytes = 0;
  const roomSeekers: (() => void)[] = [];
  const states = new LRUCache<string, StreamState>({ max: CACHED_STREAMS });
  const ids = new LRUCache<string, WrittenEvent>({ max: REMEMBERED_EVENT_IDS });
  const stopping = new AbortController();
  let connection: pg.Client | undefined;
  let reconnecting: Promise<void> | undefined;
  let running: Promise<void> | undefined;

  /** Another node may have written while we had no lock, and a commit whose answer was lost may have happened. */
  async function takeOver(client: pg.Client): Promise<void> {
    states.clear();
    ids.clear();
    for (const event of await readRecentIds(client, RECALLED_EVENT_IDS)) ids.set(event.id, event);
    recentLog.reset(await readLastPosition(client));
    client.on('error', () => lose(client));
    client.on('end', () => lose(client));
    connection = client;
  }

  function lose(client: pg.Client): void {
    if (connection !== client) return;
    connection = undefined;
    client.end().catch(() => undefined);
    refuseQueue();
    if (stopping.signal.aborted) return;
    logger.warn('Lost the connection to Postgres; refusing appends until it is back.');
    reconnecting ??= reconnect().finally(() => {
      reconnecting = undefined;
    });
  }

  async function reconnect(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await takeOver(await openWriterConnection(databaseUrl, Date.now() + AWAY_REPORT_EVERY_MS, stopping.signal));
        logger.info('Postgres is back; taking appends again.');
        return;
      } catch (error) {
        logger.warn(`Still refusing appends: ${describe(error)}`);
      }
    }
  }

  function refuseQueue(): void {
    for (const waiting of queue.splice(0)) waiting.reject(unavailable(AWAY));
    queueBytes = 0;
    offerRoom();
  }

  function hasRoom(): boolean {
    return queue.length < QUEUE_APPENDS && queueBytes < QUEUE_BYTES;
  }

  function offerRoom(): void {
    if (hasRoom()) for (const resolve of roomSeekers.splice(0)) resolve();
  }

  function nextGroup(): Waiting[] {
    const group: Waiting[] = [];
    let events = 0;
    let bytes = 0;
    while (group.length < GROUP_APPENDS && events < GROUP_EVENTS && bytes < GROUP_BYTES) {
      const waiting = queue.shift();
      if (waiting === undefined) break;
      queueBytes -= waiting.bytes;
      if (waiting.caller?.aborted) {
        waiting.reject(cancelled());
        continue;
      }
      group.push(waiting);
      events += waiting.request.events.length;
      bytes += waiting.bytes;
    }
    return group;
  }

  async function run(): Promise<void> {
    // Lets the other appends that arrived in the same turn join the first group.
    await new Promise((resolve) => setImmediate(resolve));
    while (queue.length > 0) {
      const group = nextGroup();
      offerRoom();
      if (group.length > 0) await commit(group);
    }
    // In the same turn as the check above, so that no request can slip in between.
    running = undefined;
  }

  async function commit(group: Waiting[]): Promise<void> {
    const client = connection;
    if (client === undefined) return rejectAll(group, unavailable(AWAY));
    try {
      const outcomes = await write(
        client,
        group.map((waiting) => waiting.request),
      );
      group.forEach((waiting, index) => {
        const outcome = outcomes[index];
        if (outcome) waiting.resolve(outcome);
      });
    } catch (error) {
      if (isFaultyStatement(error)) {
        states.clear();
        if (group.length > 1) {
          // Requests are validated before they are queued, so this is a gap in that; it must not cost the others.
          logger.warn(`Postgres refused a group of ${group.length} appends (${describe(error)}); trying each alone.`);
          for (const waiting of group) await commit([waiting]);
          return;
        }
        return rejectAll(group, toServiceError(error));
      }
      // Whether the commit happened is not known, so nothing more is decided until the log's end has been read again.
      rejectAll(group, toServiceError(error));
      logger.warn(`A commit failed: ${describe(error)}`);
      lose(client);
    }
  }

  function rejectAll(group: Waiting[], error: Error): void {
    for (const waiting of group) waiting.reject(error);
  }

  async function write(client: pg.Client, requests: WriteRequest[]): Promise<WriteOutcome[]> {
    const known = await loadStates(client, requests);
    const ranges = rangesToCompare(requests, known);
    const stored = ranges.length > 0 ? await readIdsIn(client, ranges) : [];
    const storedByRevision = new Map(stored.map((event) => [`${event.revision} ${event.stream}`, event]));
    const plan = planGroup({
      requests,
      states: known,
      lastPosition: recentLog.committed(),
      nowMs: Date.now(),
      committed: {
        byId: (id) => ids.get(id),
        at: (stream, revision) => storedByRevision.get(`${revision} ${stream}`),
      },
    });
    if (plan.events.length > 0) {
      await insertEvents(client, plan.events);
      remember(plan.events);
      for (const [stream, state] of plan.states) states.set(stream, state);
      recentLog.publish(plan.events);
    }
    return plan.outcomes;
  }

  async function loadStates(client: pg.Client, requests: WriteRequest[]): Promise<Map<string, StreamState>> {
    const known = new Map<string, StreamState>();
    const missing = new Set<string>();
    for (const request of requests) {
      const stream = baseStreamOf(request.stream);
      const state = states.get(stream);
      if (state === undefined) missing.add(stream);
      else known.set(stream, state);
    }
    if (missing.size === 0) return known;
    for (const [stream, state] of await readStreamStates(client, [...missing])) {
      known.set(stream, state);
      states.set(stream, state);
    }
    return known;
  }

  function remember(events: StoredEvent[]): void {
    for (const { id, stream, revision, position } of events) ids.set(id, { id, stream, revision, position });
  }

  await takeOver(await openWriterConnection(databaseUrl, Date.now() + options.startWaitMs));

  return {
    submit(request, caller) {
      if (stopping.signal.aborted) return Promise.reject(unavailable('The event store is stopping.'));
      if (connection === undefined) return Promise.reject(unavailable(AWAY));
      return new Promise((resolve, reject) => {
        const bytes = request.events.reduce((sum, event) => sum + eventBytes(event), 0);
        queue.push({ request, bytes, caller, resolve, reject });
        queueBytes += bytes;
        running ??= run();
      });
    },
    hasRoom,
    async room() {
      while (!hasRoom()) await new Promise<void>((resolve) => roomSeekers.push(resolve));
    },
    knownState: (stream) => states.get(stream),
    async stop(waitMs) {
      stopping.abort();
      await atMost(waitMs, Promise.all([running, reconnecting]));
      const client = connection;
      connection = undefined;
      await client?.end();
    },
  };
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
