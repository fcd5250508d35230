import { Secret } from 'otpauth';
import { z } from 'zod';
import type { BffDeps } from '#bff/kit/deps.ts';
import { type Queryable, sql } from '#bff/kit/tables/sql.ts';

const CODES = 10;
/** 120 random bits: a code cannot be guessed, nor found by its hash. Earlier ones have 80. */
const CODE_BYTES = 15;

/** Case, spaces and hyphens do not count. The displayed form has hyphens. */
const normalized = (code: string) => code.toLowerCase().replace(/[^a-z2-7]/g, '');

const hashOf = (deps: Pick<BffDeps, 'crypto'>, ownerId: string, code: string) =>
  sql.binary(deps.crypto.hashToken(`${ownerId}/${normalized(code)}`));

/** Replaces all earlier codes with new ones. They are shown once, because only hashes are kept. */
export async function makeRecoveryCodes(
  deps: Pick<BffDeps, 'crypto'>,
  transaction: Queryable,
  ownerId: string,
): Promise<string[]> {
  const codes = Array.from({ length: CODES }, () =>
    new Secret({ size: CODE_BYTES }).base32.toLowerCase().replace(/.{4}(?=.)/g, '$&-'),
  );
  await dropRecoveryCodes(transaction, ownerId);
  for (const code of codes) {
    await transaction.query(sql.void`insert into app.recovery_code (code_hash, owner_id)
      values (${hashOf(deps, ownerId, code)}, ${ownerId})`);
  }
  return codes;
}

export async function dropRecoveryCodes(database: Queryable, ownerId: string): Promise<void> {
  await database.query(sql.void`delete from app.recovery_code where owner_id = ${ownerId}`);
}

/** True once for a code, also against a request at the same time. */
export async function useRecoveryCode(
  deps: Pick<BffDeps, 'database' | 'crypto'>,
  ownerId: string,
  code: string,
): Promise<boolean> {
  const { rowCount } = await deps.database.query(sql.void`
    delete from app.recovery_code where code_hash = ${hashOf(deps, ownerId, code)} and owner_id = ${ownerId}`);
  return rowCount > 0;
}

export const countRecoveryCodes = (database: Queryable, ownerId: string): Promise<number> =>
  database.oneFirst(sql.type(z.object({ codes: z.int() }))`
    select count(*)::int as codes from app.recovery_code where owner_id = ${ownerId}`);
