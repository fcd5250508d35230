import type pg from 'pg';
import { type LogPlace, placeOf } from '#core/kernel/following/log-place.ts';
import type { Logger } from '#core/kernel/logger.ts';
import { type Checkpoint, type Halt, inTransaction, moveCheckpoint, readCheckpoint } from './checkpoint.ts';
import { becomeRunner, connectWriter, isTransient, tryBecomeRunner } from './connection.ts';
import { quoted } from './names.ts';
import type { ProjectedEvent } from './projection.ts';
import { createRowStore } from './rows.ts';
import {
  createIndexes,
  isOfNewer,
  presentReadModels,
  type ReadModelDefinition,
  type ReadModelSql,
  readModelSql,
  recreateSchema,
} from './schema.ts';

export const READ_SCHEMA = 'read';

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

/** The single writer of one schema of read models. All its rows and its checkpoint change together, or not at all. */
export type Projector = {
  /** The checkpoint: the place of the last event projected, null before the first. */
  readonly place: LogPlace | null;
  /**
   * Projects the events after the checkpoint, and moves it to the last one, in one transaction; earlier events are skipped. If that fails,
   * the events are written one by one, up to the one that causes it.
   * @throws PoisonEventError after projecting everything before that event; SupersededError; database errors
   */
  apply(events: readonly ProjectedEvent[]): Promise<void>;
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
  /** Until it is aborted, the projector waits for its turn as the only writer. */
  readonly signal: AbortSignal;
  readonly onWaiting?: () => void;
  /** For a rebuild: begin with empty tables without indexes, and do not wait for another writer. */
  readonly isRebuild?: boolean;
};

/**
 * Connects, waits to be the only writer, and creates the tables if they are missing or their definition changed (then
 * the log is projected from its beginning). Returns undefined when `signal` was aborted first.
 * @throws SupersededError for read models of a newer release
 */
export async function openProjector(options: ProjectorOptions): Promise<Projector | undefined> {
  const { databaseUrl, schema } = options;
  const client = await connectWriter(databaseUrl, `giftledger-projections-${schema}`);
  try {
    if (options.isRebuild) {
      if (!(await tryBecomeRunner(client, schema))) throw new Error('Another rebuild is running: wait for it.');
    } else if (!(await becomeRunner(client, schema, options.signal, options.onWaiting ?? (() => {})))) {
      await client.end();
      return undefined;
    }
    const sql = readModelSql(options);
    await prepareSchema(client, options, sql);
    return createProjector({ ...options, sql, client, opened: await readCheckpoint(client, schema) });
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
}

async function prepareSchema(client: pg.Client, options: ProjectorOptions, sql: ReadModelSql): Promise<void> {
  const { schema, logger, isRebuild = false } = options;
  await inTransaction(client, schema, async () => {
    const present = isRebuild ? undefined : await presentReadModels(client, schema);
    if (present?.fingerprint === sql.fingerprint) {
      // What is said of another log stays until the log is proven to be the right one.
      return `update ${quoted(schema)}.checkpoint set halted_reason = null, halted_kind = null
        where halted_kind <> 'other-log'`;
    }
    if (present !== undefined) {
      if (isOfNewer(present, sql)) throw new SupersededError(ofNewer(present.release, sql.release));
      logger.warn({ schema }, 'the read models are defined otherwise now: projecting the whole log again');
    }
    return recreateSchema(schema, sql);
  });
}

const ofNewer = (made: string | null, own: string | null) =>
  `Release ${made} made the read models, and this process is of ${own}: it leaves them to the newer one. Stop it. To go back to ${own}, run its npm run rebuild -- --accept, and start it again (docs/runbooks/upgrade.md).`;

function createProjector(
  options: ProjectorOptions & { sql: ReadModelSql; client: pg.Client; opened: Checkpoint },
): Projector {
  const { schema, sql, client, projections, opened } = options;
  let isIndexed = opened.indexed;
  const store = createRowStore(schema);
  let at = opened;
  // One connection is both lock and writer: a process that loses the lock can no longer write.
  let inUse: Promise<void> = Promise.resolve();
  const exclusively = (work: () => Promise<void>): Promise<void> => {
    const turn = inUse.then(work);
    inUse = turn.catch(() => undefined);
    return turn;
  };
  async function ensureIndexes(): Promise<void> {
    if (!isIndexed) await createIndexes(client, schema, sql);
    isIndexed = true;
  }

  /** Turns events into rows, and writes them with the checkpoint. */
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
      return at.place.position < 0n ? null : at.place;
    },
    apply: (given) =>
      exclusively(async () => {
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
      }),
    confirmCaughtUp: () =>
      exclusively(async () => {
        await ensureIndexes();
        await client.query(
          `update ${quoted(schema)}.checkpoint set caught_up_at = now(), updated_at = now(), halted_reason = null,
            halted_kind = null`,
        );
      }),
    halt: ({ kind, reason }) =>
      exclusively(async () => {
        await ensureIndexes();
        await client.query(
          `update ${quoted(schema)}.checkpoint set halted_reason = $1, halted_kind = $2, updated_at = now()`,
          [reason, kind],
        );
      }),
    close: () => exclusively(() => client.end()),
  };
}

/** Whether the same events may succeed at another time, or in another writer. */
const isOfTheMoment = (error: unknown): boolean => isTransient(error) || error instanceof SupersededError;
