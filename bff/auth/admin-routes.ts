import type { FastifyInstance, FastifyReply } from 'fastify';
import { v7 } from 'uuid';
import { z } from 'zod';
import { setPassword } from '#bff/administrators/choose-password.ts';
import { signAdministratorToken } from '#bff/auth/access-tokens.ts';
import { normalizeEmail } from '#bff/auth/accounts.ts';
import { clearAttempts, countAttempt } from '#bff/auth/attempts.ts';
import { guesserOf, NOBODY, noteDevice } from '#bff/auth/known-devices.ts';
import { AdminRole, type AdminSession } from '#bff/contract/admin-auth.ts';
import { adminAuthRoutes } from '#bff/contract/admin-system-routes.ts';
import { permissionsOf } from '#bff/contract/roles.ts';
import type { BffDeps } from '#bff/deps.ts';
import type { Call } from '#bff/http/call.ts';
import { registerRoutes } from '#bff/http/register-routes.ts';
import { ApiError } from '#bff/lib/api-error.ts';
import { sql } from '#bff/lib/sql.ts';
import { ADMIN_COOKIE } from '#bff/plugins/authentication.ts';
import type { Role } from '#core/admin/roles.ts';

const ADMIN_PATH = '/api/admin';

const AdministratorRow = z.object({
  administrator_id: z.string(),
  email: z.string(),
  name: z.string(),
  roles: z.array(AdminRole),
  password_hash: z.string(),
});

export function registerAdminSession(app: FastifyInstance, deps: BffDeps): void {
  const { database } = deps;
  const cookieOptions = {
    httpOnly: true,
    secure: deps.config.secureCookies,
    sameSite: 'strict',
    path: ADMIN_PATH,
  } as const;

  registerRoutes(app, deps, adminAuthRoutes, {
    login: (call) =>
      login(app, deps, call, (reply, token) => {
        reply.setCookie(ADMIN_COOKIE, token, { ...cookieOptions, maxAge: deps.config.adminSessionHours * 3_600 });
      }),
    setPassword: setPassword(deps),
    logout: async (call) => {
      const { administratorId, sessionId } = call.actor;
      await database.query(
        sql.typeAlias('void')`update app.administrator_session set ended_at = now() where session_id = ${sessionId}`,
      );
      call.reply.clearCookie(ADMIN_COOKIE, cookieOptions);
      await recordSession(call, administratorId, sessionId, 'signed-out');
      return { message: 'You are signed out.' };
    },
    session: async (call) => ({
      data: {
        ...shown(deps, { ...call.actor, id: call.actor.administratorId }),
        expires_at: call.actor.expiresAt.toISOString(),
      },
    }),
  });
}

async function login(
  app: FastifyInstance,
  deps: BffDeps,
  call: Call<typeof adminAuthRoutes.login>,
  setCookie: (reply: FastifyReply, token: string) => void,
): Promise<AdminSession> {
  const email = normalizeEmail(call.body.email);
  const found = await deps.database.maybeOne(
    sql.type(AdministratorRow)`select administrator_id, email, name, roles, password_hash from app.administrator
      where email = ${email} and is_active`,
  );
  const guess = await guesserOf(deps, call.request, 'admin-sign-in', email, found?.administrator_id ?? NOBODY);
  await countAttempt(deps, guess);
  const isRight = found
    ? await deps.crypto.verifyPassword(call.body.password, found.password_hash)
    : await deps.crypto.verifyAgainstNobody(call.body.password);
  if (!found || !isRight) {
    throw new ApiError(
      401,
      'invalid_credentials',
      'Invalid email or password. Please check your credentials and try again.',
    );
  }
  await clearAttempts(deps, guess);
  const sessionId = v7();
  const expiresAt = new Date(deps.clock().getTime() + deps.config.adminSessionHours * 3_600_000);
  await deps.database.transaction(async (transaction) => {
    await transaction.query(
      sql.typeAlias('void')`insert into app.administrator_session (session_id, administrator_id, expires_at)
        values (${sessionId}, ${found.administrator_id}, ${expiresAt.toISOString()}::timestamptz)`,
    );
    await transaction.query(
      sql.typeAlias('void')`update app.administrator set last_sign_in_at = now()
        where administrator_id = ${found.administrator_id}`,
    );
  });
  await recordSession(call, found.administrator_id, sessionId, 'signed-in');
  await noteDevice(deps, call, { id: found.administrator_id, email, name: found.name });
  const token = signAdministratorToken(app, found.administrator_id, sessionId, expiresAt);
  setCookie(call.reply, token);
  return {
    token,
    expires_at: expiresAt.toISOString(),
    ...shown(deps, { ...found, id: found.administrator_id }),
  };
}

type Shown = { readonly id: string; readonly name: string; readonly email: string; readonly roles: readonly Role[] };

/** Who is signed in, and what the screens may offer them. */
const shown = ({ config }: BffDeps, { id, name, email, roles }: Shown) => ({
  administrator: { id, name, email, roles: [...roles] },
  permissions: [...permissionsOf(roles)],
  currencies: [...config.currencies],
});

/** Sign-ins are in the administrator's audit trail; the caller of a sign-in is nobody yet. */
const recordSession = (
  call: Call<typeof adminAuthRoutes.login> | Call<typeof adminAuthRoutes.logout>,
  administratorId: string,
  sessionId: string,
  action: 'signed-in' | 'signed-out',
) =>
  call.execute(
    {
      type: 'RecordAdministratorAction',
      administratorId,
      action,
      subject: { kind: 'session', id: sessionId },
      facts: {},
    },
    { wait: false, actor: { kind: 'administrator', id: administratorId } },
  );
