import type { FastifyInstance } from 'fastify';
import type { secondFactorRoutes } from '#bff/contract/identity/second-factor-routes.ts';
import { findAccount } from '#bff/identity/accounts/accounts.ts';
import { askForPasskey, beginPasskey, passkeyRefused, provePasskey } from '#bff/identity/factors/passkeys.ts';
import {
  addPasskey,
  type FactorOwner,
  removePasskey,
  renamePasskeyOf,
  requireFactorCode,
} from '#bff/identity/factors/second-factor.ts';
import { mfaToken, versionOf } from '#bff/identity/sessions/access-tokens.ts';
import { confirmSessionByMfa, endSessionsOf } from '#bff/identity/sessions/sessions.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import { type CustomerActor, ledgerActor } from '#bff/kit/http/actor.ts';
import type { Handler } from '#bff/kit/http/call.ts';
import type { Handlers } from '#bff/kit/http/register-routes.ts';
import { unauthenticated } from '#bff/kit/lib/api-error.ts';
import { requireVerified } from './sign-in.ts';
import { openSession } from './signed-in.ts';

type Routes = typeof secondFactorRoutes;

const ownerOf = ({ customerId, email, name }: CustomerActor): FactorOwner => ({
  id: customerId,
  email,
  name,
  isCustomer: true,
});

/** The customer who gave the password. @throws ApiError 401 */
export async function firstStepOf(app: FastifyInstance, { database }: Pick<BffDeps, 'database'>, token: string) {
  const claims = mfaToken.verify(app, token);
  const account = claims && (await findAccount(database, claims.sub));
  if (!account || versionOf(account.password_hash) !== claims.password) {
    throw unauthenticated('This sign-in took too long. Please enter your password again.');
  }
  return { customerId: claims.sub, remember: claims.remember, account };
}

export function passkeyHandlers(
  deps: BffDeps,
): Pick<Handlers<Routes>, 'beginPasskey' | 'addPasskey' | 'renamePasskey' | 'removePasskey'> {
  return {
    beginPasskey: (call) => beginPasskey(deps, call, { id: call.actor.customerId, label: call.actor.email }),
    addPasskey: async (call) => {
      const { actor, body, request } = call;
      const { customerId, via } = actor;
      const passkeyId = call.newId('passkey');
      const sessionId = via.kind === 'session' ? via.sessionId : null;
      return addPasskey(deps, request, ownerOf(actor), { passkeyId, ...body }, async (transaction, keep, isFirst) => {
        await keep({ type: 'EnableMfa', customerId, factorId: passkeyId }, ledgerActor(actor));
        if (sessionId === null) return;
        if (isFirst) await endSessionsOf(transaction, customerId, 'second-factor-enabled', sessionId);
        await confirmSessionByMfa(transaction, sessionId);
      });
    },
    renamePasskey: ({ actor, params, body }) => renamePasskeyOf(deps, ownerOf(actor), params.id, body.name),
    removePasskey: async (call) => {
      const { actor, params } = call;
      const command = { type: 'DisableMfa', customerId: actor.customerId, factorId: params.id } as const;
      await removePasskey(deps, ownerOf(actor), params.id, false, (_, keep) => keep(command, ledgerActor(actor)));
      return { message: 'Your passkey was removed.' };
    },
  };
}

export function signInCode(app: FastifyInstance, deps: BffDeps): Handler<Routes['signInByCode']> {
  return async (call) => {
    const { customerId, remember, account } = await firstStepOf(app, deps, call.body.mfa_token);
    const owner = { id: customerId, email: account.email, name: account.name };
    await requireFactorCode(deps, call.request, owner, call.body.code);
    return openSession(app, deps, call, { customerId, remember, isMfaConfirmed: true });
  };
}

export function passkeyChallenge(app: FastifyInstance, deps: BffDeps): Handler<Routes['createPasskeyChallenge']> {
  return async (call) => {
    const { actor, body } = call;
    if (body.mfa_token !== undefined) {
      return askForPasskey(deps, call, (await firstStepOf(app, deps, body.mfa_token)).customerId);
    }
    return askForPasskey(deps, call, actor.kind === 'customer' ? actor.customerId : null);
  };
}

/** Alone, or as the second step. */
export function signInPasskey(app: FastifyInstance, deps: BffDeps): Handler<Routes['signInByPasskey']> {
  return async (call) => {
    const { mfa_token, passkey, remember } = call.body;
    const step = mfa_token === undefined ? null : await firstStepOf(app, deps, mfa_token);
    const { owner_id: customerId } = await provePasskey(deps, call.request, step?.customerId ?? null, passkey);
    const account = await findAccount(deps.database, customerId);
    if (!account) throw passkeyRefused();
    requireVerified(account);
    return openSession(app, deps, call, { remember: step?.remember ?? remember, customerId, isMfaConfirmed: true });
  };
}
