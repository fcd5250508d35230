import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import { type DefaultAccess, parseDefaultAccess, SETTINGS_STREAM } from './access-lists.ts';
import type { WriteRequest, WrittenEvent } from './decide.ts';
import { planGroup, rangesToCompare, type WriteOutcome } from './group.ts';
import { CACHED_STREAMS, RECALLED_EVENT_IDS, REMEMBERED_EVENT_IDS } from './limits.ts';
import type { RecentLog } from './recent-log.ts';
import { insertEvents, readIdsIn, readLastData, readLastPosition, readRecentIds, readStreamStates } from './store.ts';
import { baseStreamOf, type StreamState } from './stream-metadata.ts';

/**
 * Decides and stores groups of requests. It keeps parts of the log in memory: streams' states and recent events' ids.
 */
export function createGroupWriter(recentLog: RecentLog) {
  const states = new LRUCache<string, StreamState>({ max: CACHED_STREAMS });
  const ids = new LRUCache<string, WrittenEvent>({ max: REMEMBERED_EVENT_IDS });
  let access: DefaultAccess = {};

  async function loadStates(client: pg.Client, requests: readonly WriteRequest[]): Promise<Map<string, StreamState>> {
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

  return {
    /** The committed state of a base stream, if it is in memory. */
    knownState: (stream: string) => states.get(stream),
    /** From the stream `$settings`. */
    defaultAccess: () => access,
    forgetStates: () => states.clear(),
    /** Another node may have written while we had no lock, and a commit whose answer was lost may have succeeded. */
    async recall(client: pg.Client): Promise<void> {
      states.clear();
      ids.clear();
      for (const event of await readRecentIds(client, RECALLED_EVENT_IDS)) ids.set(event.id, event);
      access = parseDefaultAccess(await readLastData(client, SETTINGS_STREAM));
      recentLog.reset(await readLastPosition(client));
    },
    /**
     * One outcome for each request, in order.
     * @throws Postgres's error: then it is not known whether the group is stored
     */
    async write(client: pg.Client, requests: WriteRequest[]): Promise<WriteOutcome[]> {
      const known = await loadStates(client, requests);
      const ranges = rangesToCompare(requests, known);
      const stored = ranges.length > 0 ? await readIdsIn(client, ranges) : [];
      const storedByRevision = new Map(stored.map((event) => [`${event.revision} ${event.stream}`, event]));
      const plan = planGroup({
        requests,
        states: known,
        lastPosition: recentLog.committed(),
        nowMs: Date.now(),
        access,
        committed: {
          byId: (id) => ids.get(id),
          at: (stream, revision) => storedByRevision.get(`${revision} ${stream}`),
        },
      });
      if (plan.events.length > 0) {
        await insertEvents(client, plan.events);
        for (const { id, stream, revision, position } of plan.events) ids.set(id, { id, stream, revision, position });
        for (const [stream, state] of plan.states) states.set(stream, state);
        const settings = plan.events.findLast(({ stream }) => stream === SETTINGS_STREAM);
        if (settings) access = parseDefaultAccess(settings.data);
        recentLog.publish(plan.events);
      }
      return plan.outcomes;
    },
  };
}
