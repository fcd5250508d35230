import { UniqueIntegrityConstraintViolationError } from 'slonik';
import type { authRoutes } from '#bff/contract/identity/auth.ts';
import { findAccountToken, useAccountToken } from '#bff/identity/accounts/account-tokens.ts';
import { findAccount, lockAccount, updateAccount } from '#bff/identity/accounts/accounts.ts';
import { sendResetMail } from '#bff/identity/accounts/verification-mails.ts';
import { bookRevocations } from '#bff/identity/api-keys/book-revocations.ts';
import { keptTransaction } from '#bff/identity/audit/keep-record.ts';
import { closeDoors } from '#bff/identity/passwords/close-doors.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import type { Call } from '#bff/kit/http/call.ts';
import { ApiError } from '#bff/kit/lib/api-error.ts';
import { NOW } from '#bff/kit/tables/sql.ts';

const RESTORED = {
  message: 'This address is yours again. Every device was signed out; we mailed you a link to choose a new password.',
};
const invalidLink = () =>
  new ApiError(422, 'link_invalid', 'This link is invalid, was used or has expired. Please contact our support.');

/**
 * Undoes a change of address, by the link that the old address got. The password may be stolen, so nobody signs in until a new one is
 * chosen by a link to the old address.
 */
export async function restoreEmail(deps: BffDeps, call: Call<typeof authRoutes.restoreEmail>) {
  const { user_id: customerId, hash } = call.body;
  const token = await findAccountToken(deps, deps.database, hash, 'restore-email');
  const account = await findAccount(deps.database, customerId);
  if (!token || !account || token.customer_id !== customerId || token.is_expired) throw invalidLink();
  if (token.is_used && account.email === token.email) {
    // The press before may have been cut off before its mail.
    await sendResetMail(deps, account);
    return RESTORED;
  }
  const passwordHash = await deps.crypto.hashPassword(deps.crypto.randomToken());
  const actor = { kind: 'customer', id: customerId } as const;
  await keptTransaction(deps, async (transaction, keep) => {
    await lockAccount(transaction, customerId);
    if (!(await useAccountToken(deps, transaction, hash, 'restore-email'))) throw invalidLink();
    await updateAccount(transaction, customerId, { email: token.email, email_verified_at: NOW });
    await closeDoors(transaction, customerId, { passwordHash, reason: 'email-restored' });
    await keep({ type: 'ChangeEmail', customerId }, actor);
    await keep({ type: 'VerifyEmail', customerId }, actor);
  }).catch((error: unknown) => {
    if (error instanceof UniqueIntegrityConstraintViolationError) throw invalidLink();
    throw error;
  });
  deps.security.note('email-taken-back', { accountId: customerId, address: call.request.ip });
  await bookRevocations(deps, customerId);
  await sendResetMail(deps, { ...account, email: token.email }, { isOwed: true });
  return RESTORED;
}
