import { z } from 'zod';
import { Passkey } from '#bff/contract/identity/passkey.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import { type Queryable, sql } from '#bff/kit/tables/sql.ts';
import { appTable, newRow, rowsOf } from '#bff/kit/tables/table.ts';

/** Time from the challenge to the answer: enough for a fingerprint, or to fetch a phone. */
export const CHALLENGE_MS = 5 * 60_000;

/** As their owners see them. */
export const passkeys = appTable('passkey', Passkey, { id: sql.fragment`passkey_id` });

const Credential = z.object({
  passkey_id: z.string(),
  owner_id: z.string(),
  credential_id: z.string(),
  public_key: z.instanceof(Buffer),
  transports: z.array(z.string()),
  name: z.string(),
});
/** `credential_id` is the id that the browser has for a passkey. */
export type Credential = z.infer<typeof Credential>;
export const credentials = rowsOf(Credential, sql.fragment`app.passkey`);

export const listPasskeys = (database: Queryable, ownerId: string): Promise<Passkey[]> =>
  passkeys.list(database, { owner_id: ownerId }, sql.fragment`order by created_at`);

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
    insert into app.passkey_challenge ${newRow({
      challenge_hash: crypto.hashToken(challenge),
      browser_hash: browserHash,
      purpose,
      owner_id: ownerId,
      expires_at: sql.fragment`now() + ${`${CHALLENGE_MS} milliseconds`}::interval`,
    })}`);
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
