import type { authRoutes } from '#bff/contract/identity/auth.ts';
import { requestLink } from '#bff/identity/accounts/account-links.ts';
import { findAccountToken, useAccountToken } from '#bff/identity/accounts/account-tokens.ts';
import { type Account, findAccount, lockAccount, updateAccount } from '#bff/identity/accounts/accounts.ts';
import { dropSignUps, listSignUps } from '#bff/identity/accounts/sign-ups.ts';
import { keptTransaction } from '#bff/identity/audit/keep-record.ts';
import { lockFactors } from '#bff/identity/factors/mfa-factors.ts';
import { listYoungFactors, removeFactors } from '#bff/identity/factors/young-factors.ts';
import { announceNewPassword, closeDoors } from '#bff/identity/passwords/close-doors.ts';
import { requireUncommonPassword } from '#bff/identity/passwords/common-passwords.ts';
import { browserHashOf } from '#bff/identity/passwords/known-devices.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import type { Call } from '#bff/kit/http/call.ts';
import { keptJson } from '#bff/kit/lib/accepted-texts.ts';
import { ApiError } from '#bff/kit/lib/api-error.ts';
import { type Queryable, sql } from '#bff/kit/tables/sql.ts';
import { proveInLedger } from './verify-email.ts';

export async function forgotPassword(deps: BffDeps, call: Call<typeof authRoutes.forgotPassword>) {
  await requestLink(deps, call, 'reset-password', call.body.email);
  return { message: 'If this address has an account, a link to choose a new password is on its way.' };
}

const invalid = () => new ApiError(422, 'reset_link_invalid', 'Invalid or expired reset link. Please try again.');

/** The account of a link, which works still. @throws ApiError 422 */
async function accountOf(deps: BffDeps, token: string): Promise<Account> {
  const found = await findAccountToken(deps, deps.database, token, 'reset-password');
  const account = found ? await findAccount(deps.database, found.customer_id) : null;
  if (!found || found.is_used || found.is_expired || account?.email !== found.email) throw invalid();
  return account;
}

/** What the reset removes unless it is kept: somebody who knew the password may have added it. */
export async function youngFactors(deps: BffDeps, { body }: Call<typeof authRoutes.listYoungFactors>) {
  const { customer_id } = await accountOf(deps, body.token);
  const factors = await listYoungFactors(deps, deps.database, customer_id);
  return { data: factors.map((factor) => ({ ...factor, added_at: factor.added_at.toISOString() })) };
}

/** What the owner of the address accepted: in this browser, else in the only sign-up that waits. Others' sign-ups accept nothing for them. */
async function acceptedWaiting(
  deps: BffDeps,
  transaction: Queryable,
  { request }: Pick<Call<typeof authRoutes.resetPassword>, 'request'>,
  customerId: string,
): Promise<string | null> {
  const waiting = await listSignUps(transaction, customerId);
  const browserHash = browserHashOf(deps, request);
  const own = waiting.find(({ browser_hash }) => browserHash?.equals(browser_hash));
  return keptJson((own ?? (waiting.length === 1 ? waiting[0] : undefined))?.accepted_texts ?? null);
}

export async function resetPassword(deps: BffDeps, call: Call<typeof authRoutes.resetPassword>) {
  const { token, password, keep_factors } = call.body;
  const account = await accountOf(deps, token);
  await requireUncommonPassword(password, account);
  const passwordHash = await deps.crypto.hashPassword(password);
  const customerId = account.customer_id;
  // The link proves the address, too.
  if (!account.email_verified_at) await proveInLedger(deps, call, customerId);
  const actor = { kind: 'customer', id: customerId } as const;
  const removed = await keptTransaction(deps, async (transaction, keep) => {
    await lockFactors(transaction, customerId);
    await lockAccount(transaction, customerId);
    if (!(await useAccountToken(deps, transaction, token, 'reset-password'))) throw invalid();
    await closeDoors(transaction, customerId, { passwordHash, reason: 'password-changed' });
    const provenAt = sql.fragment`coalesce(email_verified_at, now())`;
    const accepted = account.email_verified_at ? undefined : await acceptedWaiting(deps, transaction, call, customerId);
    await updateAccount(transaction, customerId, { email_verified_at: provenAt, accepted_texts: accepted });
    await dropSignUps(transaction, customerId);
    const young = await listYoungFactors(deps, transaction, customerId);
    const unconfirmed = young.filter(({ id }) => !keep_factors.includes(id));
    await removeFactors(transaction, customerId, unconfirmed);
    await keep({ type: 'ChangePassword', customerId }, actor);
    for (const { id } of unconfirmed) await keep({ type: 'DisableMfa', customerId, factorId: id }, actor);
    return unconfirmed;
  });
  deps.security.note('password-reset', { accountId: customerId, address: call.request.ip });
  await announceNewPassword(
    deps,
    account,
    removed.map(({ name }) => name),
  );
  return { message: 'Password Reset Successful' };
}
