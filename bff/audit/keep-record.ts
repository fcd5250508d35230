import { v7 } from 'uuid';
import { z } from 'zod';
import type { BffDeps } from '#bff/deps.ts';
import { type AdministratorActor, ledgerActor } from '#bff/http/actor.ts';
import { repeatedJob } from '#bff/jobs/repeated-job.ts';
import { type Queryable, sql } from '#bff/lib/sql.ts';
import type { AdminAction } from '#core/admin/events.ts';
import { isDomainError } from '#core/kernel/errors.ts';
import { Actor } from '#core/kernel/event.ts';
import type { LedgerCommand } from '#core/ledger.ts';
import { actionOf } from './record-action.ts';

export const SEND_RECORDS = repeatedJob('send-records', 60_000);
/** Limit of one run; the next run continues. */
const MAX_RECORDS_PER_RUN = 200;
/** A younger record is sent by the request that wrote it. */
const LEFT_BEHIND = '1 minute';

const Row = z.object({
  command_id: z.string(),
  command: z.looseObject({ type: z.literal('RecordAdministratorAction') }),
  actor: Actor,
});
type Row = z.infer<typeof Row>;
type Deps = Pick<BffDeps, 'database' | 'ledger' | 'logger'>;

export type KeptRecord = {
  readonly action: AdminAction;
  readonly subject: readonly [kind: string, id: string];
  readonly facts?: Readonly<Record<string, string>>;
};

/**
 * Writes the record of an action in the transaction of what was done, so that neither is there without the other. Afterwards
 * {@link sendRecord} brings it into the log; no transaction waits for the event store. Returns the record's id. The entry is in the stream
 * of who did it, else in the stream of `streamOf`.
 */
export async function keepRecord(
  transaction: Queryable,
  { action, subject, facts = {} }: KeptRecord,
  actor: Actor,
  streamOf: string = subject[1],
): Promise<string> {
  const commandId = v7();
  const command = actionOf(actor.kind === 'administrator' ? actor.id : streamOf, action, subject, facts);
  await transaction.query(sql.void`insert into app.action_record (command_id, command, actor)
    values (${commandId}, ${JSON.stringify(command)}::jsonb, ${JSON.stringify(actor)}::jsonb)`);
  return commandId;
}

/** Writes a record within the transaction. */
export type Recording = (
  action: AdminAction,
  subject: readonly [kind: string, id: string | number],
  facts?: Readonly<Record<string, string>>,
) => Promise<void>;

/**
 * A transaction of an administrator, with its records in it; they are sent to the log after its commit. So no record is of what was not done,
 * nothing is done without one, and no transaction waits for the event store.
 */
export async function recordedTransaction<T>(
  deps: Deps,
  actor: AdministratorActor,
  work: (transaction: Queryable, record: Recording) => Promise<T>,
): Promise<T> {
  const { result, kept } = await deps.database.transaction(async (transaction) => {
    const written: string[] = [];
    const record: Recording = async (action, [kind, id], facts = {}) => {
      const one = { action, subject: [kind, String(id)], facts } as const;
      written.push(await keepRecord(transaction, one, ledgerActor(actor)));
    };
    return { result: await work(transaction, record), kept: written };
  });
  for (const commandId of kept) await sendRecord(deps, commandId);
  return result;
}

/** Sends the record that a transaction wrote. If the event store is away the job sends it later: what it records is done. */
export async function sendRecord(deps: Deps, commandId: string): Promise<void> {
  const row = await deps.database.maybeOne(sql.type(Row)`
    select command_id, command, actor from app.action_record where command_id = ${commandId}`);
  if (!row) return;
  try {
    await send(deps, row, false);
  } catch (error) {
    deps.logger.warn({ err: error, commandId }, 'the record of an action is sent by the job');
  }
}

/** Sends what was left behind. Safe to repeat; returns how many it looked at. */
export async function sendRecords(deps: Deps): Promise<number> {
  const rows = await deps.database.any(sql.type(Row)`
    select command_id, command, actor from app.action_record where written_at < now() - ${LEFT_BEHIND}::interval
    order by written_at limit ${MAX_RECORDS_PER_RUN}`);
  for (const row of rows) {
    try {
      await send(deps, row, true);
    } catch (error) {
      // One that is refused must not hold up the others; it stays, and is seen in the log of the jobs.
      if (!isDomainError(error) || error.code === 'unavailable') throw error;
      deps.logger.error({ err: error, commandId: row.command_id }, 'the record of an action is refused');
    }
  }
  return rows.length;
}

async function send({ ledger, database }: Deps, row: Row, mayBeRepeated: boolean): Promise<void> {
  const { command_id: commandId, command, actor } = row;
  // Written by `keepRecord`, from a command of that type.
  await ledger.execute(command as unknown as LedgerCommand, {
    ...{ commandId, correlationId: commandId, mayBeRepeated },
    actor,
  });
  await database.query(sql.void`delete from app.action_record where command_id = ${commandId}`);
}
