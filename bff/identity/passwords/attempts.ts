import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { SecurityEventKind } from '#bff/contract/identity/security-event-kinds.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import { ApiError } from '#bff/kit/lib/api-error.ts';
import { sql } from '#bff/kit/tables/sql.ts';

/** Tries of one guesser at one account. */
export const MAX_ATTEMPTS = 10;
/**
 * Tries of all guessers together at one account, without known browsers. It bounds guessing from many networks, because a code has only six
 * digits.
 */
export const MAX_ATTEMPTS_OF_STRANGERS = {
  'sign-in': 100,
  'admin-sign-in': 100,
  password: 100,
  mfa: 20,
  // Too long to be guessed by all together; a limit would only let strangers keep the first owner out.
  'setup-secret': Number.POSITIVE_INFINITY,
} as const;
export type GuessKind = keyof typeof MAX_ATTEMPTS_OF_STRANGERS;
export const ATTEMPT_WINDOW_MINUTES = 15;

/** What is guessed, for which account, and by whom: see `guesserOf`. */
export type Guess = {
  readonly kind: GuessKind;
  readonly account: string;
  readonly by: string;
  readonly isKnown: boolean;
  /** Undefined where there is no such account. */
  readonly ownerId: string | undefined;
  readonly isAdministrator: boolean;
  /** The network address. */
  readonly address: string;
};

/** Hashed, so that the table names nobody. */
const hashOf = (subject: string) => sql.binary(createHash('sha256').update(subject).digest());
const allSubject = ({ kind, account }: Guess) => hashOf(`${kind}:${account}`);
const ownSubject = ({ kind, account, by }: Guess) => hashOf(`${kind}:${account}\n${by}`);

/**
 * Counts a try before it is judged. Each guesser has {@link MAX_ATTEMPTS} in {@link ATTEMPT_WINDOW_MINUTES} minutes, so that somebody who
 * guesses at an account does not lock its owner out. A refused try is not counted, so it does not prolong the wait. Call clearAttempts on
 * success.
 * @throws ApiError 429
 */
export async function countAttempt(deps: Pick<BffDeps, 'database' | 'security'>, guess: Guess): Promise<void> {
  const isTaken = await deps.database.oneFirst(sql.type(z.object({ isTaken: z.boolean() }))`
    select app.count_attempt(${ownSubject(guess)}, ${allSubject(guess)}, ${guess.isKnown}, ${MAX_ATTEMPTS},
      ${String(MAX_ATTEMPTS_OF_STRANGERS[guess.kind])}::float8, ${`${ATTEMPT_WINDOW_MINUTES} minutes`}::interval) as "isTaken"`);
  if (!isTaken) {
    noteGuess(deps, guess.isAdministrator ? 'admin-locked-out' : 'locked-out', guess);
    throw new ApiError(429, 'too_many_attempts', 'Too many login attempts. Please wait a moment before trying again.', {
      retryAfterS: 60,
    });
  }
}

/** Notes the outcome of a guess in the security log. */
export const noteGuess = (
  { security }: Pick<BffDeps, 'security'>,
  kind: SecurityEventKind,
  { ownerId, address, kind: detail }: Guess,
): void => security.note(kind, { accountId: ownerId ?? null, address, detail });

/** Forgets the tries of a guesser who was right, also among those of strangers: a program that signs in again and again locks nobody out. */
export async function clearAttempts(deps: Pick<BffDeps, 'database'>, guess: Guess): Promise<void> {
  // By their places: with `or`, Postgres would read the tries of everybody.
  await deps.database.query(sql.void`
    delete from app.sign_in_attempt where ctid = any(array(
      select ctid from app.sign_in_attempt where subject_hash = ${ownSubject(guess)}
      union all (select ctid from app.sign_in_attempt where subject_hash = ${allSubject(guess)} and not ${guess.isKnown}::boolean
        order by attempted_at desc limit 1)))`);
}
