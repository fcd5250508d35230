import type pg from 'pg';
import { quoted } from './bulk-sql.ts';
import { writeLock } from './connection.ts';
import { positionChannel } from './position-channel.ts';

/** What the writer of a schema must know of its checkpoint row, before it begins and before every batch. */
export type Checkpoint = {
  /** −1 before the first event. */
  readonly position: bigint;
  readonly generation: string;
  readonly fingerprint: string;
  readonly indexed: boolean;
};

export async function readCheckpoint(client: pg.ClientBase, schema: string): Promise<Checkpoint> {
  const { rows } = await client.query<Checkpoint>(selectCheckpoint(schema));
  return theOnly(rows[0], schema);
}

/** The place of the checkpoint among the results of the beginning: after `begin` and the lock. */
const CHECKPOINT_RESULT = 2;

const selectCheckpoint = (schema: string): string =>
  `select position, generation, fingerprint, indexed from ${quoted(schema)}.checkpoint`;

function theOnly(checkpoint: Checkpoint | undefined, schema: string): Checkpoint {
  if (!checkpoint) throw new Error(`Schema ${schema} has no checkpoint.`);
  return checkpoint;
}

/** `events` further, the last of which happened at `time`. */
export type Move = { readonly position: bigint; readonly events: number; readonly time: string | null };

/**
 * The transaction of a batch: `work` gets the checkpoint as it stands under the write lock, and says where it is moved to in
 * the end; who listens is told at the commit. Beginning and ending take one round trip each, for users wait for them: `sql`
 * goes along with the beginning, and is undone when `work` refuses the checkpoint.
 */
export async function inBatchTransaction(
  client: pg.ClientBase,
  schema: string,
  sql: string,
  work: (checkpoint: Checkpoint) => Promise<Move>,
): Promise<void> {
  await orRollBack(client, async () => {
    const begun: unknown = await client.query(
      `begin; ${writeLock(schema)}; ${selectCheckpoint(schema)}${sql === '' ? '' : `; ${sql}`}`,
    );
    // pg answers several statements with a result each, which its types do not know.
    const results = begun as pg.QueryResult<Checkpoint>[];
    const { position, events, time } = await work(theOnly(results[CHECKPOINT_RESULT]?.rows[0], schema));
    const eventTime = time === null ? 'null' : client.escapeLiteral(time);
    await client.query(`update ${quoted(schema)}.checkpoint
      set position = greatest(position, ${position}), events = events + ${events},
        event_time = coalesce(${eventTime}::timestamptz, event_time), updated_at = now()
      returning pg_notify(${client.escapeLiteral(positionChannel(schema))}, position::text);
      commit`);
  });
}

/** Runs the work in a transaction that holds the schema's write lock; rolls it back when the work fails. */
export async function inTransaction(client: pg.ClientBase, schema: string, work: () => Promise<void>): Promise<void> {
  await orRollBack(client, async () => {
    await client.query(`begin; ${writeLock(schema)}`);
    await work();
    await client.query('commit');
  });
}

async function orRollBack(client: pg.ClientBase, transaction: () => Promise<void>): Promise<void> {
  try {
    await transaction();
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}
