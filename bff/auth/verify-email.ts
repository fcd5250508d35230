import { UniqueIntegrityConstraintViolationError } from 'slonik';
import { z } from 'zod';
import type { authRoutes } from '#bff/contract/auth-routes.ts';
import type { BffDeps } from '#bff/deps.ts';
import type { Call, Handler } from '#bff/http/call.ts';
import { ApiError } from '#bff/lib/api-error.ts';
import { sql } from '#bff/lib/sql.ts';
import { findAccountToken, secondsSinceLastToken, useAccountToken } from './account-tokens.ts';
import { type Account, findAccount, findAccountByEmail } from './accounts.ts';
import { registerInLedger } from './register-in-ledger.ts';
import { RESEND_COOLDOWN_S, sendVerificationMail } from './verification-mails.ts';

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

/** Confirms the account's address, or a new one that waits for it. A link opened twice is fine, for mail scanners open them. */
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
    if (isOwn) await confirmFirst(deps, call, account);
    else await confirmNew(deps, call, account, token.email);
    await useAccountToken(deps, deps.database, hash, 'verify-email');
    return VERIFIED;
  };
}

/** The ledger first: if we die between the two, the link works again and the commands change nothing more. */
async function confirmFirst(deps: BffDeps, call: Call<VerifyRoute>, account: Account): Promise<void> {
  const actor = { kind: 'customer', id: account.customer_id } as const;
  // Completes a registration that was cut off after the account was stored.
  await registerInLedger(deps, account.customer_id, call.correlationId);
  await call.execute({ type: 'VerifyEmail', customerId: account.customer_id }, { actor });
  await deps.database.query(
    sql.typeAlias('void')`update app.account set email_verified_at = now(), updated_at = now()
      where customer_id = ${account.customer_id} and email_verified_at is null`,
  );
}

async function confirmNew(deps: BffDeps, call: Call<VerifyRoute>, account: Account, email: string): Promise<void> {
  const changed = await deps.database
    .maybeOne(
      sql.type(z.object({ customer_id: z.string() }))`
        update app.account set email = ${email}, pending_email = null, email_verified_at = now(), updated_at = now()
        where customer_id = ${account.customer_id} and pending_email = ${email} returning customer_id`,
    )
    .catch((error: unknown) => {
      if (error instanceof UniqueIntegrityConstraintViolationError) return null;
      throw error;
    });
  // Somebody else has registered with it since.
  if (!changed) throw invalidLink();
  const actor = { kind: 'customer', id: account.customer_id } as const;
  await call.execute({ type: 'ChangeEmail', customerId: account.customer_id }, { actor, wait: false });
  await call.execute({ type: 'VerifyEmail', customerId: account.customer_id }, { actor });
}

export function resend(deps: BffDeps): Handler<typeof authRoutes.resend> {
  return async (call) => {
    const answer = {
      message: 'If this address waits to be verified, a new mail is on its way.',
      retry_after_s: RESEND_COOLDOWN_S,
    };
    const account = await findAccountByEmail(deps.database, call.body.email);
    if (!account || account.email_verified_at) return answer;
    const age = await secondsSinceLastToken(deps.database, account.customer_id, 'verify-email');
    // Within the cool-down the last mail is still on its way; the answer does not tell.
    if (age !== undefined && age < RESEND_COOLDOWN_S) return { ...answer, retry_after_s: RESEND_COOLDOWN_S - age };
    await sendVerificationMail(deps, account, account.email);
    return answer;
  };
}
