import { z } from 'zod';
import { ApiKeyAbility } from '#bff/contract/base/api-key-abilities.ts';
import { ApiKey, type ApiKeyMode } from '#bff/contract/identity/api-key.ts';
import { NOW, type Queryable, sql } from '#bff/kit/tables/sql.ts';
import { appTable } from '#bff/kit/tables/table.ts';

/** An ability that a later version removed is not shown and permits nothing. */
const KnownAbilities = z
  .array(z.string())
  .transform((all) => all.filter((one): one is ApiKeyAbility => ApiKeyAbility.safeParse(one).success));

export const apiKeys = appTable('api_key', ApiKey.extend({ abilities: KnownAbilities }), {
  id: sql.fragment`key_id`,
  mode: sql.fragment`case when is_test then 'test' else 'live' end`,
});

/** The keys in use, one of each kind at most. */
export const listApiKeys = (database: Queryable, customerId: string): Promise<ApiKey[]> =>
  apiKeys.list(database, { customer_id: customerId, revoked_at: null });

/** Disables the key of this kind, or all keys, at once. Returns whether there was one. The ledger gets it through `listRevocationsToBook`. */
export async function revokeApiKey(database: Queryable, customerId: string, mode?: ApiKeyMode): Promise<boolean> {
  const which = { customer_id: customerId, revoked_at: null, ...(mode && { is_test: mode === 'test' }) };
  return (await apiKeys.update(database, which, { revoked_at: NOW })) > 0;
}

const Revocation = z
  .object({ key_id: z.string(), customer_id: z.string() })
  .transform((row) => ({ keyId: row.key_id, customerId: row.customer_id }));
export type Revocation = z.infer<typeof Revocation>;

/** Keys, of one customer or of all, that no longer work and whose revocation is not confirmed by the ledger. */
export async function listRevocationsToBook(
  database: Queryable,
  limit: number,
  customerId: string | null = null,
): Promise<readonly Revocation[]> {
  return database.any(sql.type(Revocation)`
    select key_id, customer_id from app.api_key
    where revoked_at is not null and not is_revocation_booked
    and (${customerId}::uuid is null or customer_id = ${customerId}::uuid) order by revoked_at limit ${limit}`);
}

export const noteRevocationBooked = (database: Queryable, keyId: string): Promise<number> =>
  apiKeys.update(database, { key_id: keyId }, { is_revocation_booked: true });
