import { setImmediate as turn } from 'node:timers/promises';
import type pg from 'pg';
import type { Changes } from './changes.ts';
import { type Checkpoint, inBatchTransaction, readCheckpoint, writeAtOnce } from './checkpoint.ts';
import { isTransient } from './connection.ts';
import type { ProjectedEvent, Projection } from './projection.ts';
import { createRowStore } from './rows.ts';

/** An event that a projection refuses. Everything before it is projected, nothing of it or after it. */
export class PoisonEventError extends Error {
  constructor(event: ProjectedEvent, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(`${event.type} in ${event.streamId} at revision ${event.revision} cannot be projected: ${reason}`, { cause });
    this.name = 'PoisonEventError';
  }
}

/** Someone else writes these tables now: what this process remembers of them is worth nothing. */
export class SupersededError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'SupersededError';
  }
}

/** A rebuild has put its tables in place of those that the prepared rows came from. */
class ReplacedError extends Error {}

/** Events gathered for one batch: most of its cost is that of its statements, and of rows that change with every event. */
export const BATCH_EVENTS = 10_000;

/**
 * Computed in one turn of the event loop. In between, the batch in flight is fed to Postgres, which would idle otherwise, and
 * the next one is received: an HTTP/2 window is some forty events.
 */
const EVENTS_PER_TURN = 25;

type Batch = { readonly events: readonly ProjectedEvent[]; readonly upTo: bigint };
type OpenBatch = { readonly events: ProjectedEvent[]; upTo: bigint };

/**
 * Turns events into rows and writes them in batches, each with its checkpoint in one transaction. While a batch is written,
 * the next one is gathered and computed in memory. Rows that are not in memory are read on a connection of their own,
 * which is sound because those not committed yet are in memory (see createRowStore).
 *
 * One call at a time: the caller sees to that.
 */
export function createBatchWriter(options: {
  readonly schema: string;
  readonly projections: readonly Projection[];
  readonly writer: pg.ClientBase;
  readonly reader: pg.ClientBase;
  readonly opened: Checkpoint;
  /** Whether the tables have no indexes yet. */
  readonly isFilling: () => boolean;
}) {
  const { schema, projections, writer, reader, isFilling } = options;
  const { fingerprint } = options.opened;
  const store = createRowStore(schema);
  let { position, generation } = options.opened;
  /** Gathered on top of all that is written or in flight. */
  let open: OpenBatch = { events: [], upTo: position };
  let inFlight: { readonly batch: Batch; readonly written: Promise<void> } | undefined;

  const forget = () => {
    store.forget();
    open = { events: [], upTo: position };
  };

  /** `isSure`: takes no event's word for it that a row is new. */
  async function compute({ events }: Batch, client: pg.ClientBase, isSure = false): Promise<Changes> {
    await inTurns(events, (event) => {
      for (const projection of projections) {
        for (const key of projection.reads(event)) store.want(isSure ? { ...key, isNew: false } : key);
      }
    });
    await store.load(client);
    await inTurns(events, (event) => {
      for (const projection of projections) projection.apply(event, store.rows);
    });
    return store.take({ isFilling: isFilling() });
  }

  /** @throws SupersededError, ReplacedError */
  function checkUnchanged(now: Checkpoint): void {
    if (now.fingerprint !== fingerprint || now.position !== position) {
      throw new SupersededError('Another version of this program has taken over the read models.');
    }
    if (now.generation !== generation) {
      generation = now.generation;
      throw new ReplacedError();
    }
  }

  async function write({ events, upTo }: Batch, { sql, statements }: Changes): Promise<void> {
    const move = { position: upTo, events: events.length, time: events.at(-1)?.metadata.time ?? null };
    if (statements.length === 0) {
      await writeAtOnce(writer, schema, { position, generation, fingerprint }, sql, move);
    } else {
      await inBatchTransaction(writer, schema, async (checkpoint) => {
        checkUnchanged(checkpoint);
        for (const run of statements) await run(writer);
        return move;
      });
    }
    position = upTo;
  }

  /** Computes and writes a batch with nothing in flight or open. */
  async function writeAlone({ events, upTo }: Batch): Promise<void> {
    const batch = { events: events.filter((event) => event.position > position), upTo };
    try {
      await write(batch, checkedFirst(await compute(batch, writer, true)));
      open = { events: [], upTo: position };
    } catch (error) {
      forget();
      if (!(error instanceof ReplacedError)) throw error;
      await writeAlone(batch);
    }
  }

  /** After a failure, with nothing in flight: writes the batch all the same, or finds out which event is to blame. */
  async function recover(batch: Batch, error: unknown): Promise<void> {
    forget();
    if (isTransient(error) || error instanceof SupersededError) throw error;
    try {
      checkUnchanged(await readCheckpoint(writer, schema));
    } catch (found) {
      if (found instanceof ReplacedError) return writeAlone(batch);
      throw found;
    }
    if (error instanceof ReplacedError) return writeAlone(batch);
    if (batch.events.length === 0) throw error;
    // What comes before that event is sound and is kept.
    for (const event of batch.events) {
      try {
        await writeAlone({ events: [event], upTo: event.position });
      } catch (cause) {
        throw isTransient(cause) || cause instanceof SupersededError ? cause : new PoisonEventError(event, cause);
      }
    }
    await writeAlone({ events: [], upTo: batch.upTo });
  }

  /** @returns false when what was computed on top of the batch in flight has been forgotten */
  async function settleInFlight(): Promise<boolean> {
    if (!inFlight) return true;
    const { batch, written } = inFlight;
    inFlight = undefined;
    try {
      await written;
      return true;
    } catch (error) {
      await recover(batch, error);
      return false;
    }
  }

  /** Computes the open batch, and begins to write it once the one before it is committed. */
  async function closeOpen(): Promise<void> {
    const batch = open;
    open = { events: [], upTo: batch.upTo };
    const computed = await compute(batch, reader).then(
      (changes) => ({ changes }),
      (failure: unknown) => ({ failure }),
    );
    const isSound = await settleInFlight();
    if (!isSound) return writeAlone(batch).catch((error: unknown) => recover(batch, error));
    if ('failure' in computed) return recover(batch, computed.failure);
    const written = write(batch, computed.changes);
    // Its failure is met by whoever settles it, which may be a moment after it happened.
    written.catch(() => undefined);
    inFlight = { batch, written };
  }

  return {
    /** The checkpoint; −1 before the first event. */
    get position() {
      return position;
    },

    /** Gathers events; a full batch is computed and begun to be written. */
    async enqueue(events: readonly ProjectedEvent[], upTo: bigint): Promise<void> {
      const { upTo: before } = open;
      for (const event of events) if (event.position > before) open.events.push(event);
      if (upTo > before) open.upTo = upTo;
      if (open.events.length >= BATCH_EVENTS) await closeOpen();
    },

    /** Waits until everything is committed. */
    async settle(): Promise<void> {
      const begun = inFlight?.batch.upTo ?? position;
      if (open.upTo > begun) await closeOpen();
      await settleInFlight();
    },
  };
}

/** Runs nothing before the checkpoint was looked at, which tells why a batch fails whose tables are not this writer's. */
const checkedFirst = ({ sql, statements }: Changes): Changes => ({
  sql: '',
  statements: [async (client) => void (await client.query(sql)), ...statements],
});

async function inTurns(events: readonly ProjectedEvent[], work: (event: ProjectedEvent) => void): Promise<void> {
  for (const [index, event] of events.entries()) {
    if (index % EVENTS_PER_TURN === EVENTS_PER_TURN - 1) await turn();
    work(event);
  }
}
