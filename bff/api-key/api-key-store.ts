import { z } from 'zod';
import { type ApiKey, ApiKeyAbility, type ApiKeyMode } from '#bff/contract/api-key.ts';
import { type Queryable, sql } from '#bff/lib/sql.ts';

const Row = z.object({
  key_id: z.string(),
  name: z.string(),
  is_test: z.boolean(),
  abilities: z.array(z.string()),
  last_four: z.string(),
  last_used_at: z.date().nullable(),
  created_at: z.date(),
  expires_at: z.date().nullable(),
});
type Row = z.infer<typeof Row>;

const columns = sql.fragment`key_id, name, is_test, abilities, last_four, last_used_at, created_at, expires_at`;

function present(row: Row): ApiKey {
  return {
    id: row.key_id,
    name: row.name,
    mode: row.is_test ? 'test' : 'live',
    // An ability that a later version removed is not shown and permits nothing.
    abilities: row.abilities.flatMap((ability) => {
      const parsed = ApiKeyAbility.safeParse(ability);
      return parsed.success ? [parsed.data] : [];
    }),
    last_four: row.last_four,
    last_used_at: row.last_used_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at?.toISOString() ?? null,
  };
}

/** The keys in use, one of each kind at most. */
export async function listApiKeys(database: Queryable, customerId: string): Promise<ApiKey[]> {
  const rows = await database.any(
    sql.type(Row)`select ${columns} from app.api_key where customer_id = ${customerId} and revoked_at is null`,
  );
  return rows.map(present);
}

/** Disables the key of this kind, or all keys, at once. Returns whether there was one. The ledger gets it through `listRevocationsToBook`. */
export async function revokeApiKey(database: Queryable, customerId: string, mode?: ApiKeyMode): Promise<boolean> {
  const isTest = mode === undefined ? null : mode === 'test';
  const rows = await database.any(sql.type(z.object({ key_id: z.string() }))`
    update app.api_key set revoked_at = now()
    where customer_id = ${customerId} and revoked_at is null
    and (${isTest}::boolean is null or is_test = ${isTest}::boolean) returning key_id`);
  return rows.length > 0;
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

/** The ledger has confirmed the revocation. */
export async function noteRevocationBooked(database: Queryable, keyId: string): Promise<void> {
  await database.query(sql.void`update app.api_key set is_revocation_booked = true where key_id = ${keyId}`);
}

export async function insertApiKey(
  database: Queryable,
  key: {
    keyId: string;
    customerId: string;
    keyHash: Buffer;
    name: string;
    mode: ApiKeyMode;
    abilities: readonly ApiKeyAbility[];
    lastFour: string;
    /** Null: the key works until it is revoked. */
    days: number | null;
  },
): Promise<ApiKey> {
  const row = await database.one(sql.type(Row)`
    insert into app.api_key (key_id, customer_id, key_hash, name, is_test, abilities, last_four, expires_at)
    values (${key.keyId}, ${key.customerId}, ${sql.binary(key.keyHash)}, ${key.name}, ${key.mode === 'test'},
      ${sql.array([...key.abilities], 'text')}, ${key.lastFour}, now() + make_interval(days => ${key.days}::int))
    returning ${columns}`);
  return present(row);
}
