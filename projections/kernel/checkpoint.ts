import type pg from 'pg';
import { writeLock } from './connection.ts';
import { quoted } from './names.ts';
import { positionChannel } from './position-channel.ts';

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
  const { rows } = await client.query<Checkpoint>(selectCheckpoint(schema));
  return theOnly(rows[0], schema);
}

const selectCheckpoint = (schema: string): string =>
  `select position, generation, fingerprint, indexed from ${quoted(schema)}.checkpoint`;

function theOnly(checkpoint: Checkpoint | undefined, schema: string): Checkpoint {
  if (!checkpoint) throw new Error(`Schema ${schema} has no checkpoint.`);
  return checkpoint;
}

/** Moves forward by `events`; the last one happened at `time`. */
export type Move = { readonly position: bigint; readonly events: number; readonly time: string | null };

/**
 * The transaction of a batch. `work` gets the checkpoint as read under the write lock, and returns where it moves to.
 * The commit notifies listeners of that position.
 */
export async function inBatchTransaction(
  client: pg.ClientBase,
  schema: string,
  work: (checkpoint: Checkpoint) => Promise<Move>,
): Promise<void> {
  await orRollBack(client, async () => {
    const begun: unknown = await client.query(`begin; ${writeLock(schema)}; ${selectCheckpoint(schema)}`);
    // For several statements pg returns several results, which its types do not show.
    const results = begun as pg.QueryResult<Checkpoint>[];
    const move = await work(theOnly(results.at(-1)?.rows[0], schema));
    await client.query(`${moveCheckpoint(client, schema, `greatest(position, ${move.position})`, move)}; commit`);
  });
}

/**
 * The same for SQL text, in one round trip, which the bench's row 'a deposit announced through HTTP until its list
 * shows it' needs. Several statements that are sent together are one transaction. It fails and changes nothing when the
 * checkpoint is not the expected one.
 */
export async function writeAtOnce(
  client: pg.ClientBase,
  schema: string,
  expected: Pick<Checkpoint, 'position' | 'generation' | 'fingerprint'>,
  sql: string,
  move: Move,
): Promise<void> {
  const isExpected = `position = ${expected.position} and generation = ${client.escapeLiteral(expected.generation)}
    and fingerprint = ${client.escapeLiteral(expected.fingerprint)}`;
  // Otherwise it is null, which the column refuses.
  const position = `case when ${isExpected} then greatest(position, ${move.position}) end`;
  await client.query(`${writeLock(schema)}; ${moveCheckpoint(client, schema, position, move)}; ${sql}`);
}

function moveCheckpoint(client: pg.ClientBase, schema: string, position: string, { events, time }: Move): string {
  const eventTime = time === null ? 'null' : client.escapeLiteral(time);
  return `update ${quoted(schema)}.checkpoint set position = ${position}, events = events + ${events},
      event_time = coalesce(${eventTime}::timestamptz, event_time), updated_at = now()
    returning pg_notify(${client.escapeLiteral(positionChannel(schema))}, position::text)`;
}

/** Runs the work in a transaction with the schema's write lock; rolls back when the work fails. */
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
