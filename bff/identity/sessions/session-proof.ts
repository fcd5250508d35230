import { z } from 'zod';
import type { SecondFactor } from '#bff/contract/identity/auth.ts';
import type { SessionProof } from '#bff/kit/http/actor.ts';
import { type Queryable, sql } from '#bff/kit/tables/sql.ts';

/** How long a password, a code or a passkey confirms decisions in its session. */
const STEP_UP_MINUTES = 10;

/** The second factors of an owner, which an expression of the query names. */
const factorColumns = (owner: ReturnType<typeof sql.fragment>) => sql.fragment`
  exists (select from app.mfa_factor as factor where factor.owner_id = ${owner} and factor.verified_at is not null) as has_app,
  exists (select from app.passkey as passkey where passkey.owner_id = ${owner}) as has_passkey`;
const factorFields = { has_app: z.boolean(), has_passkey: z.boolean() };

const secondFactorsIn = (row: { has_app: boolean; has_passkey: boolean }): SecondFactor[] => [
  ...(row.has_app ? (['app'] as const) : []),
  ...(row.has_passkey ? (['passkey'] as const) : []),
];

export async function secondFactorsOf(database: Queryable, ownerId: string): Promise<SecondFactor[]> {
  return secondFactorsIn(
    await database.one(sql.type(z.object(factorFields))`select ${factorColumns(sql.fragment`${ownerId}::uuid`)}`),
  );
}

/** The proof of a session, in a query over `session`; `owner` is its column with the owner's id. */
export const proofColumns = (owner: 'customer_id' | 'administrator_id') => sql.fragment`
  session.confirmed_at > now() - ${`${STEP_UP_MINUTES} minutes`}::interval as is_confirmed,
  ${factorColumns(sql.fragment`${sql.identifier(['session', owner])}`)}`;

export const proofFields = { is_confirmed: z.boolean(), ...factorFields };

export const proofIn = (row: { is_confirmed: boolean; has_app: boolean; has_passkey: boolean }): SessionProof => ({
  isConfirmed: row.is_confirmed,
  secondFactors: secondFactorsIn(row),
});
