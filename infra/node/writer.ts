import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import { type AccessRules, RULE_STREAMS, rulesAfter } from './access-lists.ts';
import { atMost } from './at-most.ts';
import { isFaultyStatement, textOf, toServiceError, unavailable } from './errors.ts';
import { CACHED_STREAMS } from './limits.ts';
import type { LogEnd } from './log-end.ts';
import type { Logger } from './logger.ts';
import { type Append, type Outcome, placeKey, planGroup, rangesToCompare } from './plan.ts';
import { insertEvents, readHeads, readLastEvent, readLastPosition, readPlaces } from './store.ts';
import { type Caller, createWriteQueue, type Waiting } from './write-queue.ts';
import { connectWriter } from './writer-connection.ts';

/** The only writer. It takes appends in groups: all that arrived while the last group was being committed. */
export type Writer = {
  /** Resolves when the append is on disk or refused. Rejects with a ServiceError. One whose caller has left is dropped. */
  append(append: Append, caller: Caller): Promise<Outcome>;
  /** Whether the queue takes more; callers that read from a client stop until it does. */
  hasRoom(): boolean;
  rules(): AccessRules;
  /** Appends that wait for the group before them. */
  queued(): number;
  isConnected(): boolean;
  /** Finishes what is queued, waits at most this long, and releases the lock. */
  stop(waitMs: number): Promise<void>;
};

const AWAY = 'The event store has no Postgres at the moment; retry shortly.';

/** Connects, takes the lock and reads the end of the log. Throws AnotherNodeRunning, or Postgres's error. */
export async function startWriter(options: {
  databaseUrl: string;
  logEnd: LogEnd;
  logger: Logger;
  startWaitMs: number;
}): Promise<Writer> {
  const { databaseUrl, startWaitMs, logger } = options;
  const queue = createWriteQueue();
  const groups = createGroupWriter(options.logEnd);
  let running: Promise<void> | undefined;
  const stopping = new AbortController();
  const connection = await connectWriter({
    databaseUrl,
    startWaitMs,
    logger,
    signal: stopping.signal,
    takeOver: groups.takeOver,
    onLost: () => queue.refuseAll(unavailable(AWAY)),
  });

  async function run(): Promise<void> {
    // Lets the other appends that arrived in the same turn join the first group.
    await new Promise((resolve) => setImmediate(resolve));
    while (!queue.isEmpty()) {
      const group = queue.nextGroup();
      if (group.length > 0) await commit(group);
    }
    // In the same turn as the check above, so that no append can come in between.
    running = undefined;
  }

  async function commit(group: readonly Waiting[]): Promise<void> {
    const client = connection.current();
    if (client === undefined) return rejectAll(group, unavailable(AWAY));
    try {
      const appends = group.map(({ append }) => append);
      const outcomes = await groups.write(client, appends);
      for (const [index, { resolve }] of group.entries()) resolve(outcomes[index] as Outcome);
    } catch (error) {
      if (isFaultyStatement(error)) {
        if (group.length === 1) return rejectAll(group, toServiceError(error));
        // Appends are checked before they are queued, so the check has a gap; the others must not fail with it.
        logger.warn(`Postgres refused a group of ${group.length} appends (${textOf(error)}); trying each alone.`);
        for (const waiting of group) await commit([waiting]);
        return;
      }
      // It is not known whether the commit succeeded, so nothing more is decided until the log's end has been read again.
      rejectAll(group, toServiceError(error));
      logger.warn(`A commit failed: ${textOf(error)}`);
      connection.lose(client);
    }
  }

  return {
    append(append, caller) {
      if (stopping.signal.aborted) return Promise.reject(unavailable('The event store is stopping.'));
      if (connection.current() === undefined) return Promise.reject(unavailable(AWAY));
      const outcome = queue.add(append, caller);
      running ??= run();
      return outcome;
    },
    hasRoom: queue.hasRoom,
    rules: groups.rules,
    queued: queue.length,
    isConnected: () => connection.current() !== undefined,
    async stop(waitMs) {
      stopping.abort();
      await atMost(waitMs, Promise.all([running, connection.settled()]));
      await connection.end();
    },
  };
}

/** Decides and stores groups of appends. It keeps the ends of streams and the access lists in memory. */
function createGroupWriter(logEnd: LogEnd) {
  const heads = new LRUCache<string, number>({ max: CACHED_STREAMS });
  let rules: AccessRules = {};

  async function loadHeads(client: pg.Client, appends: readonly Append[]): Promise<Map<string, number>> {
    const known = new Map<string, number>();
    const missing = new Set<string>();
    for (const { stream } of appends) {
      const head = heads.get(stream);
      if (head === undefined) missing.add(stream);
      else known.set(stream, head);
    }
    if (missing.size === 0) return known;
    for (const [stream, head] of await readHeads(client, [...missing])) {
      known.set(stream, head);
      heads.set(stream, head);
    }
    return known;
  }

  return {
    rules: () => rules,
    /** Another node may have written while we had no lock, and a commit whose answer was lost may have succeeded. */
    async takeOver(client: pg.Client): Promise<void> {
      heads.clear();
      let now: AccessRules = {};
      for (const stream of RULE_STREAMS) {
        const last = await readLastEvent(client, stream);
        if (last) now = rulesAfter(now, last);
      }
      // Reads go on meanwhile, by the rules of before.
      rules = now;
      logEnd.reset(await readLastPosition(client));
    },
    /** @throws Postgres's error: then it is not known whether the group is stored */
    async write(client: pg.Client, appends: readonly Append[]): Promise<readonly Outcome[]> {
      const known = await loadHeads(client, appends);
      const ranges = rangesToCompare(appends, known);
      const places = ranges.length > 0 ? await readPlaces(client, ranges) : [];
      const stored = new Map(places.map((place) => [placeKey(place.stream, place.revision), place]));
      const plan = planGroup(appends, { heads: known, stored, lastPosition: logEnd.committed() }, Date.now());
      if (plan.events.length > 0) {
        await insertEvents(client, plan.events);
        for (const [stream, head] of plan.heads) heads.set(stream, head);
        rules = plan.events.reduce(rulesAfter, rules);
        logEnd.publish(plan.events);
      }
      return plan.outcomes;
    },
  };
}

function rejectAll(group: readonly Waiting[], error: Error): void {
  for (const waiting of group) waiting.reject(error);
}
