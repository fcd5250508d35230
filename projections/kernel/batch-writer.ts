import type pg from 'pg';
import type { RecordedLedgerEvent } from '#core/events.ts';
import type { Statement } from './bulk-sql.ts';
import { type Checkpoint, inTransaction, moveCheckpoint, readCheckpoint } from './checkpoint.ts';
import { isTransient } from './connection.ts';
import type { Projection } from './projection.ts';
import { createRowStore } from './rows.ts';
import type { RowKey } from './table.ts';

/** An event that a projection refuses. Everything before it is projected, nothing of it or after it. */
export class PoisonEventError extends Error {
  constructor(event: RecordedLedgerEvent, cause: unknown) {
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

type Batch = { readonly events: readonly RecordedLedgerEvent[]; readonly upTo: bigint };
/** A batch whose rows are computed: what is left is to run its statements. */
type PreparedBatch = Batch & { readonly statements: readonly Statement[] };

/**
 * Turns batches of events into rows and writes them, each batch and the checkpoint in one transaction. While one batch is
 * written, the next one is prepared from the rows in memory, of which it may need more: they are read on a connection of
 * their own, which is sound because all rows that are not committed yet are in memory (see createRowStore).
 *
 * One call at a time: the caller sees to that.
 */
export function createBatchWriter(options: {
  readonly schema: string;
  readonly projections: readonly Projection[];
  readonly writer: pg.ClientBase;
  readonly reader: pg.ClientBase;
  readonly opened: Checkpoint;
}) {
  const { schema, projections, writer, reader } = options;
  const { fingerprint } = options.opened;
  const store = createRowStore(schema);
  let { position, generation } = options.opened;
  let preparedTo = position;
  let inFlight: { readonly batch: Batch; readonly written: Promise<void> } | undefined;

  const forget = () => {
    store.forget();
    preparedTo = position;
  };

  async function prepare({ events, upTo }: Batch, client: pg.ClientBase): Promise<PreparedBatch> {
    const fresh = events.filter((event) => event.position > preparedTo);
    await store.load(client, keysOf(fresh, projections));
    for (const event of fresh) for (const projection of projections) projection.apply(event, store.rows);
    if (upTo > preparedTo) preparedTo = upTo;
    return { events: fresh, upTo, statements: store.take() };
  }

  /** @throws SupersededError, ReplacedError */
  async function checkUnchanged(): Promise<void> {
    const now = await readCheckpoint(writer, schema);
    if (now.fingerprint !== fingerprint || now.position !== position) {
      throw new SupersededError('Another version of this program has taken over the read models.');
    }
    if (now.generation !== generation) {
      generation = now.generation;
      throw new ReplacedError();
    }
  }

  async function write({ events, upTo, statements }: PreparedBatch): Promise<void> {
    await inTransaction(writer, schema, async () => {
      await checkUnchanged();
      for (const run of statements) await run(writer);
      await moveCheckpoint(writer, schema, {
        position: upTo,
        events: events.length,
        time: events.at(-1)?.metadata.time ?? null,
      });
    });
    if (upTo > position) position = upTo;
  }

  /** Prepares and writes a batch with nothing in flight. */
  async function writeAlone(batch: Batch): Promise<void> {
    try {
      await write(await prepare(batch, writer));
    } catch (error) {
      forget();
      if (!(error instanceof ReplacedError)) throw error;
      await writeAlone(batch);
    }
  }

  /** After a failure, with nothing in flight: writes the batch all the same, or finds out which event is to blame. */
  async function recover(batch: Batch, error: unknown): Promise<void> {
    forget();
    if (error instanceof ReplacedError) return writeAlone(batch);
    if (isTransient(error) || error instanceof SupersededError || batch.events.length === 0) throw error;
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

  /** @returns false when what was prepared on top of the batch in flight has no ground any more */
  async function settle(): Promise<boolean> {
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

  return {
    /** The checkpoint; −1 before the first event. */
    get position() {
      return position;
    },

    /** Prepares a batch, waits for the one before it, and begins to write it. */
    async enqueue(events: readonly RecordedLedgerEvent[], upTo: bigint): Promise<void> {
      const batch = { events, upTo };
      let prepared: PreparedBatch | undefined;
      let failure: unknown;
      try {
        prepared = await prepare(batch, reader);
      } catch (error) {
        failure = error;
      }
      const isSound = await settle();
      if (!isSound) return writeAlone(batch).catch((error: unknown) => recover(batch, error));
      if (!prepared) return recover(batch, failure);
      const written = write(prepared);
      // Whoever settles it next meets its failure, which may be a moment after it happened.
      written.catch(() => undefined);
      inFlight = { batch, written };
    },

    /** Waits until the last batch is committed. */
    async settle(): Promise<void> {
      await settle();
    },
  };
}

function* keysOf(events: readonly RecordedLedgerEvent[], projections: readonly Projection[]): Generator<RowKey> {
  for (const event of events) for (const projection of projections) yield* projection.reads(event);
}
