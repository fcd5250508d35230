import { z } from 'zod';
import type { BffDeps } from '#bff/deps.ts';
import { type Queryable, sql } from '#bff/lib/sql.ts';

/** Without 'remember me' the cookie ends with the browser, and the session after a day at the latest. */
const UNREMEMBERED_HOURS = 24;
/** Two tabs may send the same cookie at once; after this, a rotated token that comes again was stolen. */
const ROTATION_GRACE_S = 10;

type Deps = Pick<BffDeps, 'database' | 'crypto' | 'config'>;

export type NewSession = { readonly sessionId: string; readonly refreshToken: string };

/** A new session with its first refresh token. */
export async function startSession(
  deps: Deps,
  wanted: { sessionId: string; customerId: string; remember: boolean; isMfaConfirmed: boolean },
): Promise<NewSession> {
  return deps.database.transaction(async (transaction) => {
    await transaction.query(
      sql.typeAlias('void')`insert into app.session (session_id, customer_id, remember, mfa_confirmed_at)
        values (${wanted.sessionId}, ${wanted.customerId}, ${wanted.remember},
          case when ${wanted.isMfaConfirmed} then now() end)`,
    );
    const refreshToken = await issueRefreshToken(deps, transaction, wanted.sessionId, wanted.remember);
    return { sessionId: wanted.sessionId, refreshToken };
  });
}

async function issueRefreshToken(
  deps: Deps,
  database: Queryable,
  sessionId: string,
  remember: boolean,
): Promise<string> {
  const token = deps.crypto.randomToken();
  const lifetime = remember ? `${deps.config.refreshTokenDays} days` : `${UNREMEMBERED_HOURS} hours`;
  await database.query(
    sql.typeAlias('void')`insert into app.refresh_token (token_hash, session_id, expires_at)
      values (${sql.binary(deps.crypto.hashToken(token))}, ${sessionId}, now() + ${lifetime}::interval)`,
  );
  return token;
}

const RefreshRow = z.object({
  session_id: z.string(),
  customer_id: z.string(),
  remember: z.boolean(),
  is_ended: z.boolean(),
  is_expired: z.boolean(),
  rotated_s_ago: z.number().nullable(),
});

export type RotatedSession = NewSession & { readonly customerId: string; readonly remember: boolean };

/**
 * Exchanges a refresh token for the next one. A token that was exchanged before is a copy in other hands: the whole
 * session ends, for the thief and for the owner, who signs in again. Null when nobody is signed in by it.
 */
export async function rotateSession(deps: Deps, refreshToken: string): Promise<RotatedSession | null> {
  const hash = sql.binary(deps.crypto.hashToken(refreshToken));
  return deps.database.transaction(async (transaction) => {
    const row = await transaction.maybeOne(
      sql.type(RefreshRow)`select session.session_id, session.customer_id, session.remember,
          session.ended_at is not null as is_ended, token.expires_at <= now() as is_expired,
          extract(epoch from now() - token.rotated_at)::float8 as rotated_s_ago
        from app.refresh_token as token join app.session as session using (session_id)
        where token.token_hash = ${hash} for update of token`,
    );
    if (!row || row.is_ended || row.is_expired) return null;
    if (row.rotated_s_ago !== null && row.rotated_s_ago > ROTATION_GRACE_S) {
      await endSession(transaction, row.session_id, 'token-reused');
      return null;
    }
    await transaction.query(
      sql.typeAlias('void')`update app.refresh_token set rotated_at = coalesce(rotated_at, now())
        where token_hash = ${hash}`,
    );
    const next = await issueRefreshToken(deps, transaction, row.session_id, row.remember);
    return {
      sessionId: row.session_id,
      customerId: row.customer_id,
      remember: row.remember,
      refreshToken: next,
    };
  });
}

type EndReason = 'signed-out' | 'password-changed' | 'token-reused';

export async function endSession(database: Queryable, sessionId: string, reason: EndReason): Promise<void> {
  await database.query(
    sql.typeAlias('void')`update app.session set ended_at = now(), ended_reason = ${reason}
      where session_id = ${sessionId} and ended_at is null`,
  );
}

/** Ends the session that a refresh token belongs to; one that is unknown is fine. */
export async function endSessionOfToken(deps: Deps, refreshToken: string): Promise<void> {
  const hash = sql.binary(deps.crypto.hashToken(refreshToken));
  await deps.database.query(
    sql.typeAlias('void')`update app.session set ended_at = now(), ended_reason = 'signed-out'
      where ended_at is null
      and session_id = (select session_id from app.refresh_token where token_hash = ${hash})`,
  );
}

/** Ends all sessions of a customer, but for one where it is given. */
export async function endSessionsOf(
  database: Queryable,
  customerId: string,
  reason: EndReason,
  exceptSessionId: string | null = null,
): Promise<void> {
  await database.query(
    sql.typeAlias('void')`update app.session set ended_at = now(), ended_reason = ${reason}
      where customer_id = ${customerId} and ended_at is null
      and (${exceptSessionId}::uuid is null or session_id <> ${exceptSessionId}::uuid)`,
  );
}

export async function confirmSessionByMfa(database: Queryable, sessionId: string): Promise<void> {
  await database.query(
    sql.typeAlias('void')`update app.session set mfa_confirmed_at = now() where session_id = ${sessionId}`,
  );
}
