import type { FastifyInstance } from 'fastify';
import type { AnswerOf } from '#bff/contract/base/route.ts';
import type { authRoutes } from '#bff/contract/identity/auth.ts';
import { findAccountByEmail, normalizeEmail, updateAccount } from '#bff/identity/accounts/accounts.ts';
import { loadCurrentUser } from '#bff/identity/accounts/current-user.ts';
import { waitingPassword } from '#bff/identity/accounts/sign-ups.ts';
import { findVerifiedFactor } from '#bff/identity/factors/mfa-factors.ts';
import { browserHashOf } from '#bff/identity/passwords/known-devices.ts';
import { provePassword } from '#bff/identity/passwords/prove-password.ts';
import { clearRefreshCookie, refreshCookieOf, setRefreshCookie } from '#bff/identity/sessions/refresh-cookie.ts';
import { endSession, endSessionOfToken, rotateSession } from '#bff/identity/sessions/sessions.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import type { Call, Handler } from '#bff/kit/http/call.ts';
import { requireSameOrigin } from '#bff/kit/http/same-origin.ts';
import { unauthenticated } from '#bff/kit/lib/api-error.ts';
import { answerSession, customerSteps, openSession } from './signed-in.ts';

export async function signIn(
  app: FastifyInstance,
  deps: BffDeps,
  call: Call<typeof authRoutes.signIn>,
): Promise<AnswerOf<typeof authRoutes.signIn>> {
  const { password, remember } = call.body;
  const email = normalizeEmail(call.body.email);
  const known = await findAccountByEmail(deps.database, email);
  // Whose address is not proven has no account to sign in to: only a sign-up that waits.
  const proven = known?.email_verified_at ? known : null;
  const waitingHash = () => waitingPassword(deps.database, known, browserHashOf(deps, call.request));
  const asked = { email, password, account: proven, waitingHash, id: known?.customer_id };
  const account = await provePassword(deps, call, 'sign-in', asked);
  if (deps.crypto.needsRehash(account.password_hash)) {
    const passwordHash = await deps.crypto.hashPassword(password);
    await updateAccount(deps.database, account.customer_id, { password_hash: passwordHash });
  }
  const customerId = account.customer_id;
  const asks = await customerSteps(app, deps).ask(customerId, account, remember);
  if (!asks) return openSession(app, deps, call, { customerId, remember, isMfaConfirmed: false });
  const factor = await findVerifiedFactor(deps.database, customerId);
  return { ...asks, factors: factor ? [{ id: factor.factor_id, type: 'totp' }] : [] };
}

export async function refresh(app: FastifyInstance, deps: BffDeps, call: Call<typeof authRoutes.refresh>) {
  requireSameOrigin(call.request, deps.config.publicUrl);
  const token = refreshCookieOf(call.request, deps.config);
  const rotated = token === undefined ? null : await rotateSession(deps, token, call.request.ip);
  if (!rotated) {
    if (token !== undefined) clearRefreshCookie(call.reply, deps.config);
    throw unauthenticated();
  }
  setRefreshCookie(call.reply, deps, rotated.refreshToken, rotated.remember);
  return answerSession(app, deps, rotated);
}

export function signOut(deps: BffDeps): Handler<typeof authRoutes.signOut> {
  return async (call) => {
    requireSameOrigin(call.request, deps.config.publicUrl);
    const token = refreshCookieOf(call.request, deps.config);
    if (token !== undefined) await endSessionOfToken(deps, token);
    const { actor } = call;
    if (actor.kind === 'customer' && actor.via.kind === 'session') {
      await endSession(deps.database, actor.via.sessionId, 'signed-out');
    }
    clearRefreshCookie(call.reply, deps.config);
    return { message: 'You are signed out.' };
  };
}

export async function session(deps: BffDeps, call: Call<typeof authRoutes.getSession>) {
  const { via, customerId } = call.actor;
  if (via.kind !== 'session') throw unauthenticated();
  return {
    data: {
      user: await loadCurrentUser(deps, customerId),
      expires_at: via.expiresAt.toISOString(),
      mfa_confirmed: via.isMfaConfirmed,
    },
  };
}
