import type pg from 'pg';
import { type Checkpoint, inTransaction, moveCheckpoint, readCheckpoint } from './checkpoint.ts';
import { isTransient } from './connection.ts';
import type { ProjectedEvent, Projection } from './projection.ts';
import { createRowStore } from './rows.ts';

/** An event that a projection refuses. Everything before it is projected; it and everything after it is not. */
export class PoisonEventError extends Error {
  constructor(event: ProjectedEvent, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(`${event.type} in ${event.streamId} at revision ${event.revision} cannot be projected: ${reason}`, { cause });
    this.name = 'PoisonEventError';
  }
}

/** Another process writes these tables now: the rows that this one has in memory are invalid. */
export class SupersededError extends Error {
  constructor() {
    super('Another version of this program has taken over the read models.');
    this.name = 'SupersededError';
  }
}

export type BatchWriterOptions = {
  readonly schema: string;
  readonly projections: readonly Projection[];
  readonly client: pg.ClientBase;
  readonly opened: Checkpoint;
};

/** Turns events into rows, and writes them with the checkpoint in one transaction. Only one call at a time. */
export function createBatchWriter({ schema, projections, client, opened }: BatchWriterOptions) {
  const store = createRowStore(schema);
  let at = opened;

  async function write(events: readonly ProjectedEvent[], upTo: bigint): Promise<void> {
    let next = at;
    try {
      await inTransaction(client, schema, async () => {
        const now = await readCheckpoint(client, schema);
        if (now.fingerprint !== at.fingerprint || now.position !== at.position) throw new SupersededError();
        // A rebuild has replaced the tables.
        if (now.generation !== at.generation) store.forget();
        await store.load(
          client,
          events.flatMap((event) => projections.flatMap((projection) => projection.reads(event))),
        );
        for (const event of events) for (const projection of projections) projection.apply(event, store.rows);
        const move = { position: upTo, events: events.length, time: events.at(-1)?.metadata.time ?? null };
        next = { ...now, position: upTo };
        return [...store.writes(), moveCheckpoint(schema, move)].join('; ');
      });
    } catch (error) {
      store.forget();
      throw error;
    }
    at = next;
  }

  return {
    /** The checkpoint; −1 before the first event. */
    get position() {
      return at.position;
    },

    /**
     * Projects the events after the checkpoint, and moves it to `upTo`, in one transaction. If that fails, the events are
     * written one by one, up to the one that causes it.
     * @throws PoisonEventError after projecting everything before that event; SupersededError; database errors
     */
    async apply(given: readonly ProjectedEvent[], upTo: bigint): Promise<void> {
      if (upTo <= at.position) return;
      // Each event once, although they come twice.
      const events = given.filter(
        ({ position }, index) => position > at.position && position !== given[index - 1]?.position,
      );
      try {
        return await write(events, upTo);
      } catch (error) {
        if (isOfTheMoment(error)) throw error;
      }
      for (const event of events) {
        await write([event], event.position).catch((cause: unknown) => {
          throw isOfTheMoment(cause) ? cause : new PoisonEventError(event, cause);
        });
      }
      if (at.position < upTo) await write([], upTo);
    },
  };
}

/** Whether the same events may succeed at another time, or in another writer. */
const isOfTheMoment = (error: unknown): boolean => isTransient(error) || error instanceof SupersededError;
