import { randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { SessionItem } from '#bff/contract/identity/auth.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import { NOW, type Queryable, sql } from '#bff/kit/tables/sql.ts';
import { newRow, rowsOf, writesOf } from '#bff/kit/tables/table.ts';
import type { Fragment } from '#projections/kernel/sql.ts';
import { deviceName } from './device-name.ts';

/** Without 'remember me' the cookie ends with the browser, and the session after this time. */
const UNREMEMBERED_HOURS = 24;
/** A remembered session ends after this time, even while it is used: the customer signs in again. */
const MAX_SESSION_DAYS = 90;
const MAX_USER_AGENT_LENGTH = 500;
const MAX_SESSIONS_LISTED = 50;
/** Makes the successor of a refresh token. */
const NONCE_BYTES = 16;

type Deps = Pick<BffDeps, 'database' | 'crypto' | 'config' | 'rules'>;
const sessions = writesOf('session');

export type Origin = { readonly userAgent: string | undefined; readonly address: string };

export const originOf = ({ headers, ip }: FastifyRequest): Origin => ({
  userAgent: headers['user-agent']?.slice(0, MAX_USER_AGENT_LENGTH),
  address: ip,
});

export type NewSession = { readonly sessionId: string; readonly refreshToken: string };

/** A new session with its first refresh token. */
export async function startSession(
  deps: Deps,
  wanted: { sessionId: string; customerId: string; remember: boolean; isMfaConfirmed: boolean } & Origin,
): Promise<NewSession> {
  const { isMfaConfirmed, ...session } = wanted;
  const row = newRow({ ...session, mfaConfirmedAt: isMfaConfirmed ? NOW : null });
  const refreshToken = deps.crypto.randomToken();
  await deps.database.query(sql.void`with session as (insert into app.session ${row} returning session_id, created_at)
    ${refreshTokenOf(deps, refreshToken, wanted.remember)} from session`);
  return { sessionId: wanted.sessionId, refreshToken };
}

/** Stores a token of the one session that the query is about. It lives as long as the session may, counted from now. */
function refreshTokenOf(deps: Deps, token: string, remember: boolean): Fragment {
  const unremembered = `${UNREMEMBERED_HOURS} hours`;
  const lifetime = remember ? `${deps.rules().refreshTokenDays} days` : unremembered;
  const maximum = remember ? `${MAX_SESSION_DAYS} days` : unremembered;
  return sql.fragment`insert into app.refresh_token (token_hash, session_id, expires_at)
    select ${sql.binary(deps.crypto.hashToken(token))}, session_id,
      least(now() + ${lifetime}::interval, created_at + ${maximum}::interval)`;
}

const RefreshRow = z.object({
  session_id: z.string(),
  customer_id: z.string(),
  remember: z.boolean(),
  is_ended: z.boolean(),
  is_expired: z.boolean(),
  is_rotated: z.boolean(),
  successor_nonce: z.instanceof(Buffer).nullable(),
});

export type RotatedSession = NewSession & { readonly customerId: string; readonly remember: boolean };

/**
 * Exchanges a refresh token for its successor. Until the successor was exchanged itself, the old token yields that same one again: two tabs
 * send one cookie at once, and an answer can be lost on its way. A token whose successor was exchanged is a copy in other hands: the whole
 * session ends, for the thief and for the owner, who signs in again. Null where the token signs nobody in.
 */
export async function rotateSession(
  deps: Deps & Pick<BffDeps, 'security'>,
  refreshToken: string,
  address: string,
): Promise<RotatedSession | null> {
  return deps.database.transaction(async (transaction) => {
    const row = await findRefreshToken(deps, transaction, refreshToken);
    if (!row || row.is_ended || row.is_expired) return null;
    const { session_id: sessionId, customer_id: customerId, remember } = row;
    const nonce = row.successor_nonce ?? randomBytes(NONCE_BYTES);
    const successor = deps.crypto.deriveToken(refreshToken, nonce);
    if (row.is_rotated) {
      const kept = row.successor_nonce && (await findRefreshToken(deps, transaction, successor));
      if (!kept || kept.is_rotated) {
        await endSession(transaction, sessionId, 'token-reused');
        deps.security.note('token-reused', { accountId: customerId, address });
        return null;
      }
    } else {
      await transaction.query(sql.void`update app.refresh_token
        set rotated_at = now(), successor_nonce = ${sql.binary(nonce)}
        where token_hash = ${sql.binary(deps.crypto.hashToken(refreshToken))}`);
      await transaction.query(sql.void`${refreshTokenOf(deps, successor, remember)}
        from app.session where session_id = ${sessionId}`);
    }
    await sessions.update(transaction, { sessionId }, { lastUsedAt: NOW });
    return { sessionId, customerId, remember, refreshToken: successor };
  });
}

/** The row of a token, locked: of two requests with one token, the second sees what the first did. */
const findRefreshToken = ({ crypto }: Deps, transaction: Queryable, token: string) =>
  transaction.maybeOne(sql.type(RefreshRow)`
    select session.session_id, session.customer_id, session.remember, session.ended_at is not null as is_ended,
      token.expires_at <= now() as is_expired, token.rotated_at is not null as is_rotated, token.successor_nonce
    from app.refresh_token as token join app.session as session using (session_id)
    where token.token_hash = ${sql.binary(crypto.hashToken(token))} for update of token`);

export type EndReason =
  | 'signed-out'
  | 'signed-out-elsewhere'
  | 'password-changed'
  | 'email-restored'
  | 'token-reused'
  | 'second-factor-enabled'
  | 'second-factor-reset'
  | 'factor-undone'
  | 'ended-by-support'
  | 'frozen'
  | 'erased';

/** Returns how many sessions it ended. */
const end = (database: Queryable, reason: EndReason, which: Fragment): Promise<number> =>
  sessions.update(database, sql.fragment`ended_at is null and ${which}`, { endedAt: NOW, endedReason: reason });

export const endSession = (database: Queryable, sessionId: string, reason: EndReason): Promise<number> =>
  end(database, reason, sql.fragment`session_id = ${sessionId}`);

/** An unknown token is fine. */
export function endSessionOfToken({ database, crypto }: Deps, refreshToken: string): Promise<number> {
  const hash = sql.binary(crypto.hashToken(refreshToken));
  const which = sql.fragment`session_id = (select session_id from app.refresh_token where token_hash = ${hash})`;
  return end(database, 'signed-out', which);
}

/** Ends all sessions of a customer, except one where it is given. */
export async function endSessionsOf(
  database: Queryable,
  customerId: string,
  reason: EndReason,
  exceptSessionId: string | null = null,
): Promise<void> {
  const others = sql.fragment`(${exceptSessionId}::uuid is null or session_id <> ${exceptSessionId}::uuid)`;
  await end(database, reason, sql.fragment`customer_id = ${customerId} and ${others}`);
}

const SessionRow = SessionItem.omit({ device: true, is_current: true }).extend({ user_agent: z.string().nullable() });

/** The sessions of a table that match the condition, the most recently used first; `currentId` is the caller's. */
export async function openSessions(
  database: Queryable,
  from: Fragment,
  which: Fragment,
  currentId: string | null,
): Promise<SessionItem[]> {
  const order = sql.fragment`order by last_used_at desc limit ${MAX_SESSIONS_LISTED}`;
  const rows = await rowsOf(SessionRow, from, { id: sql.fragment`session_id` }).list(database, which, order);
  return rows.map(({ user_agent, ...session }) => ({
    ...session,
    device: deviceName(user_agent),
    is_current: session.id === currentId,
  }));
}

/** The most recently used first. */
export const listSessions = (
  database: Queryable,
  customerId: string,
  currentId: string | null,
): Promise<SessionItem[]> =>
  openSessions(
    database,
    sql.fragment`app.session as session`,
    sql.fragment`customer_id = ${customerId} and ended_at is null
      and exists (select from app.refresh_token as token where token.session_id = session.session_id and expires_at > now())`,
    currentId,
  );

/** False where there is no such session. */
export async function endSessionOf(database: Queryable, customerId: string, sessionId: string): Promise<boolean> {
  const which = sql.fragment`session_id = ${sessionId} and customer_id = ${customerId}`;
  return (await end(database, 'signed-out-elsewhere', which)) > 0;
}

export const confirmSessionByMfa = (database: Queryable, sessionId: string): Promise<number> =>
  sessions.update(database, { sessionId }, { mfaConfirmedAt: NOW, confirmedAt: NOW });
