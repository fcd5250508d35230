import { z } from 'zod';
import type { BffDeps } from '#bff/kit/deps.ts';
import { type Queryable, sql } from '#bff/kit/tables/sql.ts';

/** 'restore-email' undoes a change of address, 'undo-factor' removes a second factor that was added. */
export type TokenPurpose = 'verify-email' | 'reset-password' | 'restore-email' | 'undo-factor';

/** Who asked for a link: the request and the token that it was given, the sign-up that it belongs to, the browser in which it acts at once. */
export type Asker = {
  readonly requestId?: string | undefined;
  readonly token?: string | undefined;
  readonly signUpId?: string | undefined;
  readonly browserHash?: Buffer | undefined;
};

const TOKEN_LIFETIME_MINUTES: Record<Exclude<TokenPurpose, 'undo-factor'>, number> = {
  'verify-email': 24 * 60,
  'reset-password': 60,
  'restore-email': 7 * 24 * 60,
};

/** Only the hash of the token is kept. For a token that is there already, its time begins again. */
export async function issueAccountToken(
  deps: Pick<BffDeps, 'crypto' | 'rules'>,
  database: Queryable,
  wanted: { customerId: string; purpose: TokenPurpose; email: string; factorId?: string } & Asker,
): Promise<string> {
  const { customerId, purpose, email, factorId = null, requestId = null, signUpId = null, browserHash } = wanted;
  const { token = deps.crypto.randomToken() } = wanted;
  const minutes = purpose === 'undo-factor' ? deps.rules().youngFactorDays * 1_440 : TOKEN_LIFETIME_MINUTES[purpose];
  await database.query(sql.void`
    insert into app.account_token (token_hash, customer_id, purpose, email, expires_at, factor_id, request_id, sign_up_id, browser_hash)
    values (${sql.binary(deps.crypto.hashToken(token))}, ${customerId}, ${purpose}, ${email},
      now() + ${`${minutes} minutes`}::interval, ${factorId}, ${requestId},
      (select sign_up_id from app.sign_up where sign_up_id = ${signUpId}::uuid),
      ${browserHash === undefined ? null : sql.binary(browserHash)})
    on conflict (token_hash) do update set expires_at = excluded.expires_at`);
  return token;
}

/** The time of a link that is not used begins again. */
export async function renewAccountToken(
  database: Queryable,
  hash: Buffer,
  purpose: keyof typeof TOKEN_LIFETIME_MINUTES,
): Promise<void> {
  await database.query(sql.void`
    update app.account_token set expires_at = now() + ${`${TOKEN_LIFETIME_MINUTES[purpose]} minutes`}::interval
    where token_hash = ${sql.binary(hash)} and purpose = ${purpose} and used_at is null`);
}

const TokenRow = z.object({
  customer_id: z.string(),
  email: z.string(),
  is_expired: z.boolean(),
  is_used: z.boolean(),
  factor_id: z.string().nullable(),
  sign_up_id: z.string().nullable(),
  browser_hash: z.instanceof(Buffer).nullable(),
});
export type AccountToken = z.infer<typeof TokenRow>;

export function findAccountToken(
  deps: Pick<BffDeps, 'crypto'>,
  database: Queryable,
  token: string,
  purpose: TokenPurpose,
): Promise<AccountToken | null> {
  return database.maybeOne(sql.type(TokenRow)`
    select customer_id, email, expires_at <= now() as is_expired, used_at is not null as is_used,
      factor_id, sign_up_id, browser_hash
    from app.account_token
    where token_hash = ${sql.binary(deps.crypto.hashToken(token))} and purpose = ${purpose}`);
}

/** Uses up a valid token: of two requests at the same time only one gets true. */
export async function useAccountToken(
  deps: Pick<BffDeps, 'crypto'>,
  database: Queryable,
  token: string,
  purpose: TokenPurpose,
): Promise<boolean> {
  const { rowCount } = await database.query(sql.void`
    update app.account_token set used_at = now()
    where token_hash = ${sql.binary(deps.crypto.hashToken(token))} and purpose = ${purpose}
    and used_at is null and expires_at > now()`);
  return rowCount > 0;
}

/** Older links of the purposes stop working. */
export async function voidAccountTokens(
  database: Queryable,
  customerId: string,
  ...purposes: readonly TokenPurpose[]
): Promise<void> {
  await database.query(sql.void`update app.account_token set used_at = now()
    where customer_id = ${customerId} and purpose = any(${sql.array([...purposes], 'text')}) and used_at is null`);
}

/** A new link is sent: older ones of its purpose, and of its own sign-up, stop working. */
export async function voidEarlierLinks(
  database: Queryable,
  { customerId, purpose, signUpId }: { customerId: string; purpose: TokenPurpose } & Asker,
): Promise<void> {
  await database.query(sql.void`update app.account_token set used_at = now()
    where customer_id = ${customerId} and purpose = ${purpose} and used_at is null
    and sign_up_id is not distinct from ${signUpId ?? null}::uuid`);
}

/** Whether another customer can still take the address back. */
export function isHeldByAnother(database: Queryable, email: string, customerId: string): Promise<boolean> {
  return database.exists(sql.void`select from app.account_token
    where email = ${email} and customer_id <> ${customerId} and purpose = 'restore-email' and used_at is null and expires_at > now()`);
}

/** Seconds since the last link of the purpose that another request asked for; undefined where there was none. */
export async function secondsSinceLastToken(
  database: Queryable,
  customerId: string,
  purpose: TokenPurpose,
  requestId: string,
): Promise<number | undefined> {
  const ageS = await database.maybeOneFirst(sql.type(z.object({ age_s: z.int() }))`
    select floor(extract(epoch from now() - max(created_at)))::int as age_s from app.account_token
    where customer_id = ${customerId} and purpose = ${purpose} and request_id is distinct from ${requestId} having max(created_at) is not null`);
  return ageS ?? undefined;
}
