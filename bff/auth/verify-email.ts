import { UniqueIntegrityConstraintViolationError } from 'slonik';
import type { authRoutes } from '#bff/contract/auth-routes.ts';
import type { BffDeps } from '#bff/deps.ts';
import type { Call, Handler } from '#bff/http/call.ts';
import { ApiError } from '#bff/lib/api-error.ts';
import { sql } from '#bff/lib/sql.ts';
import { emailChangedMail } from '#bff/mails/account-mails.ts';
import { newMail } from '#bff/mails/new-mail.ts';
import { LINK_COOLDOWN_S, requestLink } from './account-links.ts';
import { findAccountToken, issueAccountToken, useAccountToken, voidAccountTokens } from './account-tokens.ts';
import { type Account, findAccount, lockAccount, updateAccount } from './accounts.ts';
import { registerInLedger } from './register-in-ledger.ts';

const VERIFIED = { message: 'Your email address is verified.' };
const invalidLink = () =>
  new ApiError(422, 'link_invalid', 'Failed to verify your email. The link may be invalid or expired.');
const expiredLink = () =>
  new ApiError(
    410,
    'link_expired',
    'The email verification link has expired. Please request a new verification email.',
  );

type VerifyRoute = typeof authRoutes.verifyEmail;

/** Confirms the account's address, or a new one that waits for it. A link may be opened twice, because mail scanners open them. */
export function verifyEmail(deps: BffDeps): Handler<VerifyRoute> {
  return async (call) => {
    const { user_id: customerId, hash } = call.body;
    const token = await findAccountToken(deps, deps.database, hash, 'verify-email');
    const account = await findAccount(deps.database, customerId);
    if (!token || !account || token.customer_id !== customerId) throw invalidLink();
    const isOwn = token.email === account.email;
    if (isOwn && account.email_verified_at) return VERIFIED;
    if (!isOwn && token.email !== account.pending_email) throw invalidLink();
    if (token.is_expired || token.is_used) throw expiredLink();
    const isConfirmed = isOwn
      ? await confirmFirst(deps, call, account)
      : await confirmNew(deps, call, account, token.email);
    if (isConfirmed) return VERIFIED;
    // The same link was opened twice at once, or was replaced.
    const now = await findAccount(deps.database, customerId);
    if (now?.email !== token.email || !now.email_verified_at) throw expiredLink();
    return VERIFIED;
  };
}

/**
 * The ledger comes first: after a crash between the two, the link works again and the commands change nothing more. False where the link
 * stopped working meanwhile, because another sign-up took the account over.
 */
async function confirmFirst(deps: BffDeps, call: Call<VerifyRoute>, account: Account): Promise<boolean> {
  const actor = { kind: 'customer', id: account.customer_id } as const;
  // Completes a registration that was cut off after the account was stored.
  await registerInLedger(deps, account.customer_id, call.correlationId);
  await call.execute({ type: 'VerifyEmail', customerId: account.customer_id }, { actor });
  return deps.database.transaction(async (transaction) => {
    await lockAccount(transaction, account.customer_id);
    if (!(await useAccountToken(deps, transaction, call.body.hash, 'verify-email'))) return false;
    await updateAccount(transaction, account.customer_id, sql.fragment`email_verified_at = now()`);
    return true;
  });
}

/** The new address takes effect; the old one gets a link that undoes the change. False where the link stopped working meanwhile. */
async function confirmNew(deps: BffDeps, call: Call<VerifyRoute>, account: Account, email: string): Promise<boolean> {
  const { customer_id: customerId } = account;
  const isChanged = await deps.database
    .transaction(async (transaction) => {
      await lockAccount(transaction, customerId);
      if (!(await useAccountToken(deps, transaction, call.body.hash, 'verify-email'))) return false;
      const changes = sql.fragment`email = ${email}, pending_email = null, email_verified_at = now()`;
      await updateAccount(transaction, customerId, changes);
      // A link to the old address must no longer set a password.
      await voidAccountTokens(transaction, customerId, 'reset-password');
      const token = await issueAccountToken(deps, transaction, {
        customerId,
        purpose: 'restore-email',
        email: account.email,
      });
      // This comes before the change is stored, so that no change is made without a mail to the old address.
      const url = `${deps.config.publicUrl}/restore-email/${customerId}/${token}`;
      await deps.mails.send(newMail('email-changed', account.email, emailChangedMail(account.name, url)));
      return true;
    })
    .catch((error: unknown) => {
      // Somebody else has registered with it meanwhile.
      if (error instanceof UniqueIntegrityConstraintViolationError) throw invalidLink();
      throw error;
    });
  if (!isChanged) return false;
  const actor = { kind: 'customer', id: customerId } as const;
  await call.execute({ type: 'ChangeEmail', customerId }, { actor, wait: false });
  await call.execute({ type: 'VerifyEmail', customerId }, { actor });
  return true;
}

export function resend(deps: BffDeps): Handler<typeof authRoutes.resend> {
  return async (call) => {
    await requestLink(deps, call, 'verify-email', call.body.email);
    return {
      message: 'If this address waits to be verified, a new mail is on its way.',
      retry_after_s: LINK_COOLDOWN_S,
    };
  };
}
