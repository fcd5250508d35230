import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { BffDeps } from '#bff/deps.ts';
import { ApiError } from '#bff/lib/api-error.ts';
import { sql } from '#bff/lib/sql.ts';

export const MAX_ATTEMPTS = 10;
export const ATTEMPT_WINDOW_MINUTES = 15;

/** What is being guessed at, e.g. `sign-in:<email>`; kept hashed, so the table names nobody. */
const hashOf = (subject: string) => createHash('sha256').update(subject).digest();

/**
 * Counts an attempt before it is judged, and refuses when there were too many: whatever address it comes from, a password
 * or code can be tried {@link MAX_ATTEMPTS} times in {@link ATTEMPT_WINDOW_MINUTES} minutes. Call clearAttempts on success.
 * @throws ApiError 429
 */
export async function countAttempt(deps: Pick<BffDeps, 'database'>, subject: string): Promise<void> {
  const hash = sql.binary(hashOf(subject));
  const { count } = await deps.database.one(
    sql.type(z.object({ count: z.int() }))`
      with attempt as (insert into app.sign_in_attempt (subject_hash) values (${hash}))
      select count(*)::int as count from app.sign_in_attempt where subject_hash = ${hash}
        and attempted_at > now() - ${`${ATTEMPT_WINDOW_MINUTES} minutes`}::interval`,
  );
  if (count >= MAX_ATTEMPTS) {
    throw new ApiError(429, 'too_many_attempts', 'Too many login attempts. Please wait a moment before trying again.', {
      retryAfterS: 60,
    });
  }
}

export async function clearAttempts(deps: Pick<BffDeps, 'database'>, subject: string): Promise<void> {
  await deps.database.query(
    sql.typeAlias('void')`delete from app.sign_in_attempt where subject_hash = ${sql.binary(hashOf(subject))}`,
  );
}
