import { v7 } from 'uuid';
import type { authRoutes } from '#bff/contract/auth-routes.ts';
import type { BffDeps } from '#bff/deps.ts';
import type { Handler } from '#bff/http/call.ts';
import { ApiError } from '#bff/lib/api-error.ts';
import { passwordChangedMail } from '#bff/mails/account-mails.ts';
import { findAccountToken, secondsSinceLastToken, useAccountToken, voidAccountTokens } from './account-tokens.ts';
import { findAccount, findAccountByEmail, setPasswordHash } from './accounts.ts';
import { endSessionsOf } from './sessions.ts';
import { sendResetMail } from './verification-mails.ts';

/** Between two reset mails to one account. */
const RESET_COOLDOWN_S = 30;

export function forgotPassword(deps: BffDeps): Handler<typeof authRoutes.forgotPassword> {
  return async (call) => {
    const account = await findAccountByEmail(deps.database, call.body.email);
    if (account) {
      const age = await secondsSinceLastToken(deps.database, account.customer_id, 'reset-password');
      if (age === undefined || age >= RESET_COOLDOWN_S) await sendResetMail(deps, account);
    }
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
    const passwordHash = await deps.crypto.hashPassword(password);
    if (!(await useAccountToken(deps, deps.database, token, 'reset-password'))) throw invalid();
    await setPasswordHash(deps.database, account.customer_id, passwordHash);
    await voidAccountTokens(deps.database, account.customer_id, 'reset-password');
    await endSessionsOf(deps.database, account.customer_id, 'password-changed');
    await call.execute(
      { type: 'ChangePassword', customerId: account.customer_id },
      { actor: { kind: 'customer', id: account.customer_id }, wait: false },
    );
    await deps.mails.send({
      id: `password-${v7()}`,
      to: account.email,
      ...passwordChangedMail(account.name, `${deps.config.publicUrl}/forgot-password`),
    });
    return { message: 'Password Reset Successful' };
  };
}
