import { v7 } from 'uuid';
import { z } from 'zod';
import type { AdminUserDetail, adminCustomerRoutes } from '#bff/contract/people/admin-customer.ts';
import { findAccount } from '#bff/identity/accounts/accounts.ts';
import { mailCustomer } from '#bff/identity/accounts/mail-customer.ts';
import { type Keeping, keptTransaction, recordedTransaction, recordingOf } from '#bff/identity/audit/keep-record.ts';
import { secondFactorsOf } from '#bff/identity/sessions/session-proof.ts';
import { endSessionsOf } from '#bff/identity/sessions/sessions.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import type { Call } from '#bff/kit/http/call.ts';
import { eachAlone } from '#bff/kit/jobs/each-alone.ts';
import { repeatedJob } from '#bff/kit/jobs/repeated-job.ts';
import { ApiError, conflict, found } from '#bff/kit/lib/api-error.ts';
import { openNote } from '#bff/kit/lib/notes.ts';
import { type Queryable, sql } from '#bff/kit/tables/sql.ts';
import { resetAskedMail, resetDoneMail, resetStoppedMail } from '#bff/papers/mails/second-factor-mails.ts';
import type { AdminAction } from '#core/aggregates/admin/events.ts';
import type { Actor } from '#core/kernel/log/event.ts';
import { dropSecondFactor, lockFactors } from './mfa-factors.ts';

export const RESET_SECOND_FACTORS = repeatedJob('second-factor-reset', 60_000);
/** The next run continues. */
const MAX_RESETS_PER_RUN = 50;

const HOUR_MS = 3_600_000;
const Reset = z.object({ reset_id: z.string(), customer_id: z.string(), requested_by: z.string() });
type Reset = z.infer<typeof Reset>;
type AskCall = Call<typeof adminCustomerRoutes.resetCustomerSecondFactor>;

/**
 * An owner has checked who asks. The second factor is removed after a delay, and a mail explains to the customer how to stop it. @throws
 * ApiError 403, 404, 409
 */
export async function askForReset(deps: BffDeps, call: AskCall): Promise<void> {
  const customerId = call.params.id;
  const account = found(await findAccount(deps.database, customerId), 'There is no such customer.');
  if ((await secondFactorsOf(deps.database, customerId)).length === 0) {
    throw conflict('mfa_not_enabled', 'This customer has no second factor: the password alone signs in.');
  }
  const checked = await deps.notes.encrypt(customerId, call.body.checked);
  const token = deps.crypto.randomToken();
  const now = deps.clock();
  const dueAt = new Date(now.getTime() + deps.rules().secondFactorResetHours * HOUR_MS);
  await recordedTransaction(deps, call.actor, async (transaction, record) => {
    const asked = await transaction.maybeOne(sql.type(Reset)`
      insert into app.second_factor_reset
        (reset_id, customer_id, requested_by, checked_sealed, stop_token_hash, requested_at, due_at)
      values (${v7()}, ${customerId}, ${call.actor.administratorId}, ${checked},
        ${sql.binary(deps.crypto.hashToken(token))}, ${now.toISOString()}::timestamptz, ${dueAt.toISOString()}::timestamptz)
      on conflict (customer_id) where ended_at is null do nothing returning reset_id, customer_id, requested_by`);
    if (!asked) throw conflict('reset_waits', 'A reset of this second factor waits already.');
    await record('second-factor-reset-asked', ['customer', customerId], { due_at: dueAt.toISOString() });
  });
  const url = `${deps.config.publicUrl}/stop-reset/${token}`;
  await deps.mails.send('second-factor-reset', account, resetAskedMail(dueAt, url));
}

/** @throws ApiError 404 */
export async function takeResetBack(
  deps: BffDeps,
  call: Call<typeof adminCustomerRoutes.takeSecondFactorResetBack>,
): Promise<void> {
  const customerId = call.params.id;
  await recordedTransaction(deps, call.actor, async (transaction, record) => {
    found(await end(transaction, 'taken-back', sql.fragment`customer_id = ${customerId}`), 'No reset waits.');
    await record('second-factor-reset-taken-back', ['customer', customerId]);
  });
  await mailStopped(deps, customerId);
}

/**
 * The customer stops the reset by the link of the mail, and by nothing else: a session may be that of the thief whose passkey locks the owner
 * out. @throws ApiError 422
 */
export async function stopResetByLink(deps: BffDeps, token: string): Promise<void> {
  if (await stop(deps, deps.crypto.hashToken(token))) return;
  throw new ApiError(
    422,
    'link_invalid',
    'There is nothing to stop any more: it was stopped before, or it is done. If your second factor was removed against your will, change your password and contact our support.',
  );
}

async function stop(deps: BffDeps, tokenHash: Buffer): Promise<Reset | null> {
  const stopped = await keptTransaction(deps, async (transaction, keep) => {
    const reset = await end(transaction, 'stopped', sql.fragment`stop_token_hash = ${sql.binary(tokenHash)}`);
    if (!reset) return null;
    await record(keep, reset, 'second-factor-reset-stopped', { kind: 'customer', id: reset.customer_id });
    return reset;
  });
  if (stopped) await mailStopped(deps, stopped.customer_id);
  return stopped;
}

const end = (
  database: Queryable,
  ended: 'done' | 'stopped' | 'taken-back',
  which: ReturnType<typeof sql.fragment>,
): Promise<Reset | null> =>
  database.maybeOne(sql.type(Reset)`update app.second_factor_reset set ended_at = now(), ended = ${ended}
    where ended_at is null and ${which} returning reset_id, customer_id, requested_by`);

/** All entries are in the stream of the owner who asked for the reset, so that the customer's page and the audit trail show them together. */
const record = (keep: Keeping, reset: Reset, action: AdminAction, actor: Actor): Promise<string> =>
  recordingOf(keep, actor, reset.requested_by)(action, ['customer', reset.customer_id]);

const mailStopped = (deps: BffDeps, customerId: string) =>
  mailCustomer(deps, customerId, 'second-factor-reset', resetStoppedMail);

/** Null where no reset waits. */
export async function resetDueAt(database: Queryable, customerId: string): Promise<string | null> {
  const dueAt = await database.maybeOneFirst(sql.type(z.object({ due_at: z.date() }))`
    select due_at from app.second_factor_reset
    where customer_id = ${customerId} and ended_at is null`);
  return dueAt?.toISOString() ?? null;
}

export async function findReset(
  { database, notes }: Pick<BffDeps, 'database' | 'notes'>,
  customerId: string,
): Promise<AdminUserDetail['second_factor_reset']> {
  const row = await database.maybeOne(
    sql.type(
      z.object({ requested_at: z.date(), due_at: z.date(), name: z.string().nullable(), checked_sealed: z.string() }),
    )`select reset.requested_at, reset.due_at, administrator.name, reset.checked_sealed
      from app.second_factor_reset as reset
      left join app.administrator as administrator on administrator.administrator_id = reset.requested_by
      where reset.customer_id = ${customerId} and reset.ended_at is null`,
  );
  return (
    row && {
      requested_at: row.requested_at.toISOString(),
      due_at: row.due_at.toISOString(),
      requested_by: row.name ?? 'An administrator',
      checked: (await openNote(notes, customerId, row.checked_sealed)) ?? '',
    }
  );
}

/** Carries out the resets whose delay is over and that nobody stopped. Safe to repeat; returns how many it looked at. */
export async function resetDueSecondFactors(deps: BffDeps): Promise<number> {
  const due = await deps.database.any(sql.type(Reset)`
    select reset_id, customer_id, requested_by from app.second_factor_reset
    where ended_at is null and due_at <= ${deps.clock().toISOString()}::timestamptz
    order by due_at limit ${MAX_RESETS_PER_RUN}`);
  return eachAlone(
    due,
    (reset) => carryOut(deps, reset),
    (error, { reset_id: resetId }) => deps.logger.warn({ err: error, resetId }, 'a second factor could not be reset'),
  );
}

async function carryOut(deps: BffDeps, { reset_id, customer_id }: Reset): Promise<void> {
  const isDone = await keptTransaction(deps, async (transaction, keep) => {
    await lockFactors(transaction, customer_id);
    const reset = await end(transaction, 'done', sql.fragment`reset_id = ${reset_id}`);
    if (!reset) return false;
    const factors = await transaction.any(sql.type(z.object({ id: z.string() }))`
      select factor_id as id from app.mfa_factor where owner_id = ${customer_id} and verified_at is not null
      union all select passkey_id from app.passkey where owner_id = ${customer_id}`);
    await dropSecondFactor(transaction, customer_id);
    await endSessionsOf(transaction, customer_id, 'second-factor-reset');
    const actor = { kind: 'administrator', id: reset.requested_by } as const;
    for (const { id } of factors) await keep({ type: 'DisableMfa', customerId: customer_id, factorId: id }, actor);
    await record(keep, reset, 'second-factor-reset-done', { kind: 'system', id: RESET_SECOND_FACTORS.name });
    return true;
  });
  if (!isDone) return;
  deps.security.note('second-factor-removed', { accountId: customer_id, detail: 'reset by an owner' });
  await mailCustomer(deps, customer_id, 'second-factor-reset', resetDoneMail, `reset-done-${reset_id}`);
}
