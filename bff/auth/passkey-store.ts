import { z } from 'zod';
import type { Passkey } from '#bff/contract/passkey.ts';
import type { BffDeps } from '#bff/deps.ts';
import { timeOrNull } from '#bff/lib/present.ts';
import { type Queryable, sql } from '#bff/lib/sql.ts';

/** Time from the challenge to the answer: enough for a fingerprint, or to fetch a phone. */
export const CHALLENGE_MS = 5 * 60_000;

const Row = z.object({
  passkey_id: z.string(),
  owner_id: z.string(),
  credential_id: z.string(),
  public_key: z.instanceof(Buffer),
  counter: z.bigint(),
  transports: z.array(z.string()),
  name: z.string(),
  created_at: z.date(),
  last_used_at: z.date().nullable(),
  refused_at: z.date().nullable(),
});
export type PasskeyRow = z.infer<typeof Row>;
export type NewPasskeyRow = Omit<PasskeyRow, 'public_key' | 'created_at' | 'last_used_at' | 'refused_at'> & {
  readonly public_key: Uint8Array;
};

const columns = sql.fragment`passkey_id, owner_id, credential_id, public_key, counter, transports, name, created_at,
  last_used_at, refused_at`;

export const presentPasskey = (row: PasskeyRow): Passkey => ({
  id: row.passkey_id,
  name: row.name,
  created_at: row.created_at.toISOString(),
  last_used_at: timeOrNull(row.last_used_at),
  refused_at: timeOrNull(row.refused_at),
});

export function listPasskeys(database: Queryable, ownerId: string): Promise<readonly PasskeyRow[]> {
  return database.any(
    sql.type(Row)`select ${columns} from app.passkey where owner_id = ${ownerId} order by created_at`,
  );
}

/** Finds a passkey by the id that the browser has for it. */
export function findPasskey(database: Queryable, credentialId: string): Promise<PasskeyRow | null> {
  return database.maybeOne(sql.type(Row)`select ${columns} from app.passkey where credential_id = ${credentialId}`);
}

/** Null where the credential is registered already. */
export function insertPasskey(database: Queryable, passkey: NewPasskeyRow): Promise<PasskeyRow | null> {
  return database.maybeOne(sql.type(Row)`
    insert into app.passkey (passkey_id, owner_id, credential_id, public_key, counter, transports, name)
    values (${passkey.passkey_id}, ${passkey.owner_id}, ${passkey.credential_id},
      ${sql.binary(Buffer.from(passkey.public_key))}, ${passkey.counter}, ${sql.array([...passkey.transports], 'text')}, ${passkey.name})
    on conflict (credential_id) do nothing returning ${columns}`);
}

export function renamePasskey(
  database: Queryable,
  ownerId: string,
  passkeyId: string,
  name: string,
): Promise<PasskeyRow | null> {
  return database.maybeOne(sql.type(Row)`
    update app.passkey set name = ${name} where passkey_id = ${passkeyId} and owner_id = ${ownerId}
    returning ${columns}`);
}

export function deletePasskey(database: Queryable, ownerId: string, passkeyId: string): Promise<PasskeyRow | null> {
  return database.maybeOne(sql.type(Row)`
    delete from app.passkey where passkey_id = ${passkeyId} and owner_id = ${ownerId}
    returning ${columns}`);
}

/** Counts a use. False where the device's counter has not grown: then another device signs with the same key. The refusal is stored. */
export const countUse = (database: Queryable, passkeyId: string, counter: bigint): Promise<boolean> =>
  database.oneFirst(sql.type(z.object({ is_higher: z.boolean() }))`
    with before as (select counter from app.passkey where passkey_id = ${passkeyId} for update),
    judged as (select ${counter} > counter or (${counter} = 0 and counter = 0) as is_higher from before)
    update app.passkey as passkey set counter = greatest(passkey.counter, ${counter}),
      last_used_at = case when is_higher then now() else last_used_at end,
      refused_at = case when is_higher then refused_at else now() end
    from judged where passkey_id = ${passkeyId} returning is_higher`);

/** The purpose of a challenge, its owner (null: the passkey names it) and the browser that requested it. */
export type Ceremony = {
  readonly purpose: 'add' | 'prove';
  readonly ownerId: string | null;
  readonly browserHash: Buffer;
};

export async function keepChallenge(
  { database, crypto }: Pick<BffDeps, 'database' | 'crypto'>,
  { purpose, ownerId, browserHash }: Ceremony,
  challenge: string,
): Promise<void> {
  await database.query(sql.void`
    insert into app.passkey_challenge (challenge_hash, browser_hash, purpose, owner_id, expires_at)
    values (${sql.binary(crypto.hashToken(challenge))}, ${sql.binary(browserHash)}, ${purpose}, ${ownerId},
      now() + ${`${CHALLENGE_MS} milliseconds`}::interval)`);
}

/** True once for a challenge, in the ceremony and the browser that it was made for. */
export async function takeChallenge(
  { database, crypto }: Pick<BffDeps, 'database' | 'crypto'>,
  { purpose, ownerId, browserHash }: Ceremony,
  challenge: string,
): Promise<boolean> {
  const { rowCount } = await database.query(sql.void`
    delete from app.passkey_challenge
    where challenge_hash = ${sql.binary(crypto.hashToken(challenge))} and browser_hash = ${sql.binary(browserHash)}
    and purpose = ${purpose} and owner_id is not distinct from ${ownerId}::uuid and expires_at > now()`);
  return rowCount > 0;
}
