import { Secret, TOTP } from 'otpauth';
import { z } from 'zod';
import type { BffDeps } from '#bff/kit/deps.ts';
import { storeName } from '#bff/kit/lib/seller.ts';
import { lock } from '#bff/kit/tables/lock.ts';
import { type Queryable, sql } from '#bff/kit/tables/sql.ts';
import { appTable } from '#bff/kit/tables/table.ts';
import { passkeys } from './passkey-store.ts';
import { dropRecoveryCodes } from './recovery-codes.ts';

const SECRET_BYTES = 20;
const PERIOD_S = 30;
/** Clocks of telephones drift, so one step before and after is accepted too. */
const WINDOW_STEPS = 1;
const CHALLENGE_MINUTES = 5;
const MAX_CODES_PER_CHALLENGE = 5;

const Factor = z.object({
  factor_id: z.string(),
  owner_id: z.string(),
  secret_sealed: z.instanceof(Buffer),
  created_at: z.date(),
  verified_at: z.date().nullable(),
  last_used_step: z.bigint().nullable(),
});
export type Factor = z.infer<typeof Factor>;

export const factors = appTable('mfa_factor', Factor);

/** Null while no factor is set up. */
export const findVerifiedFactor = (database: Queryable, ownerId: string): Promise<Factor | null> =>
  factors.find(database, sql.fragment`owner_id = ${ownerId} and verified_at is not null`);

/** In a transaction: changes to one owner's factors happen one after the other. */
export const lockFactors = (transaction: Queryable, ownerId: string) => lock(transaction, `mfa-factor:${ownerId}`);

/** An app shows the issuer beside its codes; codes do not depend on it. */
const totpOf = (secret: Secret, label: string, issuer = '') =>
  new TOTP({ issuer, label, secret, digits: 6, period: PERIOD_S, algorithm: 'SHA1' });

/** Creates a factor that is not verified yet and drops earlier unverified ones. Null where one is verified already. */
export async function createFactor(
  deps: Pick<BffDeps, 'database' | 'crypto' | 'settings'>,
  wanted: { factorId: string; ownerId: string; email: string },
): Promise<{ secret: string; uri: string } | null> {
  const secret = new Secret({ size: SECRET_BYTES });
  const sealed = deps.crypto.seal('mfaSecret', wanted.factorId, secret.base32);
  const isCreated = await deps.database.transaction(async (transaction) => {
    await lockFactors(transaction, wanted.ownerId);
    if (await findVerifiedFactor(transaction, wanted.ownerId)) return false;
    await factors.remove(transaction, { owner_id: wanted.ownerId, verified_at: null });
    await factors.insert(transaction, { factor_id: wanted.factorId, owner_id: wanted.ownerId, secret_sealed: sealed });
    return true;
  });
  if (!isCreated) return null;
  return { secret: secret.base32, uri: totpOf(secret, wanted.email, storeName(deps.settings)).toString() };
}

/** True once for a code. It uses up the code's time step and all before it, also against a request at the same time. */
export async function acceptCode(
  deps: Pick<BffDeps, 'database' | 'crypto' | 'clock'>,
  factor: Factor,
  code: string,
): Promise<boolean> {
  const secret = Secret.fromBase32(deps.crypto.open('mfaSecret', factor.factor_id, factor.secret_sealed).toString());
  const timestamp = deps.clock().getTime();
  const delta = totpOf(secret, '').validate({ token: code, timestamp, window: WINDOW_STEPS });
  if (delta === null) return false;
  const step = BigInt(Math.floor(timestamp / 1_000 / PERIOD_S) + delta);
  const { rowCount } = await deps.database.query(sql.void`
    update app.mfa_factor set last_used_step = ${step}
    where factor_id = ${factor.factor_id} and (last_used_step is null or last_used_step < ${step})`);
  return rowCount > 0;
}

/** Verifies a factor, under the owner's lock. False where another one is verified already, or this one was replaced meanwhile. */
export async function markVerified(
  transaction: Queryable,
  factor: Pick<Factor, 'factor_id' | 'owner_id'>,
): Promise<boolean> {
  const { rowCount } = await transaction.query(sql.void`
    update app.mfa_factor set verified_at = coalesce(verified_at, now()) where factor_id = ${factor.factor_id}
    and not exists (select from app.mfa_factor where owner_id = ${factor.owner_id}
      and verified_at is not null and factor_id <> ${factor.factor_id})`);
  return rowCount > 0;
}

/** Removes the owner's whole second factor, recovery codes included. */
export async function dropSecondFactor(database: Queryable, ownerId: string): Promise<void> {
  await factors.remove(database, { owner_id: ownerId });
  await passkeys.remove(database, { owner_id: ownerId });
  await dropRecoveryCodes(database, ownerId);
}

/** Returns when the challenge expires. */
export const createChallenge = (database: Queryable, challengeId: string, factorId: string): Promise<Date> =>
  database.oneFirst(sql.type(z.object({ expires_at: z.date() }))`
    insert into app.mfa_challenge (challenge_id, factor_id, expires_at)
    values (${challengeId}, ${factorId}, now() + ${`${CHALLENGE_MINUTES} minutes`}::interval) returning expires_at`);

/** Uses one try of a challenge. False where it is unknown, expired, used or has no tries left. */
export async function tryChallenge(database: Queryable, challengeId: string, factorId: string): Promise<boolean> {
  const { rowCount } = await database.query(sql.void`
    update app.mfa_challenge set attempts = attempts + 1
    where challenge_id = ${challengeId} and factor_id = ${factorId} and used_at is null and expires_at > now()
    and attempts < ${MAX_CODES_PER_CHALLENGE}`);
  return rowCount > 0;
}

export async function closeChallenge(database: Queryable, challengeId: string): Promise<void> {
  await database.query(sql.void`update app.mfa_challenge set used_at = now() where challenge_id = ${challengeId}`);
}
