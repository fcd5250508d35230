import { v7 } from 'uuid';
import { z } from 'zod';
import type { BffDeps } from '#bff/kit/deps.ts';
import { type AdministratorActor, ledgerActor } from '#bff/kit/http/actor.ts';
import { repeatedJob } from '#bff/kit/jobs/repeated-job.ts';
import { READ_YOUR_WRITES_TIMEOUT_MS } from '#bff/kit/ports/read-models.ts';
import { type Queryable, sql } from '#bff/kit/tables/sql.ts';
import type { AdminAction } from '#core/aggregates/admin/events.ts';
import { isDomainError } from '#core/kernel/errors.ts';
import { Actor } from '#core/kernel/log/event.ts';
import type { LedgerCommand } from '#core/ledger/ledger.ts';
import { actionOf } from './record-action.ts';

export const SEND_RECORDS = repeatedJob('send-records', 60_000);
/** The next run continues. */
const MAX_RECORDS_PER_RUN = 200;
/** A younger record is sent by the request that wrote it. */
const LEFT_BEHIND = '1 minute';

/** What happens outside the ledger and is booked in it: each comes after its change, and changes no money. */
const KEPT_TYPES = [
  'RecordAdministratorAction',
  'EnableMfa',
  'DisableMfa',
  'ChangePassword',
  'ChangeEmail',
  'VerifyEmail',
  'IssueApiKey',
] as const;
type KeptCommand = Extract<LedgerCommand, { type: (typeof KEPT_TYPES)[number] }>;
export const isKept = ({ type }: LedgerCommand): boolean => KEPT_TYPES.some((kept) => kept === type);

const Row = z.object({
  command_id: z.string(),
  command: z.looseObject({ type: z.enum(KEPT_TYPES) }),
  actor: Actor,
});
type Row = z.infer<typeof Row>;
type Deps = Pick<BffDeps, 'database' | 'ledger' | 'logger'>;
/** Tools have no read models to wait for. */
type SendingDeps = Deps & Partial<Pick<BffDeps, 'readModels'>>;

/** Writes a command within the transaction; returns its id. */
export type Keeping = (command: KeptCommand, actor: Actor) => Promise<string>;

/**
 * A transaction with the commands that book its change. They are sent to the ledger after its commit, by this process or, after a crash,
 * by the job: so nothing is changed that the ledger never hears of, and no transaction waits for the event store.
 */
export async function keptTransaction<T>(
  deps: SendingDeps,
  work: (transaction: Queryable, keep: Keeping) => Promise<T>,
): Promise<T> {
  const { result, kept } = await deps.database.transaction(async (transaction) => {
    const written: string[] = [];
    const keep: Keeping = async (command, actor) => {
      const commandId = v7();
      await transaction.query(sql.void`insert into app.action_record (command_id, command, actor)
        values (${commandId}, ${JSON.stringify(command)}::jsonb, ${JSON.stringify(actor)}::jsonb)`);
      written.push(commandId);
      return commandId;
    };
    return { result: await work(transaction, keep), kept: written };
  });
  for (const commandId of kept) await sendRecord(deps, commandId);
  return result;
}

/** Writes a record within the transaction; returns its id. */
export type Recording = (
  action: AdminAction,
  subject: readonly [kind: string, id: string | number],
  facts?: Readonly<Record<string, string>>,
) => Promise<string>;

/** Records of the actor: in their own stream where they are an administrator, else in the stream of `streamOf`, or of the subject. */
export function recordingOf(keep: Keeping, by: AdministratorActor | Actor, streamOf?: string): Recording {
  const actor = 'administratorId' in by ? ledgerActor(by) : by;
  return (action, subject, facts) =>
    keep(
      actionOf(actor.kind === 'administrator' ? actor.id : (streamOf ?? String(subject[1])), action, subject, facts),
      actor,
    );
}

/** A {@link keptTransaction} with records of one actor. So no record is of what was not done, and nothing is done without one. */
export const recordedTransaction = <T>(
  deps: SendingDeps,
  actor: AdministratorActor | Actor,
  work: (transaction: Queryable, record: Recording) => Promise<T>,
): Promise<T> => keptTransaction(deps, (transaction, keep) => work(transaction, recordingOf(keep, actor)));

/**
 * Sends what a transaction kept, and waits until the read models show it, as any command of a request does. If the event store is away the
 * job sends it later: what it books is done.
 */
async function sendRecord(deps: SendingDeps, commandId: string): Promise<void> {
  const row = await deps.database.maybeOne(sql.type(Row)`
    select command_id, command, actor from app.action_record where command_id = ${commandId}`);
  if (!row) return;
  try {
    const position = await send(deps, row, false);
    await deps.readModels?.waitForPosition(position, READ_YOUR_WRITES_TIMEOUT_MS);
  } catch (error) {
    deps.logger.warn({ err: error, commandId }, 'what was done is booked in the ledger by the job');
  }
}

/** Safe to repeat; returns how many it looked at. */
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
      if (await isObsolete(deps, row, error.code)) continue;
      deps.logger.error({ err: error, commandId: row.command_id }, 'the ledger refuses what was done');
    }
  }
  return rows.length;
}

/**
 * A customer who was erased meanwhile has nothing left to book, and a second factor that the ledger never had needs no end: what was kept
 * before it was sent before it.
 */
async function isObsolete(
  { database, logger }: Deps,
  { command_id: id, command }: Row,
  code: string,
): Promise<boolean> {
  const isGone = code === 'invalid_state' || (command.type === 'DisableMfa' && code === 'not_found');
  if (command.type === 'RecordAdministratorAction' || !isGone) return false;
  logger.warn({ commandId: id, command: command.type, code }, 'there is nothing left to book in the ledger');
  await database.query(sql.void`delete from app.action_record where command_id = ${id}`);
  return true;
}

/** Returns the position of what was written. */
async function send({ ledger, database }: Deps, row: Row, mayBeRepeated: boolean): Promise<bigint> {
  const { command_id: commandId, command, actor } = row;
  // Written by `keptTransaction`.
  const { position } = await ledger.execute(command as unknown as LedgerCommand, {
    commandId,
    correlationId: commandId,
    mayBeRepeated,
    actor,
  });
  await database.query(sql.void`delete from app.action_record where command_id = ${commandId}`);
  return position;
}
