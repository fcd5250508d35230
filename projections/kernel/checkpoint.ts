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
  const { rows } = await client.query<Checkpoint>({
    name: `position:${schema}`,
    text: `select position, generation, fingerprint, indexed from ${quoted(schema)}.checkpoint`,
  });
  const checkpoint = rows[0];
  if (!checkpoint) throw new Error(`Schema ${schema} has no checkpoint.`);
  return checkpoint;
}

/** Moves the checkpoint to a position, `events` further, the last of which happened at `time`, and tells who listens. */
export async function moveCheckpoint(
  client: pg.ClientBase,
  schema: string,
  to: { readonly position: bigint; readonly events: number; readonly time: string | null },
): Promise<void> {
  await client.query({
    name: `checkpoint:${schema}`,
    text: `update ${quoted(schema)}.checkpoint set position = greatest(position, $1), events = events + $2,
      event_time = coalesce($3::timestamptz, event_time), updated_at = now()
      returning pg_notify($4, position::text)`,
    values: [to.position, to.events, to.time, positionChannel(schema)],
  });
}

/** Runs the work in a transaction that holds the schema's write lock; rolls it back when the work fails. */
export async function inTransaction(client: pg.ClientBase, schema: string, work: () => Promise<void>): Promise<void> {
  await client.query(`begin; ${writeLock(schema)}`);
  try {
    await work();
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}
