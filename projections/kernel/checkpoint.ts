import pg from 'pg';
import { writeLock } from './connection.ts';
import { positionChannel, quoted } from './names.ts';

/** The progress of a schema's tables; one row. */
export const CHECKPOINT_TABLE = `create table checkpoint (
  only_one boolean primary key default true check (only_one),
  -- in the log; −1 before the first event
  position bigint not null,
  -- when the last projected event happened
  event_time timestamptz,
  events bigint not null,
  -- when the end of the log was last confirmed to be reached
  caught_up_at timestamptz,
  updated_at timestamptz not null default now(),
  -- of the tables' and projections' definition: another one means that they must be built again
  fingerprint text not null,
  -- another one means that the tables were replaced
  generation uuid not null default gen_random_uuid(),
  -- whether the indexes are there: they are made when the end of the log is reached for the first time
  indexed boolean not null default false,
  -- why projecting stopped, if it did
  halted_reason text,
  halted_kind text check (halted_kind in ('forged', 'unreadable', 'unprojectable')),
  check ((halted_kind is null) = (halted_reason is null))
);
insert into checkpoint (position, events, fingerprint) values (-1, 0, '')`;

/** Why projecting stopped at an event: nobody's part wrote it, its data are not of its type, or no row follows from it. */
export type Halt = { readonly kind: 'forged' | 'unreadable' | 'unprojectable'; readonly reason: string };

/** What the writer of a schema reads of its checkpoint row, before it begins and before every batch. */
export type Checkpoint = {
  /** −1 before the first event. */
  readonly position: bigint;
  readonly generation: string;
  readonly fingerprint: string;
  readonly indexed: boolean;
};

export async function readCheckpoint(client: pg.ClientBase, schema: string): Promise<Checkpoint> {
  const { rows } = await client.query<Checkpoint>(
    `select position, generation, fingerprint, indexed from ${quoted(schema)}.checkpoint`,
  );
  if (!rows[0]) throw new Error(`Schema ${schema} has no checkpoint.`);
  return rows[0];
}

/** Moves forward by `events`; the last one happened at `time`. */
type Move = { readonly position: bigint; readonly events: number; readonly time: string | null };

/** The statement that ends a batch. Its commit notifies listeners of the position. */
export function moveCheckpoint(schema: string, { position, events, time }: Move): string {
  const eventTime = time === null ? 'null' : pg.escapeLiteral(time);
  return `update ${quoted(schema)}.checkpoint set position = ${position}, events = events + ${events},
      event_time = coalesce(${eventTime}::timestamptz, event_time), updated_at = now()
    returning pg_notify(${pg.escapeLiteral(positionChannel(schema))}, position::text)`;
}

/**
 * Runs the work in a transaction with the schema's write lock, and the SQL that it returns, which goes with the commit.
 * Rolls back when either fails.
 */
export async function inTransaction(client: pg.ClientBase, schema: string, work: () => Promise<string>): Promise<void> {
  try {
    await client.query(`begin; ${writeLock(schema)}`);
    await client.query(`${await work()}; commit`);
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}
