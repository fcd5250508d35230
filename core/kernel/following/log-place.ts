import { setTimeout as delay } from 'node:timers/promises';
import type { EventStore } from '#core/kernel/log/event-store.ts';

/** The last event that a follower of the log followed. `position` is -1 before the first. */
export type LogPlace = {
  readonly position: bigint;
  /**
   * Which event it is. A position alone does not show that an earlier state of the log was restored, or that it is
   * another log: both may have an event there. Null where an earlier version kept the position alone.
   */
  readonly event: {
    readonly streamId: string;
    readonly revision: bigint;
    /** Its chain hash, which covers its stream up to it; of an event without one, its id. */
    readonly hash: string;
    /** When it happened, by its writer. */
    readonly time: string;
  } | null;
};

type PlacedEvent = {
  readonly id: string;
  readonly streamId: string;
  readonly revision: bigint;
  readonly position: bigint;
  readonly metadata: unknown;
};

export function placeOf({ id, streamId, revision, position, metadata }: PlacedEvent): LogPlace {
  const { hash, time } = (metadata ?? {}) as { readonly hash?: unknown; readonly time?: unknown };
  const known = { hash: typeof hash === 'string' ? hash : id, time: typeof time === 'string' ? time : '' };
  return { position, event: { streamId, revision, ...known } };
}

/** The log is not the one that was followed so far, or it lost its newest events. */
export class OtherLogError extends Error {
  override readonly name = 'OtherLogError';
}

/** A node of a cluster may lag: an event that is not there is looked for again, so often and with this pause. */
const LOOKS = 5;
const LOOK_EVERY_MS = 200;

/** @throws OtherLogError when the log does not have that event at that position */
export async function requirePlace(store: EventStore, place: LogPlace): Promise<void> {
  const problem = await problemOfPlace(store, place);
  if (problem !== null) throw new OtherLogError(problem);
}

/** Why the log is not the one in which that event was followed; null when it is, or when an older version kept no event. */
export async function problemOfPlace(store: EventStore, { position, event }: LogPlace): Promise<string | null> {
  if (event === null) return null;
  const name = `revision ${event.revision} of ${event.streamId} at position ${position}`;
  for (let look = 1; ; look += 1) {
    const found = await findEvent(store, event.streamId, event.revision);
    if (found?.position === position && found.event?.hash === event.hash) return null;
    if (found) {
      const what = found.event?.hash === event.hash ? `the same event at position ${found.position}` : 'another event';
      return `This is another log than the one that was followed up to ${name}: it has ${what} there.`;
    }
    if (look === LOOKS) {
      return `The log does not have the event that was followed last, ${name}: it was set back to an earlier state, or it is another log.`;
    }
    await delay(LOOK_EVERY_MS);
  }
}

async function findEvent(store: EventStore, streamId: string, revision: bigint): Promise<LogPlace | undefined> {
  for await (const found of store.readStream(streamId, { from: revision, maxCount: 1 })) {
    return found.revision === revision ? placeOf(found) : undefined;
  }
  return undefined;
}

/** How many of the newest events are searched before the whole log is. */
const NEWEST_EVENTS = 32;

/** -1 when there is none. */
export async function lastPosition(store: EventStore, prefixes: readonly string[]): Promise<bigint> {
  for await (const { position, streamId } of store.readAll({ direction: 'backwards', maxCount: NEWEST_EVENTS })) {
    if (prefixes.some((prefix) => streamId.startsWith(prefix))) return position;
  }
  for await (const { position } of store.readAll({ direction: 'backwards', prefixes, maxCount: 1 })) return position;
  return -1n;
}
