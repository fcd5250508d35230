import pg from 'pg';
import type { LogPlace } from '#core/kernel/following/log-place.ts';
import { writeLock } from './connection.ts';
import { positionChannel, quoted } from './names.ts';

/** The progress of a schema's tables; one row. */
export const CHECKPOINT_TABLE = `create table checkpoint (
  only_one boolean primary key default true check (only_one),
  -- in the log; −1 before the first event
  position bigint not null,
  -- the last projected event: its stream, its revision there, its hash, and when it happened
  event_stream text,
  event_revision bigint,
  event_hash text,
  event_time timestamptz,
  events bigint not null,
  -- when the end of the log was last confirmed to be reached
  caught_up_at timestamptz,
  updated_at timestamptz not null default now(),
  -- of the tables' and projections' definition: another one means that they must be built again
  fingerprint text not null,
  -- of the program that made the tables
  release text,
  -- another one means that the tables were replaced
  generation uuid not null default gen_random_uuid(),
  -- whether the indexes are there: they are made when the end of the log is reached for the first time
  indexed boolean not null default false,
  -- why projecting stopped, if it did
  halted_reason text,
  halted_kind text check (halted_kind in ('forged', 'unreadable', 'unprojectable', 'other-log')),
  check ((halted_kind is null) = (halted_reason is null))
);
insert into checkpoint (position, events, fingerprint) values (-1, 0, '')`;

/**
 * Why projecting stopped at an event: nobody's part wrote it, its data are not of its type, or no row follows from it; or
 * the log does not have the last event that was projected.
 */
export type Halt = { readonly kind: 'forged' | 'unreadable' | 'unprojectable' | 'other-log'; readonly reason: string };

/** What the writer of a schema reads of its checkpoint row, before it begins and before every batch. */
export type Checkpoint = {
  readonly place: LogPlace;
  /** Projected so far. */
  readonly events: bigint;
  readonly generation: string;
  readonly fingerprint: string;
  readonly indexed: boolean;
};

export async function readCheckpoint(client: pg.ClientBase, schema: string): Promise<Checkpoint> {
  const { rows } = await client.query<Row>(
    `select position, event_stream, event_revision, event_hash, event_time, events, generation, fingerprint, indexed
      from ${quoted(schema)}.checkpoint`,
  );
  const [row] = rows;
  if (!row) throw new Error(`Schema ${schema} has no checkpoint.`);
  const { position, event_stream: streamId, event_revision, event_hash, event_time, ...rest } = row;
  const known = { revision: event_revision ?? 0n, hash: event_hash ?? '', time: event_time ?? '' };
  return { ...rest, place: { position, event: streamId === null ? null : { streamId, ...known } } };
}

type Row = Omit<Checkpoint, 'place'> & {
  readonly position: bigint;
  readonly event_stream: string | null;
  readonly event_revision: bigint | null;
  readonly event_hash: string | null;
  readonly event_time: string | null;
};

/** Moves forward by `events`, to the place of the last one. */
type Move = { readonly place: LogPlace; readonly events: number };

/** The statement that ends a batch. Its commit notifies listeners of the position. */
export function moveCheckpoint(schema: string, { place: { position, event }, events }: Move): string {
  const { streamId = '', revision = 0n, hash = '', time = '' } = event ?? {};
  return `update ${quoted(schema)}.checkpoint set position = ${position}, events = events + ${events},
      event_stream = ${pg.escapeLiteral(streamId)}, event_revision = ${revision}, event_hash = ${pg.escapeLiteral(hash)},
      event_time = nullif(${pg.escapeLiteral(time)}, '')::timestamptz, updated_at = now()
    returning ${notifyOf(schema)}`;
}

/** Tells those who listen of the position that a schema's tables have. */
export const notifyOf = (schema: string): string =>
  `pg_notify(${pg.escapeLiteral(positionChannel(schema))}, position::text)`;

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
