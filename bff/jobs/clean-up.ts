import { z } from 'zod';
import { ATTEMPT_WINDOW_MINUTES } from '#bff/auth/attempts.ts';
import { DEVICE_COOKIE_DAYS } from '#bff/auth/known-devices.ts';
import type { BffDeps } from '#bff/deps.ts';
import { sql } from '#bff/lib/sql.ts';
import { MAIL_SENT_MINUTES } from '#bff/mails/cool-down.ts';

export const CLEAN_UP = { name: 'clean-up', schema: z.object({}) } as const;
export const CLEAN_UP_EVERY_MS = 15 * 60_000;

/** How long an answer can be replayed by its Idempotency-Key. */
const IDEMPOTENCY_KEY_DAYS = 7;
/** A job is tried for hours: what is left of one after this time will never be done. */
const JOB_PAYLOAD_DAYS = 7;
/** Ended sessions and used links are kept this long, because a complaint may ask for them. */
const KEEP_DAYS = 30;

/** Deletes what has served its time, so that these tables stay small. Safe to repeat. */
export async function cleanUp({ database, config }: Pick<BffDeps, 'database' | 'config'>): Promise<void> {
  const keep = `${KEEP_DAYS} days`;
  await database.query(
    sql.typeAlias('void')`delete from app.idempotency_key
      where created_at < now() - ${`${IDEMPOTENCY_KEY_DAYS} days`}::interval`,
  );
  await database.query(
    sql.typeAlias('void')`delete from app.job_payload
      where created_at < now() - ${`${JOB_PAYLOAD_DAYS} days`}::interval`,
  );
  await database.query(
    sql.typeAlias('void')`delete from app.checkout_request
      where requested_at < now() - ${`${IDEMPOTENCY_KEY_DAYS} days`}::interval`,
  );
  await database.query(
    sql.typeAlias('void')`delete from app.sign_in_attempt
      where attempted_at < now() - ${`${ATTEMPT_WINDOW_MINUTES} minutes`}::interval`,
  );
  await database.query(
    sql.typeAlias(
      'void',
    )`delete from app.known_device where last_seen_at < now() - ${`${DEVICE_COOKIE_DAYS} days`}::interval`,
  );
  await database.query(
    sql.typeAlias('void')`delete from app.account_token where expires_at < now() - ${keep}::interval`,
  );
  await database.query(
    sql.typeAlias('void')`delete from app.refresh_token where expires_at < now() - ${keep}::interval`,
  );
  await database.query(
    sql.typeAlias('void')`delete from app.session where ended_at < now() - ${keep}::interval
      or (created_at < now() - ${keep}::interval
        and not exists (select from app.refresh_token token where token.session_id = session.session_id))`,
  );
  await database.query(
    sql.typeAlias('void')`delete from app.administrator_session where expires_at < now() - ${keep}::interval`,
  );
  await database.query(
    sql.typeAlias('void')`delete from app.webhook_delivery
      where status <> 'pending' and created_at < now() - ${keep}::interval`,
  );
  await database.query(
    sql.typeAlias('void')`delete from app.security_event
      where last_at < now() - ${`${config.securityEventDays} days`}::interval`,
  );
  await database.query(
    sql.typeAlias(
      'void',
    )`delete from app.mail_sent where sent_at < now() - ${`${MAIL_SENT_MINUTES} minutes`}::interval`,
  );
  await database.query(
    sql.typeAlias('void')`delete from app.mfa_challenge where expires_at < now() - ${keep}::interval`,
  );
  await database.query(sql.typeAlias('void')`delete from app.passkey_challenge where expires_at < now()`);
}
