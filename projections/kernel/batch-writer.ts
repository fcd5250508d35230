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
 * the next events are received: an HTTP/2 window is some forty of them.
 */
const EVENTS_PER_TURN = 25;

/** Events written at once after a failure, before they are taken one by one. */
const EVENTS_TO_RETRY = 500;

/** A batch is known by where it ends: its events are garbage as soon as their rows are computed. */
type Batch = { readonly events: number; readonly upTo: bigint; readonly time: string | null };

/** The events after one place in the log up to another: what a failure loses is read again. */
export type ReadAgain = (after: bigint, upTo: bigint) => AsyncIterable<ProjectedEvent>;

/**
 * Turns events into rows, as they come, and writes them in batches, each with its checkpoint in one transaction. While a batch
 * is written, the next one is computed in memory. Rows that are not in memory are read on a connection of their own, which is
 * sound because those not committed yet are in memory (see createRowStore).
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
  readonly readAgain: ReadAgain;
}) {
  const { schema, projections, writer, reader, isFilling, readAgain } = options;
  const { fingerprint } = options.opened;
  const store = createRowStore(schema);
  let { position, generation } = options.opened;
  /** Computed on top of all that is written or in flight, and not written yet. */
  let open = emptyBatch(position);
  let inFlight: { readonly batch: Batch; readonly written: Promise<void> } | undefined;

  const forget = () => {
    store.forget();
    open = emptyBatch(position);
  };

  /** `isSure`: takes no event's word for it that a row is new. */
  async function compute(events: readonly ProjectedEvent[], client: pg.ClientBase, isSure = false): Promise<void> {
    await inTurns(events, (event) => {
      for (const projection of projections) {
        for (const key of projection.reads(event)) store.want(isSure ? { ...key, isNew: false } : key);
      }
    });
    await store.load(client);
    await inTurns(events, (event) => {
      for (const projection of projections) projection.apply(event, store.rows);
    });
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

  async function write(batch: Batch, { sql, statements }: Changes): Promise<void> {
    const move = { position: batch.upTo, events: batch.events, time: batch.time };
    if (statements.length === 0) {
      await writeAtOnce(writer, schema, { position, generation, fingerprint }, sql, move);
    } else {
      await inBatchTransaction(writer, schema, async (checkpoint) => {
        checkUnchanged(checkpoint);
        for (const run of statements) await run(writer);
        return move;
      });
    }
    position = batch.upTo;
  }

  /** Begins to write what is computed, once the batch before it is committed. */
  async function closeOpen(): Promise<void> {
    const batch = open;
    let changes: Changes;
    try {
      await inFlight?.written;
      changes = store.take({ isFilling: isFilling() });
    } catch (error) {
      return recover(error, batch);
    }
    open = emptyBatch(batch.upTo);
    const written = write(batch, changes);
    // Its failure is met by whoever waits for it, which may be a moment after it happened.
    written.catch(() => undefined);
    inFlight = { batch, written };
  }

  /**
   * After a failure: writes what is lost all the same, which is `computed` and what is in flight if that fails too, or finds
   * out which event is to blame. What comes before that event is sound and is kept.
   */
  async function recover(error: unknown, computed: Batch): Promise<void> {
    const before = inFlight;
    inFlight = undefined;
    const earlier = await before?.written.then(() => undefined, toFailure);
    const { error: cause } = earlier ?? { error };
    forget();
    if (isOfTheMoment(cause)) throw cause;
    try {
      checkUnchanged(await readCheckpoint(writer, schema));
    } catch (change) {
      if (!(change instanceof ReplacedError)) throw change;
    }
    const lost = computed.events + (earlier ? (before?.batch.events ?? 0) : 0);
    let found = 0;
    for await (const events of chunksOf(readAgain(position, computed.upTo), EVENTS_TO_RETRY)) {
      await writeOrBlame(events);
      found += events.length;
    }
    // The checkpoint must not pass what was not projected.
    if (found !== lost) {
      throw new Error(`Events to be projected again: ${lost}. The log brought ${found}.`, { cause });
    }
    if (position < computed.upTo) await writeAlone([], computed.upTo);
  }

  async function writeOrBlame(events: readonly ProjectedEvent[]): Promise<void> {
    try {
      await writeAlone(events, events.at(-1)?.position ?? position);
      return;
    } catch (error) {
      if (isOfTheMoment(error)) throw error;
    }
    for (const event of events) {
      try {
        await writeAlone([event], event.position);
      } catch (cause) {
        throw isOfTheMoment(cause) ? cause : new PoisonEventError(event, cause);
      }
    }
  }

  /** Computes and writes events with nothing in flight or open. */
  async function writeAlone(events: readonly ProjectedEvent[], upTo: bigint): Promise<void> {
    try {
      await compute(events, writer, true);
      const time = events.at(-1)?.metadata.time ?? null;
      await write({ events: events.length, upTo, time }, checkedFirst(store.take({ isFilling: isFilling() })));
      open = emptyBatch(position);
    } catch (error) {
      forget();
      if (!(error instanceof ReplacedError)) throw error;
      await writeAlone(events, upTo);
    }
  }

  return {
    /** The checkpoint; −1 before the first event. */
    get position() {
      return position;
    },

    /** Computes the events' rows; a full batch is begun to be written. */
    async enqueue(events: readonly ProjectedEvent[], upTo: bigint): Promise<void> {
      const fresh = laterThan(open.upTo, events);
      const computed: Batch = {
        events: open.events + fresh.length,
        upTo: upTo > open.upTo ? upTo : open.upTo,
        time: fresh.at(-1)?.metadata.time ?? open.time,
      };
      try {
        await compute(fresh, reader);
      } catch (error) {
        return recover(error, computed);
      }
      open = computed;
      if (open.events >= BATCH_EVENTS) await closeOpen();
    },

    /** Waits until everything is committed. */
    async settle(): Promise<void> {
      if (open.upTo > (inFlight?.batch.upTo ?? position)) await closeOpen();
      try {
        await inFlight?.written;
        inFlight = undefined;
      } catch (error) {
        await recover(error, open);
      }
    },
  };
}

const emptyBatch = (upTo: bigint): Batch => ({ events: 0, upTo, time: null });

/** Each once, though they come twice. */
function laterThan(position: bigint, events: readonly ProjectedEvent[]): ProjectedEvent[] {
  let last = position;
  return events.filter((event) => {
    if (event.position <= last) return false;
    last = event.position;
    return true;
  });
}

const toFailure = (error: unknown) => ({ error });

/** Whether the same events may well be written another time, or by another writer. */
const isOfTheMoment = (error: unknown): boolean => isTransient(error) || error instanceof SupersededError;

async function* chunksOf<T>(items: AsyncIterable<T>, size: number): AsyncGenerator<T[]> {
  let chunk: T[] = [];
  for await (const item of items) {
    chunk.push(item);
    if (chunk.length < size) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length > 0) yield chunk;
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
