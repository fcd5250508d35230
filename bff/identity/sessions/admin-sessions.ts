import { v7 } from 'uuid';
import { z } from 'zod';
import { AdminRole } from '#bff/contract/identity/admin-auth.ts';
import type { SessionItem } from '#bff/contract/identity/auth.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import type { AdministratorActor } from '#bff/kit/http/actor.ts';
import { NOW, type Queryable, sql } from '#bff/kit/tables/sql.ts';
import { newRow, writesOf } from '#bff/kit/tables/table.ts';
import { proofColumns, proofFields, proofIn } from './session-proof.ts';
import { type Origin, openSessions } from './sessions.ts';

/** A session ends after this time without use. */
const IDLE_MINUTES = 30;
/** `last_used_at` is written at most this often. */
const LAST_USED_GRANULARITY = '1 minute';
const sessions = writesOf('administrator_session');

/** The condition for an open session, in a query over `session`. */
export const isOpen = sql.fragment`session.ended_at is null and session.expires_at > now()
  and session.last_used_at > now() - ${`${IDLE_MINUTES} minutes`}::interval`;

/** The session ends at a fixed time, even while it is used. */
export async function startAdminSession(
  deps: Pick<BffDeps, 'database' | 'rules' | 'clock'>,
  administratorId: string,
  origin: Origin,
): Promise<{ sessionId: string; expiresAt: Date }> {
  const sessionId = v7();
  const expiresAt = new Date(deps.clock().getTime() + deps.rules().adminSessionHours * 3_600_000);
  await deps.database.transaction(async (transaction) => {
    const session = { sessionId, administratorId, expiresAt, ...origin };
    await transaction.query(sql.void`insert into app.administrator_session ${newRow(session)}`);
    await writesOf('administrator').update(transaction, { administratorId }, { lastSignInAt: NOW });
  });
  return { sessionId, expiresAt };
}

const OpenSession = z.object({
  ...proofFields,
  email: z.string(),
  name: z.string(),
  roles: z.array(AdminRole),
  expires_at: z.date(),
  is_use_noted: z.boolean(),
});

/** The administrator behind a session that has not ended; null otherwise. `isUse` keeps the session awake. */
export async function findAdministratorActor(
  deps: Pick<BffDeps, 'database' | 'config'>,
  sessionId: string,
  administratorId: string,
  isUse: boolean,
): Promise<AdministratorActor | null> {
  const row = await deps.database.maybeOne(sql.type(OpenSession)`
    select administrator.email, administrator.name, administrator.roles, session.expires_at,
      session.last_used_at > now() - ${LAST_USED_GRANULARITY}::interval as is_use_noted,
      ${proofColumns('administrator_id')}
    from app.administrator_session as session join app.administrator as administrator using (administrator_id)
    where session.session_id = ${sessionId} and administrator_id = ${administratorId}
    and ${isOpen} and administrator.is_active`);
  if (!row) return null;
  if (isUse && !row.is_use_noted) {
    await sessions.update(deps.database, { sessionId }, { lastUsedAt: NOW });
  }
  const proof = proofIn(row);
  return {
    kind: 'administrator',
    ...proof,
    administratorId,
    sessionId,
    email: row.email,
    name: row.name,
    roles: row.roles,
    expiresAt: row.expires_at,
    mustEnrol: deps.config.isProduction && proof.secondFactors.length === 0,
  };
}

/** The most recently used first. */
export const listAdminSessions = (
  database: Queryable,
  { administratorId, sessionId }: AdministratorActor,
): Promise<SessionItem[]> =>
  openSessions(
    database,
    sql.fragment`app.administrator_session as session`,
    sql.fragment`administrator_id = ${administratorId} and ${isOpen}`,
    sessionId,
  );

/** False where there is no such session. */
export const endAdminSession = async (
  database: Queryable,
  administratorId: string,
  sessionId: string,
): Promise<boolean> =>
  (await sessions.update(database, { sessionId, administratorId, endedAt: null }, { endedAt: NOW })) > 0;

/** Ends all sessions of an administrator, except one where it is given. */
export const endAdminSessions = (
  database: Queryable,
  administratorId: string,
  exceptSessionId: string | null = null,
): Promise<number> =>
  sessions.update(
    database,
    sql.fragment`administrator_id = ${administratorId} and ended_at is null
      and (${exceptSessionId}::uuid is null or session_id <> ${exceptSessionId}::uuid)`,
    { endedAt: NOW },
  );

/** Closes every way in that was open: sessions (except one where it is given), links for a password, known browsers. */
export async function closeAdministratorDoors(
  transaction: Queryable,
  administratorId: string,
  exceptSessionId: string | null = null,
): Promise<void> {
  await endAdminSessions(transaction, administratorId, exceptSessionId);
  await writesOf('administrator_token').update(transaction, { administratorId, usedAt: null }, { usedAt: NOW });
  await writesOf('known_device').remove(transaction, { ownerId: administratorId });
}
