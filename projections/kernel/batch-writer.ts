import { setImmediate as turn } from 'node:timers/promises';
import type pg from 'pg';
import type { Changes } from './changes.ts';
import type { Checkpoint } from './checkpoint.ts';
import { isTransient } from './connection.ts';
import type { ProjectedEvent, Projection } from './projection.ts';
import { createRowStore } from './rows.ts';
import { type Batch, createTarget, ReplacedError, SupersededError } from './target.ts';

/** An event that a projection refuses. Everything before it is projected; it and everything after it is not. */
export class PoisonEventError extends Error {
  constructor(event: ProjectedEvent, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(`${event.type} in ${event.streamId} at revision ${event.revision} cannot be projected: ${reason}`, { cause });
    this.name = 'PoisonEventError';
  }
}

/**
 * Events in one batch: most of its cost is its statements, and rows that change with every event. Serves the bench's
 * row 'read models catching up'.
 */
export const BATCH_EVENTS = 10_000;

/**
 * Events computed in one turn of the event loop. Between the turns, Postgres gets more of the batch in flight, which
 * keeps it busy, and the next events are received: an HTTP/2 window is some forty of them. Serves the bench's row 'read
 * models catching up'.
 */
const EVENTS_PER_TURN = 25;

/** Events written at once after a failure, before they are tried one by one. */
const EVENTS_TO_RETRY = 500;

/** Reads the events after one position up to another: after a failure, lost events are read again. */
export type ReadAgain = (after: bigint, upTo: bigint) => AsyncIterable<ProjectedEvent>;

export type BatchWriterOptions = {
  readonly schema: string;
  readonly projections: readonly Projection[];
  readonly writer: pg.ClientBase;
  readonly reader: pg.ClientBase;
  readonly opened: Checkpoint;
  /** Whether the tables have no indexes yet. */
  readonly isFilling: () => boolean;
  readonly readAgain: ReadAgain;
};

type Writing = {
  readonly options: BatchWriterOptions;
  readonly target: ReturnType<typeof createTarget>;
  readonly store: ReturnType<typeof createRowStore>;
  /** Computed on top of everything that is written or in flight, and not written yet. */
  open: Batch;
  inFlight: { readonly batch: Batch; readonly written: Promise<void> } | undefined;
};

/**
 * Turns events into rows and writes them in batches, each with its checkpoint in one transaction. While a batch is
 * written, the next one is computed in memory. Rows that are not in memory are read on a separate connection. That is
 * sound, because rows that are not committed yet are in memory (see createRowStore).
 *
 * Only one call at a time: the caller ensures that.
 */
export function createBatchWriter(options: BatchWriterOptions) {
  const { projections, writer, reader, schema } = options;
  const target = createTarget(writer, schema, options.opened);
  const store = createRowStore(schema);
  const writing: Writing = { options, target, store, open: emptyBatch(target.position), inFlight: undefined };
  return {
    /** The checkpoint; −1 before the first event. */
    get position() {
      return target.position;
    },

    /** Computes the events' rows; the writing of a full batch begins. */
    async enqueue(events: readonly ProjectedEvent[], upTo: bigint): Promise<void> {
      const { open } = writing;
      const fresh = laterThan(open.upTo, events);
      const computed: Batch = {
        events: open.events + fresh.length,
        upTo: upTo > open.upTo ? upTo : open.upTo,
        time: fresh.at(-1)?.metadata.time ?? open.time,
      };
      try {
        await computeRows(store, projections, fresh, reader, false);
      } catch (error) {
        return recover(writing, error, computed);
      }
      writing.open = computed;
      if (computed.events >= BATCH_EVENTS) await closeOpen(writing);
    },

    /** Waits until everything is committed. */
    async settle(): Promise<void> {
      if (writing.open.upTo > (writing.inFlight?.batch.upTo ?? target.position)) await closeOpen(writing);
      try {
        await writing.inFlight?.written;
        writing.inFlight = undefined;
      } catch (error) {
        await recover(writing, error, writing.open);
      }
    },
  };
}

/** Begins to write what is computed, after the batch before it is committed. */
async function closeOpen(writing: Writing): Promise<void> {
  const { options, target, store, open: batch } = writing;
  let changes: Changes;
  try {
    await writing.inFlight?.written;
    changes = store.take({ isFilling: options.isFilling() });
  } catch (error) {
    return recover(writing, error, batch);
  }
  writing.open = emptyBatch(batch.upTo);
  const written = target.write(batch, changes);
  // The next call that waits for it gets the failure, possibly later.
  written.catch(() => undefined);
  writing.inFlight = { batch, written };
}

/**
 * After a failure: writes the lost events again (those of `computed`, and those in flight if that write fails too), or
 * finds the event that causes it. Everything before that event is sound and is kept.
 */
async function recover(writing: Writing, error: unknown, computed: Batch): Promise<void> {
  const { options, target, inFlight: before } = writing;
  writing.inFlight = undefined;
  const earlier = await before?.written.then(
    () => undefined,
    (failure: unknown) => ({ error: failure }),
  );
  const { error: cause } = earlier ?? { error };
  forget(writing);
  if (isOfTheMoment(cause)) throw cause;
  await target.look();
  const lost = computed.events + (earlier ? (before?.batch.events ?? 0) : 0);
  let found = 0;
  for await (const events of chunksOf(options.readAgain(target.position, computed.upTo), EVENTS_TO_RETRY)) {
    await writeOrBlame(events, (some, upTo) => writeAlone(writing, some, upTo));
    found += events.length;
  }
  // The checkpoint must not pass an event that was not projected.
  if (found !== lost) {
    throw new Error(`Events to be projected again: ${lost}. The log brought ${found}.`, { cause });
  }
  if (target.position < computed.upTo) await writeAlone(writing, [], computed.upTo);
}

function forget(writing: Writing): void {
  writing.store.forget();
  writing.open = emptyBatch(writing.target.position);
}

/** Computes and writes events while nothing is in flight or open. Rows that an event calls new are also read. */
async function writeAlone(writing: Writing, events: readonly ProjectedEvent[], upTo: bigint): Promise<void> {
  const { options, target, store } = writing;
  try {
    await computeRows(store, options.projections, events, options.writer, true);
    const time = events.at(-1)?.metadata.time ?? null;
    const changes = checkedFirst(store.take({ isFilling: options.isFilling() }));
    await target.write({ events: events.length, upTo, time }, changes);
    writing.open = emptyBatch(target.position);
  } catch (error) {
    forget(writing);
    if (!(error instanceof ReplacedError)) throw error;
    await writeAlone(writing, events, upTo);
  }
}

/** `isSure`: also reads rows that an event calls new. */
async function computeRows(
  store: ReturnType<typeof createRowStore>,
  projections: readonly Projection[],
  events: readonly ProjectedEvent[],
  client: pg.ClientBase,
  isSure: boolean,
): Promise<void> {
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

/** All at once; otherwise one by one, up to the one that cannot be written. */
async function writeOrBlame(
  events: readonly ProjectedEvent[],
  write: (events: readonly ProjectedEvent[], upTo: bigint) => Promise<void>,
): Promise<void> {
  const last = events.at(-1);
  if (!last) return;
  try {
    await write(events, last.position);
    return;
  } catch (error) {
    if (isOfTheMoment(error)) throw error;
  }
  for (const event of events) {
    try {
      await write([event], event.position);
    } catch (cause) {
      throw isOfTheMoment(cause) ? cause : new PoisonEventError(event, cause);
    }
  }
}

const emptyBatch = (upTo: bigint): Batch => ({ events: 0, upTo, time: null });

/** Each event once, although they come twice. */
function laterThan(position: bigint, events: readonly ProjectedEvent[]): ProjectedEvent[] {
  let last = position;
  return events.filter((event) => {
    if (event.position <= last) return false;
    last = event.position;
    return true;
  });
}

/** Whether the same events may succeed at another time, or in another writer. */
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

/** Runs nothing before the checkpoint is checked. If these tables belong to another writer, that check shows it. */
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
