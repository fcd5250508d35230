import { z } from 'zod';
import { ApiKeyAbility } from '#bff/contract/base/api-key-abilities.ts';
import type { ApiKeyMode } from '#bff/contract/identity/api-key.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import type { CustomerActor } from '#bff/kit/http/actor.ts';
import { sql } from '#bff/kit/tables/sql.ts';
import { standing } from '#projections/models/customers.ts';

/** Lets people and leak scanners recognise a key, and whether it moves money. */
export const API_KEY_PREFIXES = { live: 'gl_live_', test: 'gl_test_' } as const satisfies Record<ApiKeyMode, string>;
/** Keys from before there were test keys are live. */
const OLD_PREFIX = 'glk_';
/** `last_used_at` is written at most this often, so that reading lists with a key does not write at every call. */
const LAST_USED_GRANULARITY = '1 minute';

export const isApiKey = (token: string): boolean =>
  [...Object.values(API_KEY_PREFIXES), OLD_PREFIX].some((prefix) => token.startsWith(prefix));

const KeyRow = z.object({
  key_id: z.string(),
  customer_id: z.string(),
  abilities: z.array(z.string()),
  is_test: z.boolean(),
  email: z.string(),
  name: z.string(),
  email_verified_at: z.date().nullable(),
  is_company_complete: z.boolean(),
  is_approved: z.boolean(),
  is_use_noted: z.boolean(),
});

/** The customer that a key acts for; null for a key that is unknown, revoked or expired, and while the account is frozen. */
export async function findApiKeyActor(
  deps: Pick<BffDeps, 'database' | 'crypto'>,
  token: string,
): Promise<CustomerActor | null> {
  const row = await deps.database.maybeOne(sql.type(KeyRow)`
    select api_key.key_id, api_key.customer_id, api_key.abilities, api_key.is_test, account.email, account.name,
      account.email_verified_at, ${standing.columns},
      coalesce(api_key.last_used_at > now() - ${LAST_USED_GRANULARITY}::interval, false) as is_use_noted
    from app.api_key as api_key join app.account as account using (customer_id) ${standing.join}
    where api_key.key_hash = ${sql.binary(deps.crypto.hashToken(token))} and api_key.revoked_at is null
    and (api_key.expires_at is null or api_key.expires_at > now()) and account.frozen_at is null`);
  if (!row) return null;
  if (!row.is_use_noted) {
    await deps.database.query(sql.void`update app.api_key set last_used_at = now() where key_id = ${row.key_id}`);
  }
  return {
    kind: 'customer',
    customerId: row.customer_id,
    email: row.email,
    name: row.name,
    isVerified: row.email_verified_at !== null,
    isCompanyComplete: row.is_company_complete,
    isApproved: row.is_approved,
    via: {
      kind: 'api-key',
      keyId: row.key_id,
      isTest: row.is_test,
      abilities: row.abilities.filter((ability) => ApiKeyAbility.safeParse(ability).success) as ApiKeyAbility[],
    },
  };
}
