import type { authRoutes } from '#bff/contract/identity/auth.ts';
import { findAccountToken, issueAccountToken, useAccountToken } from '#bff/identity/accounts/account-tokens.ts';
import { findAccount, lockAccount } from '#bff/identity/accounts/accounts.ts';
import { sendResetMail } from '#bff/identity/accounts/verification-mails.ts';
import { bookRevocations } from '#bff/identity/api-keys/book-revocations.ts';
import { keptTransaction } from '#bff/identity/audit/keep-record.ts';
import { closeDoors } from '#bff/identity/passwords/close-doors.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import type { Call } from '#bff/kit/http/call.ts';
import { ApiError } from '#bff/kit/lib/api-error.ts';
import { lockFactors } from './mfa-factors.ts';
import { listFactorsSince, removeFactors } from './young-factors.ts';

const UNDONE = {
  message:
    'It was removed, with everything that was added after it. Every device was signed out; we mailed you a link to choose a new password.',
};
const invalidLink = () =>
  new ApiError(
    422,
    'link_invalid',
    'This link is invalid or has expired. If your email address was changed, take it back first, by the link in that mail; else contact our support.',
  );

/** The link of the mail "… was added": a reader of the customer's mail can take the factor out again. */
export async function linkToUndo(
  deps: Pick<BffDeps, 'crypto' | 'config' | 'rules' | 'database'>,
  { id: customerId, email }: { readonly id: string; readonly email: string },
  factorId: string,
): Promise<string> {
  const token = await issueAccountToken(deps, deps.database, { customerId, purpose: 'undo-factor', email, factorId });
  return `${deps.config.publicUrl}/not-me/${customerId}/${token}`;
}

/**
 * Removes a second factor that somebody else added, by the link of its mail. They know the password or had a session, so nobody signs in until
 * a new password is chosen by a link to the owner's address. A second press changes nothing.
 */
export async function undoFactor(deps: BffDeps, call: Call<typeof authRoutes.undoSecondFactor>) {
  const { user_id: customerId, hash } = call.body;
  const token = await findAccountToken(deps, deps.database, hash, 'undo-factor');
  const account = await findAccount(deps.database, customerId);
  if (!token || !account || token.customer_id !== customerId || token.factor_id === null) throw invalidLink();
  // The mail went to an address that is no longer the account's.
  if (token.is_expired || token.email !== account.email) throw invalidLink();
  if (token.is_used) {
    // The press before may have been cut off before its mail.
    await sendResetMail(deps, account);
    return UNDONE;
  }
  const { factor_id: factorId } = token;
  const passwordHash = await deps.crypto.hashPassword(deps.crypto.randomToken());
  const actor = { kind: 'customer', id: customerId } as const;
  await keptTransaction(deps, async (transaction, keep) => {
    await lockFactors(transaction, customerId);
    await lockAccount(transaction, customerId);
    if (!(await useAccountToken(deps, transaction, hash, 'undo-factor'))) return;
    const factors = await listFactorsSince(transaction, customerId, factorId);
    await removeFactors(transaction, customerId, factors);
    await closeDoors(transaction, customerId, { passwordHash, reason: 'factor-undone' });
    for (const { id } of factors) await keep({ type: 'DisableMfa', customerId, factorId: id }, actor);
  });
  deps.security.note('factor-undone', { accountId: customerId, address: call.request.ip });
  await bookRevocations(deps, customerId);
  await sendResetMail(deps, account, { isOwed: true });
  return UNDONE;
}
