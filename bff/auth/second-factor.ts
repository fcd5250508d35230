import type { FastifyRequest } from 'fastify';
import { v7 } from 'uuid';
import { isRecoveryCode } from '#bff/contract/auth-forms.ts';
import type { BffDeps } from '#bff/deps.ts';
import { ApiError, invalidField } from '#bff/lib/api-error.ts';
import {
  mfaEnabledMail,
  mfaRemovedMail,
  recoveryCodesMadeMail,
  recoveryCodeUsedMail,
} from '#bff/mails/account-mails.ts';
import { clearAttempts, countAttempt, type GuessKind, noteGuess } from './attempts.ts';
import { guesserOf } from './known-devices.ts';
import { acceptCode, dropSecondFactor, type Factor, findVerifiedFactor, markVerified } from './mfa-factors.ts';
import { countRecoveryCodes, makeRecoveryCodes, useRecoveryCode } from './recovery-codes.ts';

/** Whose second factor it is: a customer or an administrator. */
export type FactorOwner = { readonly id: string; readonly email: string; readonly name: string };

/** A guess at a password or a code: counted before it is judged, forgotten where it is right. @throws ApiError 429 */
export async function guessed<Verdict>(
  deps: Pick<BffDeps, 'database' | 'crypto' | 'config' | 'security'>,
  request: FastifyRequest,
  kind: GuessKind,
  accountId: string,
  judge: () => Promise<Verdict>,
): Promise<Verdict> {
  const guess = await guesserOf(deps, request, kind, accountId);
  await countAttempt(deps, guess);
  const verdict = await judge();
  if (verdict) await clearAttempts(deps, guess);
  else noteGuess(deps, kind === 'mfa' ? 'second-factor-failed' : 'step-up-failed', guess);
  return verdict;
}

/** A code of the authenticator app, or one of the recovery codes, whose use is announced. Each is accepted once. */
export async function acceptFactorCode(
  deps: BffDeps,
  owner: FactorOwner,
  factor: Factor,
  code: string,
): Promise<'app' | 'recovery' | null> {
  if (!isRecoveryCode(code)) return (await acceptCode(deps, factor, code)) ? 'app' : null;
  if (!(await useRecoveryCode(deps, owner.id, code))) return null;
  deps.security.note('recovery-code-used', { accountId: owner.id });
  const left = await countRecoveryCodes(deps.database, owner.id);
  await tell(deps, owner, recoveryCodeUsedMail(owner.name, left));
  return 'recovery';
}

export const wrongCode = () => invalidField('code', 'Failed to verify code. Please check the code and try again.');

/** A code of the second factor that an owner has set up. @throws ApiError 422, 429 */
export async function requireFactorCode(
  deps: BffDeps,
  request: FastifyRequest,
  owner: FactorOwner,
  code: string,
): Promise<'app' | 'recovery'> {
  const by = await guessed(deps, request, 'mfa', owner.id, async () => {
    const factor = await findVerifiedFactor(deps.database, owner.id);
    return factor && acceptFactorCode(deps, owner, factor, code);
  });
  if (!by) throw wrongCode();
  return by;
}

/** Makes a factor the owner's one: the recovery codes that come with it. Null where another setup was faster. */
export async function enableFactor(deps: BffDeps, owner: FactorOwner, factor: Factor): Promise<string[] | null> {
  if (!(await markVerified(deps, factor))) return null;
  const codes = await deps.database.transaction((transaction) => makeRecoveryCodes(deps, transaction, owner.id));
  await tell(deps, owner, mfaEnabledMail(owner.name));
  return codes;
}

export async function renewRecoveryCodes(deps: BffDeps, owner: FactorOwner): Promise<string[]> {
  if (!(await findVerifiedFactor(deps.database, owner.id))) {
    throw new ApiError(409, 'mfa_not_enabled', 'Set up an authenticator app first: recovery codes stand in for it.');
  }
  const codes = await deps.database.transaction((transaction) => makeRecoveryCodes(deps, transaction, owner.id));
  await tell(deps, owner, recoveryCodesMadeMail(owner.name));
  return codes;
}

/** From now on the password alone signs in. */
export async function disableFactor(deps: BffDeps, owner: FactorOwner): Promise<void> {
  await deps.database.transaction((transaction) => dropSecondFactor(transaction, owner.id));
  deps.security.note('second-factor-removed', { accountId: owner.id });
  await tell(deps, owner, mfaRemovedMail(owner.name));
}

const tell = (deps: Pick<BffDeps, 'mails'>, owner: FactorOwner, mail: ReturnType<typeof mfaEnabledMail>) =>
  deps.mails.send({ kind: 'second-factor', id: `second-factor-${v7()}`, to: owner.email, ...mail });
