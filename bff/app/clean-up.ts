import { ATTEMPT_WINDOW_MINUTES } from '#bff/identity/passwords/attempts.ts';
import { DEVICE_COOKIE_DAYS } from '#bff/identity/passwords/known-devices.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import { repeatedJob } from '#bff/kit/jobs/repeated-job.ts';
import { MAIL_SENT_MINUTES } from '#bff/kit/mails/cool-down.ts';
import { sql } from '#bff/kit/tables/sql.ts';
import { APPROVAL_NUMBERS } from '#core/aggregates/settings/limits.ts';

export const CLEAN_UP = repeatedJob('clean-up', 15 * 60_000);

/** How long an answer can be replayed by its Idempotency-Key. */
const IDEMPOTENCY_KEY = '7 days';
/** A job is tried for hours, so the data of a job that is older than this will never be used. */
const JOB_PAYLOAD = '7 days';
/** Ended sessions and used links are stored this long, because a complaint may ask for them. */
const COMPLAINT = '30 days';

/** A sign-up that nobody confirmed; its links end sooner. */
const SIGN_UP = '7 days';

/** A change of the catalogue that was looked at, and not applied. */
const LOOKED_AT = '7 days';

/** Deletes expired rows, so that these tables stay small. Safe to repeat. */
export async function cleanUp({ database, rules }: Pick<BffDeps, 'database' | 'rules'>): Promise<void> {
  const served = [
    ['idempotency_key', 'created_at', IDEMPOTENCY_KEY],
    ['checkout_request', 'requested_at', IDEMPOTENCY_KEY],
    ['job_payload', 'created_at', JOB_PAYLOAD],
    ['sign_in_attempt', 'attempted_at', `${ATTEMPT_WINDOW_MINUTES} minutes`],
    ['known_device', 'last_seen_at', `${DEVICE_COOKIE_DAYS} days`],
    ['account_token', 'expires_at', COMPLAINT],
    ['sign_up', 'created_at', SIGN_UP],
    ['refresh_token', 'expires_at', COMPLAINT],
    ['administrator_session', 'expires_at', COMPLAINT],
    ['mfa_challenge', 'expires_at', COMPLAINT],
    ['passkey_challenge', 'expires_at', '0 days'],
    ['security_event', 'last_at', `${rules().securityEventDays} days`],
    ['code_look', 'minute', '1 day'],
    ['request_count', 'ends_at', '0 days'],
    ['decided_alone', 'decided_at', `${APPROVAL_NUMBERS.aloneWindowDays.max} days`],
    ['lease', 'expires_at', '0 days'],
    ['mail_sent', 'sent_at', `${MAIL_SENT_MINUTES} minutes`],
  ] as const;
  for (const [table, column, age] of served) {
    await database.query(sql.void`delete from ${sql.identifier(['app', table])}
      where ${sql.identifier([column])} < now() - ${age}::interval`);
  }
  // None ends before it was made, so the index of when it was made finds all.
  await database.query(sql.void`
    delete from app.session where created_at < now() - ${COMPLAINT}::interval and (ended_at < now() - ${COMPLAINT}::interval
      or not exists (select from app.refresh_token token where token.session_id = session.session_id))`);
  // What was disowned and is still waiting must not be paid.
  await database.query(sql.void`delete from app.withdrawal_stop stop where expires_at < now() - ${COMPLAINT}::interval
    and (used_at is null or not exists (select from read.withdrawals waiting
      where waiting.withdrawal_id = stop.withdrawal_id and status = 'pending'))`);
  await database.query(sql.void`delete from app.catalogue_change
    where status = 'shown' and created_at < now() - ${LOOKED_AT}::interval`);
  await database.query(sql.void`delete from app.webhook_delivery
    where status <> 'pending' and created_at < now() - ${COMPLAINT}::interval`);
}
