import type { FastifyInstance } from 'fastify';
import { v7 } from 'uuid';
import type { RouteContract } from '#bff/contract/base/route.ts';
import type { SignedIn } from '#bff/contract/identity/auth.ts';
import { findAccount, noteSignIn } from '#bff/identity/accounts/accounts.ts';
import { loadCurrentUser } from '#bff/identity/accounts/current-user.ts';
import { noteDevice } from '#bff/identity/passwords/known-devices.ts';
import { notVerified } from '#bff/identity/passwords/prove-password.ts';
import { accessToken } from '#bff/identity/sessions/access-tokens.ts';
import { setRefreshCookie } from '#bff/identity/sessions/refresh-cookie.ts';
import { originOf, startSession } from '#bff/identity/sessions/sessions.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import type { Call } from '#bff/kit/http/call.ts';
import { forbidden } from '#bff/kit/lib/api-error.ts';
import { newDeviceMail } from '#bff/papers/mails/account-mails.ts';
import { secondStep } from './second-step.ts';

/** How long a customer's access token is valid. */
const ACCESS_TOKEN_MINUTES = 15;

/** The answer of a session: a fresh access token and the user. */
export async function answerSession(
  app: FastifyInstance,
  deps: BffDeps,
  session: { sessionId: string; customerId: string },
): Promise<SignedIn> {
  const expiresAt = new Date(deps.clock().getTime() + ACCESS_TOKEN_MINUTES * 60_000);
  return {
    status: 'signed_in',
    access_token: accessToken.sign(app, expiresAt, { sub: session.customerId, sid: session.sessionId }),
    token_type: 'bearer',
    expires_at: expiresAt.toISOString(),
    user: await loadCurrentUser(deps, session.customerId),
  };
}

/**
 * Opens a session for a customer who has proven their identity, sets its refresh cookie and answers with it. @throws ApiError 403 for an
 * account that is frozen, or whose erasure is confirmed
 */
export async function openSession(
  app: FastifyInstance,
  deps: BffDeps,
  call: Pick<Call<RouteContract>, 'request' | 'reply'>,
  wanted: { customerId: string; remember: boolean; isMfaConfirmed: boolean },
): Promise<SignedIn> {
  const account = await noteSignIn(deps.database, wanted.customerId);
  if (!account) {
    const frozen = (await findAccount(deps.database, wanted.customerId))?.frozen_at;
    throw frozen
      ? forbidden(
          'account_frozen',
          'Your account is frozen, to protect it. Your money is safe. Please contact our support.',
        )
      : forbidden('account_closed', 'Your account is being erased, as you asked. Nobody can sign in any more.');
  }
  const session = await startSession(deps, {
    sessionId: v7(),
    ...wanted,
    ...originOf(call.request),
  });
  const owner = { id: wanted.customerId, email: account.email, name: account.name };
  await noteDevice(deps, call, owner, { mailOf: newDeviceMail, path: '/forgot-password' });
  setRefreshCookie(call.reply, deps, session.refreshToken, wanted.remember);
  return answerSession(app, deps, { sessionId: session.sessionId, customerId: wanted.customerId });
}

export const customerSteps = (app: FastifyInstance, deps: BffDeps) =>
  secondStep(app, deps, {
    namespace: 'customer',
    find: (id) => findAccount(deps.database, id),
    async enter(call: Pick<Call<RouteContract>, 'request' | 'reply'>, account, { remember, by }) {
      // Who gave the password has proven the address before.
      if (by === 'passkey' && !account.email_verified_at) throw notVerified();
      return openSession(app, deps, call, { customerId: account.customer_id, remember, isMfaConfirmed: true });
    },
  });
