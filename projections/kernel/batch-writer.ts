import type pg from 'pg';
import { placeOf } from '#core/kernel/following/log-place.ts';
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

/** The tables are those of another version of this program, which writes them: this one leaves them to it. */
export class SupersededError extends Error {
  constructor(reason = 'Another version of this program has taken over the read models.') {
    super(reason);
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

  async function write(events: readonly ProjectedEvent[]): Promise<void> {
    const last = events.at(-1);
    if (!last) return;
    let next = at;
    try {
      await inTransaction(client, schema, async () => {
        const now = await readCheckpoint(client, schema);
        if (now.fingerprint !== at.fingerprint || now.place.position !== at.place.position) throw new SupersededError();
        // A rebuild has replaced the tables.
        if (now.generation !== at.generation) store.forget();
        await store.load(
          client,
          events.flatMap((event) => projections.flatMap((projection) => projection.reads(event))),
        );
        for (const event of events) for (const projection of projections) projection.apply(event, store.rows);
        next = { ...now, place: placeOf(last) };
        return [...store.writes(), moveCheckpoint(schema, { place: next.place, events: events.length })].join('; ');
      });
    } catch (error) {
      store.forget();
      throw error;
    }
    at = next;
  }

  return {
    get place() {
      return at.place;
    },

    /**
     * Projects the events after the checkpoint, and moves it to the last one, in one transaction. If that fails, the
     * events are written one by one, up to the one that causes it.
     * @throws PoisonEventError after projecting everything before that event; SupersededError; database errors
     */
    async apply(given: readonly ProjectedEvent[]): Promise<void> {
      const { position: before } = at.place;
      // Each event once, although they come twice.
      const events = given.filter(
        ({ position }, index) => position > before && position !== given[index - 1]?.position,
      );
      try {
        return await write(events);
      } catch (error) {
        if (isOfTheMoment(error)) throw error;
      }
      for (const event of events) {
        await write([event]).catch((cause: unknown) => {
          throw isOfTheMoment(cause) ? cause : new PoisonEventError(event, cause);
        });
      }
    },
  };
}

/** Whether the same events may succeed at another time, or in another writer. */
const isOfTheMoment = (error: unknown): boolean => isTransient(error) || error instanceof SupersededError;
