import type pg from 'pg';
import type { Logger } from '#core/kernel/logger.ts';
import { createBatchWriter, type ReadAgain } from './batch-writer.ts';
import { type Checkpoint, type Halt, inTransaction, readCheckpoint } from './checkpoint.ts';
import { becomeRunner, connectWriter, tryBecomeRunner } from './connection.ts';
import { quoted } from './names.ts';
import type { ProjectedEvent } from './projection.ts';
import {
  createIndexes,
  dropIndexes,
  fingerprintOf,
  type ReadModelDefinition,
  type ReadModelSql,
  readModelSql,
  recreateSchema,
} from './schema.ts';

export const READ_SCHEMA = 'read';

/** The single writer of one schema of read models. All its rows and its checkpoint change together, or not at all. */
export type Projector = {
  /** The checkpoint: log position of the last event projected, null before the first. */
  readonly position: bigint | null;
  /**
   * Projects the events after the checkpoint, and moves the checkpoint to `position`, in one transaction; earlier
   * events are skipped.
   * @throws PoisonEventError after projecting everything before that event; SupersededError; database errors
   */
  apply(events: readonly ProjectedEvent[], position: bigint): Promise<void>;
  /**
   * Like `apply`, but gathers rows into large batches, and returns while they are written. A later failure is thrown by
   * the next call of `enqueue` or `settle`.
   */
  enqueue(events: readonly ProjectedEvent[], position: bigint): Promise<void>;
  /** Writes what is gathered, and waits until everything is committed. @throws as `apply` */
  settle(): Promise<void>;
  /** Records that the end of the log was reached; the first time, this creates the indexes. */
  confirmCaughtUp(): Promise<void>;
  /** Records why projecting stopped, for the readiness of readers. */
  halt(halt: Halt): Promise<void>;
  close(): Promise<void>;
};

export type ProjectorOptions = ReadModelDefinition & {
  readonly databaseUrl: string;
  readonly schema: string;
  readonly logger: Logger;
  readonly readAgain: ReadAgain;
  /** Until it is aborted, the projector waits for its turn as the only writer. */
  readonly signal: AbortSignal;
  readonly onWaiting?: () => void;
  /** For a rebuild: begin with empty tables without indexes, and do not wait for another writer. */
  readonly isRebuild?: boolean;
};

/**
 * Connects, waits to be the only writer, and creates the tables if they are missing or their definition changed (then
 * the log is projected from its beginning). Returns undefined when `signal` was aborted first.
 */
export async function openProjector(options: ProjectorOptions): Promise<Projector | undefined> {
  const { databaseUrl, schema } = options;
  const name = `giftledger-projections-${schema}`;
  const writer = await connectWriter(databaseUrl, name);
  let reader: pg.Client | undefined;
  try {
    if (options.isRebuild) {
      if (!(await tryBecomeRunner(writer, schema))) throw new Error('Another rebuild is running: wait for it.');
    } else if (!(await becomeRunner(writer, schema, options.signal, options.onWaiting ?? (() => {})))) {
      await writer.end();
      return undefined;
    }
    const sql = readModelSql(options);
    await prepareSchema(writer, options, sql);
    reader = await connectWriter(databaseUrl, name);
    return createProjector({ ...options, sql, writer, reader, opened: await readCheckpoint(writer, schema) });
  } catch (error) {
    await Promise.allSettled([writer.end(), reader?.end()]);
    throw error;
  }
}

async function prepareSchema(client: pg.Client, options: ProjectorOptions, sql: ReadModelSql): Promise<void> {
  const { schema, logger, isRebuild = false } = options;
  await inTransaction(client, schema, async () => {
    const present = isRebuild ? undefined : await fingerprintOf(client, schema);
    if (present === sql.fingerprint) {
      await client.query(`update ${quoted(schema)}.checkpoint set halted_reason = null, halted_kind = null`);
      if (!(await readCheckpoint(client, schema)).indexed) await dropIndexes(client, schema);
      return;
    }
    if (present !== undefined) {
      logger.warn({ schema }, 'the read models are defined otherwise now: projecting the whole log again');
    }
    await recreateSchema(client, schema, sql);
  });
}

function createProjector(
  options: ProjectorOptions & { sql: ReadModelSql; writer: pg.Client; reader: pg.Client; opened: Checkpoint },
): Projector {
  const { schema, sql, writer, reader } = options;
  let isIndexed = options.opened.indexed;
  const batches = createBatchWriter({ ...options, isFilling: () => !isIndexed });
  // One connection is both lock and writer: a process that loses the lock can no longer write.
  let inUse: Promise<void> = Promise.resolve();
  const exclusively = (work: () => Promise<void>): Promise<void> => {
    const turn = inUse.then(work);
    inUse = turn.catch(() => undefined);
    return turn;
  };
  /** Indexes cost less after all rows are written: the bench's row 'read models catching up'. */
  async function ensureIndexes(): Promise<void> {
    if (isIndexed) return;
    await createIndexes(writer, options.databaseUrl, schema, sql);
    await writer.query(`update ${quoted(schema)}.checkpoint set indexed = true`);
    isIndexed = true;
  }

  return {
    get position() {
      return batches.position < 0n ? null : batches.position;
    },
    apply: (events, upTo) =>
      exclusively(async () => {
        await batches.enqueue(events, upTo);
        await batches.settle();
      }),
    enqueue: (events, upTo) => exclusively(() => batches.enqueue(events, upTo)),
    settle: () => exclusively(() => batches.settle()),
    confirmCaughtUp: () =>
      exclusively(async () => {
        await batches.settle();
        await ensureIndexes();
        await writer.query(`update ${quoted(schema)}.checkpoint set caught_up_at = now(), updated_at = now()`);
      }),
    halt: ({ kind, reason }) =>
      exclusively(async () => {
        await ensureIndexes();
        await writer.query(
          `update ${quoted(schema)}.checkpoint set halted_reason = $1, halted_kind = $2, updated_at = now()`,
          [reason, kind],
        );
      }),
    close: () =>
      exclusively(async () => {
        // The next projector continues from the checkpoint and meets the same failure.
        await batches.settle().catch(() => undefined);
        await Promise.all([writer.end(), reader.end()]);
      }),
  };
}
