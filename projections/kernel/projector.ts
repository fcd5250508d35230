import type pg from 'pg';
import type { RecordedLedgerEvent } from '#core/events.ts';
import type { Logger } from '#core/kernel/logger.ts';
import { quoted } from './bulk-sql.ts';
import { becomeRunner, connectWriter, isTransient, tryBecomeRunner, writeLock } from './connection.ts';
import type { Projection } from './projection.ts';
import { createRowStore } from './rows.ts';
import { createIndexes, fingerprintOf, type ReadModelDefinition, readModelSql, recreateSchema } from './schema.ts';
import type { RowKey } from './table.ts';

export const READ_SCHEMA = 'read';

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

/** The single writer of one schema of read models. All its rows and its checkpoint change together, or not at all. */
export type Projector = {
  /** The checkpoint: log position of the last event projected, null before the first. */
  readonly position: bigint | null;
  /**
   * Projects the events after the checkpoint, and moves the checkpoint to `position`, in one transaction; events at or
   * before the checkpoint are skipped.
   * @throws PoisonEventError after projecting all that came before that event; SupersededError; database errors
   */
  apply(events: readonly RecordedLedgerEvent[], position: bigint): Promise<void>;
  /** Notes that the end of the log was reached. */
  confirmCaughtUp(): Promise<void>;
  /** Notes why projecting stopped, for the readiness of those who read. */
  halt(reason: string): Promise<void>;
  close(): Promise<void>;
};

export type ProjectorOptions = ReadModelDefinition & {
  readonly databaseUrl: string;
  readonly schema: string;
  readonly logger: Logger;
  /** Waits for its turn as the only writer until then. */
  readonly signal: AbortSignal;
  readonly onWaiting?: () => void;
  /** For a rebuild: begin with empty tables without indexes, and do not wait for another writer. */
  readonly isRebuild?: boolean;
};

type Checkpoint = { position: bigint; generation: string; fingerprint: string };

/**
 * Connects, waits to be the only writer, and makes the tables where they are missing or were defined otherwise (then the
 * log is projected from its beginning). Returns undefined when `signal` was aborted before.
 */
export async function openProjector(options: ProjectorOptions): Promise<Projector | undefined> {
  const client = await connectWriter(options.databaseUrl, `giftledger-projections-${options.schema}`);
  try {
    if (options.isRebuild) {
      if (!(await tryBecomeRunner(client, options.schema))) throw new Error('Another rebuild is running: wait for it.');
    } else if (!(await becomeRunner(client, options.schema, options.signal, options.onWaiting ?? (() => {})))) {
      await client.end();
      return undefined;
    }
    const fingerprint = await prepareSchema(client, options);
    return createProjector(client, options, fingerprint, await readCheckpoint(client, options.schema));
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
}

async function prepareSchema(client: pg.Client, options: ProjectorOptions): Promise<string> {
  const { schema, logger, isRebuild = false } = options;
  const sql = await readModelSql(options);
  await inTransaction(client, schema, async () => {
    const present = isRebuild ? undefined : await fingerprintOf(client, schema);
    if (present === sql.fingerprint) {
      await client.query(`update ${quoted(schema)}.checkpoint set halted_reason = null`);
      return;
    }
    if (present !== undefined) {
      logger.warn({ schema }, 'the read models are defined otherwise now: projecting the whole log again');
    }
    await recreateSchema(client, schema, sql);
    if (!isRebuild) await createIndexes(client, schema, sql);
  });
  return sql.fingerprint;
}

async function readCheckpoint(client: pg.ClientBase, schema: string): Promise<Checkpoint> {
  const { rows } = await client.query<Checkpoint>(checkpointQuery(schema));
  const checkpoint = rows[0];
  if (!checkpoint) throw new Error(`Schema ${schema} has no checkpoint.`);
  return checkpoint;
}

const checkpointQuery = (schema: string): string =>
  `select position, generation, fingerprint from ${quoted(schema)}.checkpoint`;

async function inTransaction(client: pg.ClientBase, schema: string, work: () => Promise<void>): Promise<void> {
  await client.query(`begin; ${writeLock(schema)}`);
  try {
    await work();
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

function* keysOf(events: readonly RecordedLedgerEvent[], projections: readonly Projection[]): Generator<RowKey> {
  for (const event of events) for (const projection of projections) yield* projection.reads(event);
}

function createProjector(
  client: pg.Client,
  { schema, projections }: ProjectorOptions,
  fingerprint: string,
  opened: Checkpoint,
): Projector {
  let { position, generation } = opened;
  const store = createRowStore(schema);
  // One connection is both lock and writer: whoever loses the lock has lost its way to write.
  let inUse: Promise<void> = Promise.resolve();
  const exclusively = (work: () => Promise<void>): Promise<void> => {
    const turn = inUse.then(work);
    inUse = turn.catch(() => undefined);
    return turn;
  };

  async function applyBatch(events: readonly RecordedLedgerEvent[], upTo: bigint): Promise<void> {
    try {
      await inTransaction(client, schema, async () => {
        await checkUnchanged();
        const fresh = events.filter((event) => event.position > position);
        await store.load(client, keysOf(fresh, projections));
        for (const event of fresh) for (const projection of projections) projection.apply(event, store.rows);
        await store.flush(client);
        await client.query({
          name: `checkpoint:${schema}`,
          text: `update ${quoted(schema)}.checkpoint set position = greatest(position, $1), events = events + $2,
            event_time = coalesce($3::timestamptz, event_time), updated_at = now()`,
          values: [upTo, fresh.length, fresh.at(-1)?.metadata.time ?? null],
        });
      });
      if (upTo > position) position = upTo;
    } catch (error) {
      store.forget();
      throw error;
    }
  }

  async function checkUnchanged(): Promise<void> {
    const { rows } = await client.query<Checkpoint>({ name: `position:${schema}`, text: checkpointQuery(schema) });
    const now = rows[0];
    if (!now || now.fingerprint !== fingerprint || now.position !== position) {
      throw new SupersededError('Another version of this program has taken over the read models.');
    }
    if (now.generation !== generation) {
      // A rebuild has put its tables in place of those that the remembered rows came from.
      store.forget();
      generation = now.generation;
    }
  }

  return {
    get position() {
      return position < 0n ? null : position;
    },
    apply: (events, upTo) =>
      exclusively(async () => {
        try {
          await applyBatch(events, upTo);
        } catch (error) {
          if (isTransient(error) || error instanceof SupersededError || events.length === 0) throw error;
          // Which one was it? What comes before it is sound and is kept.
          for (const event of events) {
            try {
              await applyBatch([event], event.position);
            } catch (cause) {
              throw isTransient(cause) || cause instanceof SupersededError ? cause : new PoisonEventError(event, cause);
            }
          }
          await applyBatch([], upTo);
        }
      }),
    confirmCaughtUp: () =>
      exclusively(async () => {
        await client.query(`update ${quoted(schema)}.checkpoint set caught_up_at = now(), updated_at = now()`);
      }),
    halt: (reason) =>
      exclusively(async () => {
        await client.query(`update ${quoted(schema)}.checkpoint set halted_reason = $1, updated_at = now()`, [reason]);
      }),
    close: () => exclusively(() => client.end()),
  };
}
