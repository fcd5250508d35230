import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { permissionsOf } from '#bff/contract/base/roles.ts';
import {
  type AdminLoginAnswer,
  AdminRole,
  type AdminSession,
  adminAuthRoutes,
} from '#bff/contract/identity/admin-auth.ts';
import { adminSecurityRoutes } from '#bff/contract/identity/admin-security-routes.ts';
import type { setupRoutes } from '#bff/contract/identity/setup.ts';
import { normalizeEmail } from '#bff/identity/accounts/accounts.ts';
import { actionOf } from '#bff/identity/audit/record-action.ts';
import { noteDevice } from '#bff/identity/passwords/known-devices.ts';
import { provePassword } from '#bff/identity/passwords/prove-password.ts';
import { administratorToken } from '#bff/identity/sessions/access-tokens.ts';
import { endAdminSession, startAdminSession } from '#bff/identity/sessions/admin-sessions.ts';
import { secondFactorsOf } from '#bff/identity/sessions/session-proof.ts';
import { originOf } from '#bff/identity/sessions/sessions.ts';
import { readStoreState } from '#bff/identity/setup/store-state.ts';
import { secondStep } from '#bff/identity/sign-in/second-step.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import type { Call } from '#bff/kit/http/call.ts';
import { ADMIN_COOKIE, clearCookie, setCookie } from '#bff/kit/http/cookies.ts';
import { feature } from '#bff/kit/http/register-routes.ts';
import { unauthenticated } from '#bff/kit/lib/api-error.ts';
import { sql } from '#bff/kit/tables/sql.ts';
import { newAdministratorDeviceMail } from '#bff/papers/mails/account-mails.ts';
import type { AdminAction } from '#core/aggregates/admin/events.ts';
import type { Role } from '#core/aggregates/admin/roles.ts';
import { setPassword } from './choose-password.ts';
import { adminSecurityHandlers } from './security.ts';

const AdministratorRow = z.object({
  administrator_id: z.string(),
  email: z.string(),
  name: z.string(),
  roles: z.array(AdminRole),
  password_hash: z.string(),
});

export const registerAdminSession = feature({ ...adminAuthRoutes, ...adminSecurityRoutes }, (deps, app) => ({
  ...adminSecurityHandlers(deps),
  adminSignIn: (call) => login(app, deps, call),
  adminSignInByCode: stepsOf(app, deps).byCode,
  adminCreatePasskeyChallenge: async (call) =>
    stepsOf(app, deps).askForPasskey(call, call.actor.kind === 'administrator' ? call.actor.administratorId : null),
  adminSignInByPasskey: stepsOf(app, deps).byPasskey,
  adminSetPassword: (call) => setPassword(deps, call),
  adminSignOut: async (call) => {
    const { administratorId, sessionId } = call.actor;
    await endAdminSession(deps.database, administratorId, sessionId);
    clearCookie(call.reply, deps.config, ADMIN_COOKIE);
    await recordOwn(call, administratorId, 'signed-out', ['session', sessionId]);
    return { message: 'You are signed out.' };
  },
  adminGetSession: async (call) => ({
    data: {
      ...(await shown(deps, { ...call.actor, id: call.actor.administratorId })),
      expires_at: call.actor.expiresAt.toISOString(),
      must_enrol: call.actor.mustEnrol,
    },
  }),
}));

type SignInCall = Call<
  (typeof adminAuthRoutes)['adminSignIn' | 'adminSignInByCode' | 'adminSignInByPasskey'] | typeof setupRoutes.claimStore
>;

async function login(
  app: FastifyInstance,
  deps: BffDeps,
  call: Call<typeof adminAuthRoutes.adminSignIn>,
): Promise<AdminLoginAnswer> {
  const email = normalizeEmail(call.body.email);
  const row = await findActive(deps, sql.fragment`email = ${email}`);
  const found = await provePassword(deps, call, 'admin-sign-in', {
    ...call.body,
    email,
    account: row,
    id: row?.administrator_id,
  });
  const asks = await stepsOf(app, deps).ask(found.administrator_id, found);
  return asks ?? openSession(app, deps, call, found);
}

const findActive = ({ database }: BffDeps, which: ReturnType<typeof sql.fragment>) =>
  database.maybeOne(sql.type(AdministratorRow)`
    select administrator_id, email, name, roles, password_hash from app.administrator
    where ${which} and is_active`);

const stepsOf = (app: FastifyInstance, deps: BffDeps) =>
  secondStep(app, deps, {
    namespace: 'administrator',
    find: (id) => findActive(deps, sql.fragment`administrator_id = ${id}`),
    async enter(call: SignInCall, found, { by }) {
      const { administrator_id: id } = found;
      if (by === 'recovery') await recordOwn(call, id, 'recovery-code-used', ['administrator', id]);
      return openSession(app, deps, call, found);
    },
  });

/** The session of somebody who became an administrator by this call. */
export async function openSessionOf(
  app: FastifyInstance,
  deps: BffDeps,
  call: SignInCall,
  id: string,
): Promise<AdminSession> {
  const row = await findActive(deps, sql.fragment`administrator_id = ${id}`);
  if (!row) throw unauthenticated('Your account was made. Sign in with it.');
  return openSession(app, deps, call, row);
}

async function openSession(
  app: FastifyInstance,
  deps: BffDeps,
  call: SignInCall,
  row: z.infer<typeof AdministratorRow>,
): Promise<AdminSession> {
  const { administrator_id: id, email, name } = row;
  const { sessionId, expiresAt } = await startAdminSession(deps, id, originOf(call.request));
  await recordOwn(call, id, 'signed-in', ['session', sessionId]);
  await noteDevice(deps, call, { id, email, name }, { mailOf: newAdministratorDeviceMail, path: '/admin/security' });
  const token = administratorToken.sign(app, expiresAt, { sub: id, sid: sessionId });
  setCookie(call.reply, deps.config, ADMIN_COOKIE, token, deps.rules().adminSessionHours * 3_600);
  const secondFactors = await secondFactorsOf(deps.database, id);
  return {
    status: 'signed_in',
    token,
    expires_at: expiresAt.toISOString(),
    ...(await shown(deps, { ...row, id })),
    must_enrol: deps.config.isProduction && secondFactors.length === 0,
  };
}

type Shown = { readonly id: string; readonly name: string; readonly email: string; readonly roles: readonly Role[] };

const shown = async ({ rules, database }: BffDeps, { id, name, email, roles }: Shown) => ({
  administrator: { id, name, email, roles: [...roles] },
  store: (await readStoreState(database)).state,
  permissions: [...permissionsOf(roles)],
  currencies: [...rules().currencies],
});

/** In the administrator's own audit trail. The actor is given, because the caller of a sign-in is still a visitor. */
const recordOwn = (
  call: SignInCall | Call<typeof adminAuthRoutes.adminSignOut>,
  administratorId: string,
  action: AdminAction,
  subject: readonly [kind: string, id: string],
) =>
  call.execute(actionOf(administratorId, action, subject), {
    step: action,
    wait: false,
    actor: { kind: 'administrator', id: administratorId },
  });
