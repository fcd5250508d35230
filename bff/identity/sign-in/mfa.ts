import type { FastifyInstance } from 'fastify';
import { v7 } from 'uuid';
import type { AnswerOf } from '#bff/contract/base/route.ts';
import type { secondFactorRoutes } from '#bff/contract/identity/second-factor-routes.ts';
import { findAccount } from '#bff/identity/accounts/accounts.ts';
import {
  closeChallenge,
  createChallenge,
  type Factor,
  factors,
  tryChallenge,
} from '#bff/identity/factors/mfa-factors.ts';
import { listPasskeys } from '#bff/identity/factors/passkey-store.ts';
import { countRecoveryCodes } from '#bff/identity/factors/recovery-codes.ts';
import {
  acceptFactorCode,
  beginFactor,
  disableFactor,
  enableFactor,
  type FactorOwner,
  guessed,
  renewRecoveryCodes,
  wrongCode,
} from '#bff/identity/factors/second-factor.ts';
import { resetDueAt } from '#bff/identity/factors/second-factor-reset.ts';
import { confirmSessionByMfa, endSessionsOf } from '#bff/identity/sessions/sessions.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import type { RequestActor } from '#bff/kit/http/actor.ts';
import type { Call } from '#bff/kit/http/call.ts';
import { ApiError, conflict, forbidden, found, notFound, unauthenticated } from '#bff/kit/lib/api-error.ts';
import { sql } from '#bff/kit/tables/sql.ts';
import { answerSession, customerSteps, openSession } from './signed-in.ts';

export const mfaEnroll = (
  deps: BffDeps,
  { actor: { customerId: id, email, name } }: Call<typeof secondFactorRoutes.enrollMfaFactor>,
) => beginFactor(deps, { id, email, name });

/** Who is at the code step: somebody half signed in (by their token), or a signed-in customer. */
async function subjectOf(app: FastifyInstance, deps: BffDeps, actor: RequestActor, mfaToken: string | undefined) {
  if (mfaToken !== undefined) {
    const { id: customerId, remember } = await customerSteps(app, deps).firstStepOf(mfaToken);
    return { kind: 'signing-in', customerId, remember } as const;
  }
  if (actor.kind !== 'customer' || actor.via.kind !== 'session') throw unauthenticated();
  return { kind: 'signed-in', customerId: actor.customerId, sessionId: actor.via.sessionId } as const;
}

const noFactor = () => notFound('No authenticator found. Please contact support.');

export async function mfaChallenge(
  app: FastifyInstance,
  deps: BffDeps,
  call: Call<typeof secondFactorRoutes.createMfaChallenge>,
) {
  const subject = await subjectOf(app, deps, call.actor, call.body.mfa_token);
  const factor = await factors.find(deps.database, { owner_id: subject.customerId, factor_id: call.body.factor_id });
  if (!factor || (subject.kind === 'signing-in' && !factor.verified_at)) throw noFactor();
  const challengeId = v7();
  const expiresAt = await createChallenge(deps.database, challengeId, factor.factor_id);
  return { challenge_id: challengeId, expires_at: expiresAt.toISOString() };
}

export async function mfaVerify(
  app: FastifyInstance,
  deps: BffDeps,
  call: Call<typeof secondFactorRoutes.verifyMfaChallenge>,
) {
  const { mfa_token, factor_id, challenge_id, code } = call.body;
  const subject = await subjectOf(app, deps, call.actor, mfa_token);
  const { customerId } = subject;
  const account = found(await findAccount(deps.database, customerId));
  const owner = { id: customerId, email: account.email, name: account.name, isCustomer: true } as const;
  const factor = await factors.find(deps.database, { owner_id: customerId, factor_id: factor_id });
  if (!factor || (subject.kind === 'signing-in' && !factor.verified_at)) throw noFactor();
  const by = await guessed(deps, call.request, 'mfa', customerId, async () => {
    if (!(await tryChallenge(deps.database, challenge_id, factor_id))) {
      throw new ApiError(422, 'mfa_challenge_over', 'This code step is over. Please start it again.');
    }
    return acceptFactorCode(deps, owner, factor, code);
  });
  if (!by) throw wrongCode();
  await closeChallenge(deps.database, challenge_id);
  if (subject.kind === 'signing-in') {
    return openSession(app, deps, call, { customerId, remember: subject.remember, isMfaConfirmed: true });
  }
  const recovery_codes = factor.verified_at ? undefined : await enable(deps, owner, factor, subject.sessionId);
  await confirmSessionByMfa(deps.database, subject.sessionId);
  return { ...(await answerSession(app, deps, subject)), ...(recovery_codes && { recovery_codes }) };
}

/** Requires the factor from now on, and ends other sessions, which never gave a code. */
async function enable(deps: BffDeps, owner: FactorOwner, factor: Factor, sessionId: string): Promise<string[]> {
  const command = { type: 'EnableMfa', customerId: owner.id, factorId: factor.factor_id } as const;
  const codes = await enableFactor(deps, owner, factor, async (transaction, keep) => {
    await keep(command, { kind: 'customer', id: owner.id });
    await endSessionsOf(transaction, owner.id, 'second-factor-enabled', sessionId);
  });
  if (codes) return codes;
  throw conflict(
    'mfa_setup_replaced',
    'This setup was replaced by another one, begun elsewhere. Please use the newer code, or start again.',
  );
}

export const recoveryCodes = async (
  deps: BffDeps,
  { actor: { customerId: id, email, name } }: Call<typeof secondFactorRoutes.makeRecoveryCodes>,
) => ({
  recovery_codes: await renewRecoveryCodes(deps, { id, email, name }),
});

export async function mfaFactors(
  deps: BffDeps,
  call: Call<typeof secondFactorRoutes.listMfaFactors>,
): Promise<AnswerOf<typeof secondFactorRoutes.listMfaFactors>> {
  const { customerId } = call.actor;
  const all = await factors.list(deps.database, { owner_id: customerId }, sql.fragment`order by created_at`);
  return {
    recovery_codes_left: await countRecoveryCodes(deps.database, customerId),
    reset_due_at: await resetDueAt(deps.database, customerId),
    passkeys: await listPasskeys(deps.database, customerId),
    data: all.map((factor) => ({
      id: factor.factor_id,
      type: 'totp',
      status: factor.verified_at ? 'verified' : 'unverified',
      created_at: factor.created_at.toISOString(),
      verified_at: factor.verified_at?.toISOString() ?? null,
    })),
  };
}

export async function mfaUnenroll(deps: BffDeps, call: Call<typeof secondFactorRoutes.removeMfaFactor>) {
  const { customerId, email, name, via } = call.actor;
  const factor = await factors.find(deps.database, { owner_id: customerId, factor_id: call.params.id });
  if (!factor) throw noFactor();
  if (factor.verified_at) {
    // With a stolen access token of a session without a code, nobody may switch the codes off.
    if (via.kind !== 'session' || !via.isMfaConfirmed) {
      throw forbidden('mfa_required', 'Please confirm with a second factor first.');
    }
    const command = { type: 'DisableMfa', customerId, factorId: factor.factor_id } as const;
    const owner = { id: customerId, email, name };
    await disableFactor(deps, owner, (_, keep) => keep(command, { kind: 'customer', id: customerId }));
  } else {
    await factors.remove(deps.database, { factor_id: factor.factor_id });
  }
  return { message: 'The authenticator app was removed.' };
}
