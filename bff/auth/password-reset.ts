import type { authRoutes } from '#bff/contract/auth-routes.ts';
import type { BffDeps } from '#bff/deps.ts';
import type { Handler } from '#bff/http/call.ts';
import { ApiError } from '#bff/lib/api-error.ts';
import { sql } from '#bff/lib/sql.ts';
import { requestLink } from './account-links.ts';
import { findAccountToken, useAccountToken } from './account-tokens.ts';
import { findAccount, lockAccount, updateAccount } from './accounts.ts';
import { announceNewPassword, closeDoors } from './close-doors.ts';
import { requireUncommonPassword } from './common-passwords.ts';
import { dropSignUps } from './sign-ups.ts';
import { proveInLedger } from './verify-email.ts';

export function forgotPassword(deps: BffDeps): Handler<typeof authRoutes.forgotPassword> {
  return async (call) => {
    await requestLink(deps, call, 'reset-password', call.body.email);
    return { message: 'If this address has an account, a link to choose a new password is on its way.' };
  };
}

export function resetPassword(deps: BffDeps): Handler<typeof authRoutes.resetPassword> {
  return async (call) => {
    const { token, password } = call.body;
    const invalid = () => new ApiError(422, 'reset_link_invalid', 'Invalid or expired reset link. Please try again.');
    const found = await findAccountToken(deps, deps.database, token, 'reset-password');
    const account = found ? await findAccount(deps.database, found.customer_id) : null;
    if (!found || !account || account.email !== found.email) throw invalid();
    await requireUncommonPassword(password, account);
    const passwordHash = await deps.crypto.hashPassword(password);
    // The link proves the address, too.
    if (!account.email_verified_at) await proveInLedger(deps, call, account.customer_id);
    await deps.database.transaction(async (transaction) => {
      await lockAccount(transaction, account.customer_id);
      if (!(await useAccountToken(deps, transaction, token, 'reset-password'))) throw invalid();
      await closeDoors(transaction, account.customer_id, { passwordHash, reason: 'password-changed' });
      await updateAccount(
        transaction,
        account.customer_id,
        sql.fragment`email_verified_at = coalesce(email_verified_at, now())`,
      );
      await dropSignUps(transaction, account.customer_id);
    });
    await call.execute(
      { type: 'ChangePassword', customerId: account.customer_id },
      { actor: { kind: 'customer', id: account.customer_id }, wait: false },
    );
    deps.security.note('password-reset', { accountId: account.customer_id, address: call.request.ip });
    await announceNewPassword(deps, account);
    return { message: 'Password Reset Successful' };
  };
}
