import { z } from 'zod';
import { secondFactorsOf } from '#bff/identity/sessions/session-proof.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import { type Queryable, sql } from '#bff/kit/tables/sql.ts';
import { dropRecoveryCodes } from './recovery-codes.ts';

const Row = z.object({ id: z.string(), kind: z.enum(['app', 'passkey']), name: z.string(), added_at: z.date() });
type FactorRow = z.infer<typeof Row>;

const factorsOf = (ownerId: string) => sql.fragment`(
  select factor_id as id, 'app' as kind, 'Authenticator app' as name, verified_at as added_at
  from app.mfa_factor where owner_id = ${ownerId} and verified_at is not null
  union all select passkey_id, 'passkey', name, created_at from app.passkey where owner_id = ${ownerId}) as factor`;

/** The second factors that were added lately: those that somebody else may have added. The newest first. */
export const listYoungFactors = (
  { rules }: Pick<BffDeps, 'rules'>,
  database: Queryable,
  ownerId: string,
): Promise<readonly FactorRow[]> =>
  database.any(sql.type(Row)`select id, kind, name, added_at from ${factorsOf(ownerId)}
    where added_at > now() - ${`${rules().youngFactorDays} days`}::interval order by added_at desc`);

/** A factor and all that were added after it, perhaps from the sessions that it opened; none where it is gone. */
export const listFactorsSince = (
  database: Queryable,
  ownerId: string,
  factorId: string,
): Promise<readonly FactorRow[]> =>
  database.any(sql.type(Row)`select id, kind, name, added_at from ${factorsOf(ownerId)}
    where added_at >= (select added_at from ${factorsOf(ownerId)} where id = ${factorId}) order by added_at desc`);

/** Removes them, and the recovery codes with the last one. Under the lock of the owner's factors. */
export async function removeFactors(
  transaction: Queryable,
  ownerId: string,
  factors: readonly Pick<FactorRow, 'id'>[],
): Promise<void> {
  const ids = sql.array(
    factors.map(({ id }) => id),
    'uuid',
  );
  await transaction.query(sql.void`delete from app.mfa_factor where owner_id = ${ownerId} and factor_id = any(${ids})`);
  await transaction.query(sql.void`delete from app.passkey where owner_id = ${ownerId} and passkey_id = any(${ids})`);
  if ((await secondFactorsOf(transaction, ownerId)).length === 0) await dropRecoveryCodes(transaction, ownerId);
}
