import type { FastifyRequest } from 'fastify';
import { v7 } from 'uuid';
import type { z } from 'zod';
import { isRecoveryCode } from '#bff/contract/identity/auth-forms.ts';
import type { NewPasskey, PasskeyAdded } from '#bff/contract/identity/passkey.ts';
import { type Keeping, keptTransaction } from '#bff/identity/audit/keep-record.ts';
import { clearAttempts, countAttempt, type GuessKind, noteGuess } from '#bff/identity/passwords/attempts.ts';
import { guesserOf } from '#bff/identity/passwords/known-devices.ts';
import { secondFactorsOf } from '#bff/identity/sessions/session-proof.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import { conflict, found, invalidField } from '#bff/kit/lib/api-error.ts';
import type { Mail } from '#bff/kit/mails/layout.ts';
import type { Queryable } from '#bff/kit/tables/sql.ts';
import {
  mfaEnabledMail,
  mfaRemovedMail,
  passkeyAddedMail,
  passkeyRemovedMail,
  recoveryCodesMadeMail,
  recoveryCodeUsedMail,
  type Undo,
} from '#bff/papers/mails/second-factor-mails.ts';
import {
  acceptCode,
  createFactor,
  type Factor,
  factors,
  findVerifiedFactor,
  lockFactors,
  markVerified,
} from './mfa-factors.ts';
import { passkeys } from './passkey-store.ts';
import { judgeNewPasskey } from './passkeys.ts';
import { countRecoveryCodes, dropRecoveryCodes, makeRecoveryCodes, useRecoveryCode } from './recovery-codes.ts';
import { linkToUndo } from './undo-factor.ts';

export type FactorOwner = {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  /** A customer's mail on a new factor has a link that removes it; administrators have each other. */
  readonly isCustomer?: true;
};

/** Counts a guess at a password or a code before it is judged, and clears the count where it is right. @throws ApiError 429 */
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

/** Accepts a code of the app, or a recovery code, whose use is mailed to the owner. Each code is accepted once. */
export async function acceptFactorCode(
  deps: BffDeps,
  owner: FactorOwner,
  factor: Factor | null,
  code: string,
): Promise<'app' | 'recovery' | null> {
  if (!isRecoveryCode(code)) return factor && (await acceptCode(deps, factor, code)) ? 'app' : null;
  if (!(await useRecoveryCode(deps, owner.id, code))) return null;
  deps.security.note('recovery-code-used', { accountId: owner.id });
  const left = await countRecoveryCodes(deps.database, owner.id);
  await mailTo(deps, owner, recoveryCodeUsedMail(left));
  return 'recovery';
}

export const wrongCode = () => invalidField('code', 'Failed to verify code. Please check the code and try again.');

/** Requires a code of the owner's app, or a recovery code. @throws ApiError 422, 429 */
export async function requireFactorCode(
  deps: BffDeps,
  request: FastifyRequest,
  owner: FactorOwner,
  code: string,
): Promise<'app' | 'recovery'> {
  const by = await guessed(deps, request, 'mfa', owner.id, async () =>
    acceptFactorCode(deps, owner, await findVerifiedFactor(deps.database, owner.id), code),
  );
  if (!by) throw wrongCode();
  return by;
}

/** An owner's first factor brings recovery codes; further factors leave them as they are. */
const codesOfFirst = async (deps: BffDeps, transaction: Queryable, ownerId: string, before: readonly unknown[]) =>
  before.length === 0 ? makeRecoveryCodes(deps, transaction, ownerId) : [];

/** Recovery codes replace a factor, so they are deleted with the last one. True where that was the last one. */
async function dropCodesAfterLast(transaction: Queryable, ownerId: string): Promise<boolean> {
  const isLast = (await secondFactorsOf(transaction, ownerId)).length === 0;
  if (isLast) await dropRecoveryCodes(transaction, ownerId);
  return isLast;
}

/** Begins to set up an app: returns its secret as a text and as a link for a QR code. @throws ApiError 409 */
export async function beginFactor(deps: BffDeps, { id: ownerId, email }: FactorOwner) {
  const factorId = v7();
  const created = await createFactor(deps, { factorId, ownerId, email });
  if (!created) throw conflict('mfa_already_enabled', 'Two-factor authentication is enabled already.');
  return { id: factorId, type: 'totp' as const, totp: { ...created, qr_code: created.uri } };
}

/**
 * What belongs to a change of second factors, in its transaction: the commands that book it, and the sessions that it ends. `isFirst`: the
 * owner had none before.
 */
export type Booking = (transaction: Queryable, keep: Keeping, isFirst: boolean) => Promise<unknown>;

/** Enables an app and returns the recovery codes that come with it. Null where another setup was faster. */
export async function enableFactor(
  deps: BffDeps,
  owner: FactorOwner,
  factor: Factor,
  book: Booking,
): Promise<string[] | null> {
  const codes = await keptTransaction(deps, async (transaction, keep) => {
    await lockFactors(transaction, owner.id);
    const before = await secondFactorsOf(transaction, owner.id);
    if (!(await markVerified(transaction, factor))) return null;
    await book(transaction, keep, before.length === 0);
    return codesOfFirst(deps, transaction, owner.id, before);
  });
  if (codes) await mailAdded(deps, owner, factor.factor_id, mfaEnabledMail);
  return codes;
}

/** Removes the app, which is no longer required. */
export async function disableFactor(deps: BffDeps, owner: FactorOwner, book: Booking): Promise<void> {
  const isLast = await keptTransaction(deps, async (transaction, keep) => {
    await lockFactors(transaction, owner.id);
    await factors.remove(transaction, { owner_id: owner.id });
    await book(transaction, keep, false);
    return dropCodesAfterLast(transaction, owner.id);
  });
  noteRemoved(deps, owner, isLast);
  await mailTo(deps, owner, mfaRemovedMail(isLast));
}

/** @throws ApiError 409, 422 */
export async function addPasskey(
  deps: BffDeps,
  request: FastifyRequest,
  owner: FactorOwner,
  wanted: { passkeyId: string; name?: string | undefined; passkey: NewPasskey },
  book: Booking,
): Promise<z.infer<typeof PasskeyAdded>> {
  const judged = await judgeNewPasskey(deps, request, owner.id, wanted);
  const { isFirst, ...added } = await keptTransaction(deps, async (transaction, keep) => {
    await lockFactors(transaction, owner.id);
    const before = await secondFactorsOf(transaction, owner.id);
    const data = await passkeys.insertNew(transaction, judged);
    if (!data) throw conflict('passkey_known', 'This passkey is set up already.');
    const recovery_codes = await codesOfFirst(deps, transaction, owner.id, before);
    const isFirst = before.length === 0;
    await book(transaction, keep, isFirst);
    return { data, recovery_codes, isFirst };
  });
  await mailAdded(deps, owner, wanted.passkeyId, (undo) => passkeyAddedMail(added.data.name, isFirst, undo));
  return { message: 'Your passkey was added.', ...added };
}

/** @throws ApiError 404 */
export async function renamePasskeyOf({ database }: BffDeps, owner: FactorOwner, passkeyId: string, name: string) {
  const data = found(await passkeys.change(database, { passkey_id: passkeyId, owner_id: owner.id }, { name }));
  return { message: 'Your passkey was renamed.', data };
}

/** `isRequired`: an owner who must have a second factor keeps the last one. @throws ApiError 404, 409 */
export async function removePasskey(
  deps: BffDeps,
  owner: FactorOwner,
  passkeyId: string,
  isRequired: boolean,
  book: Booking,
): Promise<void> {
  const { name, isLast } = await keptTransaction(deps, async (transaction, keep) => {
    await lockFactors(transaction, owner.id);
    const gone = await passkeys.take(transaction, { passkey_id: passkeyId, owner_id: owner.id });
    const { name } = found(gone, 'This passkey was removed already.');
    const isLast = await dropCodesAfterLast(transaction, owner.id);
    if (isLast && isRequired) {
      throw conflict(
        'last_second_factor',
        'This is your only second factor, and one is required. Add another passkey or an authenticator app first.',
      );
    }
    await book(transaction, keep, false);
    return { name, isLast };
  });
  noteRemoved(deps, owner, isLast);
  await mailTo(deps, owner, passkeyRemovedMail(name, isLast));
}

function noteRemoved(deps: BffDeps, owner: FactorOwner, isLast: boolean): void {
  if (isLast) deps.security.note('second-factor-removed', { accountId: owner.id });
}

export async function renewRecoveryCodes(deps: BffDeps, owner: FactorOwner, book?: Booking): Promise<string[]> {
  if ((await secondFactorsOf(deps.database, owner.id)).length === 0) {
    throw conflict(
      'mfa_not_enabled',
      'Set up a passkey or an authenticator app first: recovery codes stand in for it.',
    );
  }
  const codes = await keptTransaction(deps, async (transaction, keep) => {
    await book?.(transaction, keep, false);
    return makeRecoveryCodes(deps, transaction, owner.id);
  });
  await mailTo(deps, owner, recoveryCodesMadeMail);
  return codes;
}

/** It has no cool-down: each factor has a link of its own. */
async function mailAdded(
  deps: BffDeps,
  owner: FactorOwner,
  factorId: string,
  mailOf: (undo: Undo | undefined) => Mail,
): Promise<void> {
  const days = deps.rules().youngFactorDays;
  const undo = owner.isCustomer ? { url: await linkToUndo(deps, owner, factorId), days } : undefined;
  await deps.mails.send('factor-added', owner, mailOf(undo));
}

const mailTo = (deps: Pick<BffDeps, 'mails'>, owner: FactorOwner, mail: Mail) =>
  deps.mails.send('second-factor', owner, mail);
