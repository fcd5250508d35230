import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { setPassword } from '#bff/administrators/choose-password.ts';
import { type AdminLoginAnswer, AdminRole, type AdminSession } from '#bff/contract/admin-auth.ts';
import { adminSecurityRoutes } from '#bff/contract/admin-security-routes.ts';
import { adminAuthRoutes } from '#bff/contract/admin-system-routes.ts';
import { permissionsOf } from '#bff/contract/roles.ts';
import type { BffDeps } from '#bff/deps.ts';
import type { Call } from '#bff/http/call.ts';
import { ADMIN_COOKIE, clearCookie, setCookie } from '#bff/http/cookies.ts';
import { registerRoutes } from '#bff/http/register-routes.ts';
import { ApiError, unauthenticated } from '#bff/lib/api-error.ts';
import { sql } from '#bff/lib/sql.ts';
import { newAdministratorDeviceMail } from '#bff/mails/account-mails.ts';
import type { AdminAction } from '#core/admin/events.ts';
import type { Role } from '#core/admin/roles.ts';
import {
  MFA_TOKEN_MINUTES,
  signAdministratorMfaToken,
  signAdministratorToken,
  verifyAdministratorMfaToken,
} from './access-tokens.ts';
import { normalizeEmail } from './accounts.ts';
import { adminSecurityHandlers } from './admin-security.ts';
import { endAdminSession, startAdminSession } from './admin-sessions.ts';
import { clearAttempts, countAttempt, noteGuess } from './attempts.ts';
import { guesserOf, NOBODY, noteDevice } from './known-devices.ts';
import { askForPasskey, passkeyRefused, provePasskey } from './passkeys.ts';
import { requireFactorCode } from './second-factor.ts';
import { secondFactorsOf } from './session-proof.ts';
import { originOf } from './sessions.ts';

const AdministratorRow = z.object({
  administrator_id: z.string(),
  email: z.string(),
  name: z.string(),
  roles: z.array(AdminRole),
  password_hash: z.string(),
});

export function registerAdminSession(app: FastifyInstance, deps: BffDeps): void {
  const setSessionCookie: Opened = (reply, token) =>
    setCookie(reply, deps.config, ADMIN_COOKIE, token, deps.config.adminSessionHours * 3_600);

  registerRoutes(app, deps, adminSecurityRoutes, adminSecurityHandlers(deps));
  registerRoutes(app, deps, adminAuthRoutes, {
    login: (call) => login(app, deps, call, setSessionCookie),
    loginCode: (call) => loginCode(app, deps, call, setSessionCookie),
    passkeyChallenge: async (call) => {
      const { actor, body } = call;
      if (body.mfa_token !== undefined) {
        return askForPasskey(deps, call, (await firstStepOf(app, deps, body.mfa_token)).administrator_id);
      }
      return askForPasskey(deps, call, actor.kind === 'administrator' ? actor.administratorId : null);
    },
    loginPasskey: (call) => loginPasskey(app, deps, call, setSessionCookie),
    setPassword: setPassword(deps),
    logout: async (call) => {
      const { administratorId, sessionId } = call.actor;
      await endAdminSession(deps.database, administratorId, sessionId);
      clearCookie(call.reply, deps.config, ADMIN_COOKIE);
      await recordOwn(call, administratorId, 'signed-out', { kind: 'session', id: sessionId });
      return { message: 'You are signed out.' };
    },
    session: async (call) => ({
      data: {
        ...shown(deps, { ...call.actor, id: call.actor.administratorId }),
        expires_at: call.actor.expiresAt.toISOString(),
        must_enrol: call.actor.mustEnrol,
      },
    }),
  });
}

type SignInCall = Call<(typeof adminAuthRoutes)['login' | 'loginCode' | 'loginPasskey']>;
type Opened = (reply: FastifyReply, token: string) => void;

async function login(
  app: FastifyInstance,
  deps: BffDeps,
  call: Call<typeof adminAuthRoutes.login>,
  setSessionCookie: Opened,
): Promise<AdminLoginAnswer> {
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
    noteGuess(deps, 'admin-sign-in-failed', guess);
    throw new ApiError(
      401,
      'invalid_credentials',
      'Invalid email or password. Please check your credentials and try again.',
    );
  }
  await clearAttempts(deps, guess);
  const second_factors = await secondFactorsOf(deps.database, found.administrator_id);
  if (second_factors.length === 0) return openSession(app, deps, call, found, setSessionCookie);
  const expiresAt = new Date(deps.clock().getTime() + MFA_TOKEN_MINUTES * 60_000);
  return {
    status: 'mfa_required',
    mfa_token: signAdministratorMfaToken(app, found.administrator_id, expiresAt),
    expires_at: expiresAt.toISOString(),
    second_factors,
  };
}

const findActive = ({ database }: BffDeps, administratorId: string) =>
  database.maybeOne(
    sql.type(AdministratorRow)`select administrator_id, email, name, roles, password_hash from app.administrator
      where administrator_id = ${administratorId} and is_active`,
  );

/** Who gave the password. @throws ApiError 401 */
async function firstStepOf(app: FastifyInstance, deps: BffDeps, mfaToken: string) {
  const claims = verifyAdministratorMfaToken(app, mfaToken);
  const found = claims ? await findActive(deps, claims.sub) : null;
  if (!found) throw unauthenticated('This sign-in took too long. Please enter your password again.');
  return found;
}

/** The second step: who gave the password gives a code. */
async function loginCode(
  app: FastifyInstance,
  deps: BffDeps,
  call: Call<typeof adminAuthRoutes.loginCode>,
  setSessionCookie: Opened,
): Promise<AdminSession> {
  const found = await firstStepOf(app, deps, call.body.mfa_token);
  const id = found.administrator_id;
  const by = await requireFactorCode(deps, call.request, { id, email: found.email, name: found.name }, call.body.code);
  if (by === 'recovery') await recordOwn(call, id, 'recovery-code-used', { kind: 'administrator', id });
  return openSession(app, deps, call, found, setSessionCookie);
}

/** A sign-in by a passkey: alone, or as the second step. */
async function loginPasskey(
  app: FastifyInstance,
  deps: BffDeps,
  call: Call<typeof adminAuthRoutes.loginPasskey>,
  setSessionCookie: Opened,
): Promise<AdminSession> {
  const { mfa_token, passkey } = call.body;
  const step = mfa_token === undefined ? null : await firstStepOf(app, deps, mfa_token);
  const { owner_id } = await provePasskey(deps, call.request, step?.administrator_id ?? null, passkey);
  const found = step ?? (await findActive(deps, owner_id));
  if (!found) throw passkeyRefused();
  return openSession(app, deps, call, found, setSessionCookie);
}

async function openSession(
  app: FastifyInstance,
  deps: BffDeps,
  call: SignInCall,
  found: z.infer<typeof AdministratorRow>,
  setSessionCookie: Opened,
): Promise<AdminSession> {
  const { administrator_id: id, email, name } = found;
  const { sessionId, expiresAt } = await startAdminSession(deps, id, originOf(call.request));
  await recordOwn(call, id, 'signed-in', { kind: 'session', id: sessionId });
  await noteDevice(deps, call, { id, email, name }, { mailOf: newAdministratorDeviceMail, path: '/admin/security' });
  const token = signAdministratorToken(app, id, sessionId, expiresAt);
  setSessionCookie(call.reply, token);
  const secondFactors = await secondFactorsOf(deps.database, id);
  return {
    status: 'signed_in',
    token,
    expires_at: expiresAt.toISOString(),
    ...shown(deps, { ...found, id }),
    must_enrol: deps.config.isProduction && secondFactors.length === 0,
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
const recordOwn = (
  call: SignInCall | Call<typeof adminAuthRoutes.logout>,
  administratorId: string,
  action: AdminAction,
  subject: { kind: string; id: string },
) =>
  call.execute(
    { type: 'RecordAdministratorAction', administratorId, action, subject, facts: {} },
    { step: action, wait: false, actor: { kind: 'administrator', id: administratorId } },
  );
