import { ANY, type NewEvent, NO_EVENTS, positionAfter, type StoredEvent } from './event.ts';

export type Append = {
  readonly stream: string;
  /** The stream's last revision: a number, NO_EVENTS or ANY. */
  readonly expected: number;
  readonly events: readonly NewEvent[];
};

/** Of events: the place of the last one. */
export type Outcome =
  | { readonly kind: 'written'; readonly revision: number; readonly position: number }
  | { readonly kind: 'conflict'; readonly current: number };

export type Place = Pick<StoredEvent, 'stream' | 'revision' | 'position' | 'id'>;
export type RevisionRange = { readonly stream: string; readonly first: number; readonly last: number };

/** The committed log, as far as the appends of a group need it. */
export type KnownLog = {
  /** Last revisions of all their streams. */
  readonly heads: ReadonlyMap<string, number>;
  /** The stored events that they may repeat, by `placeKey`. */
  readonly stored: ReadonlyMap<string, Place>;
  readonly lastPosition: number;
};

export const placeKey = (stream: string, revision: number): string => `${revision} ${stream}`;

/** The revisions that appends would have written if they are repetitions: what is stored there tells a retry from a conflict. */
export const rangesToCompare = (appends: readonly Append[], heads: ReadonlyMap<string, number>): RevisionRange[] =>
  appends.flatMap(({ stream, expected, events }) => {
    const head = heads.get(stream) ?? NO_EVENTS;
    if (expected === ANY || expected >= head) return [];
    return [{ stream, first: expected + 1, last: Math.min(expected + events.length, head) }];
  });

/**
 * What one commit writes, and the answer to each append once it is on disk: each is decided on what those before it
 * leave. Pure: it writes nothing.
 */
export function planGroup(appends: readonly Append[], known: KnownLog, nowMs: number) {
  const events: StoredEvent[] = [];
  const heads = new Map<string, number>();
  const added = new Map<string, Place>();
  let position = known.lastPosition;

  function write(stream: string, head: number, proposed: readonly NewEvent[]): Outcome {
    let revision = head;
    for (const event of proposed) {
      revision += 1;
      position = positionAfter(position, event);
      const stored = { ...event, stream, revision, position, createdMs: nowMs };
      events.push(stored);
      added.set(placeKey(stream, revision), stored);
    }
    heads.set(stream, revision);
    return { kind: 'written', revision, position };
  }

  const outcomes = appends.map(({ stream, expected, events: proposed }): Outcome => {
    const head = heads.get(stream) ?? known.heads.get(stream);
    if (head === undefined) throw new Error(`The head of stream '${stream}' was not loaded.`);
    if (expected === ANY || expected === head) return write(stream, head, proposed);
    const there = proposed.map((_, index) => {
      const key = placeKey(stream, expected + 1 + index);
      return added.get(key) ?? known.stored.get(key);
    });
    const last = there.at(-1);
    // All of it is stored: the writer did not get its answer. Part of it: another append that reuses an id.
    const isRepeated = last !== undefined && proposed.every(({ id }, index) => there[index]?.id === id);
    return isRepeated ? { kind: 'written', ...placeOf(last) } : { kind: 'conflict', current: head };
  });
  return { outcomes, events, heads };
}

const placeOf = ({ revision, position }: Place) => ({ revision, position });
