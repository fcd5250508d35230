import { v7 } from 'uuid';
import { z } from 'zod';
import type { BffDeps } from '#bff/kit/deps.ts';
import { SEND_MAIL } from '#bff/kit/mails/mail-job.ts';
import type { LinkRequest } from '#bff/kit/mails/mail-queue.ts';
import { addressHeldMail, alreadyRegisteredMail } from '#bff/papers/mails/account-mails.ts';
import { findAccountToken, secondsSinceLastToken, type TokenPurpose } from './account-tokens.ts';
import { type Account, findAccountByEmail, normalizeEmail } from './accounts.ts';
import { registerInLedger } from './register-in-ledger.ts';
import { sendResetMail, sendVerificationMail } from './verification-mails.ts';

/** Pause between two mails with links of one kind to one account. */
export const LINK_COOLDOWN_S = 30;

/** A request about an address. The route answers before it looks for an account. */
export const ACCOUNT_LINK = {
  name: 'account-link',
  schema: z.object({
    id: z.string(),
    purpose: z.enum(['sign-up', 'verify-email', 'reset-password']),
    email: z.string(),
    correlationId: z.string(),
    signUpId: z.string().optional(),
    token: z.string().optional(),
  }),
  // It waits for an event log that is away as long as its mail does for a mail server.
  attempts: SEND_MAIL.attempts,
} as const;

/** Queues a mail to an address. A job does the work, so that the answer is the same, in words and in time, whether or not there is an account. */
export const requestLink = (
  deps: Pick<BffDeps, 'mails' | 'crypto'>,
  { correlationId }: { correlationId: string },
  purpose: LinkRequest['purpose'],
  email: string,
  signUpId: string | null = null,
): Promise<void> =>
  deps.mails.sendLink({
    id: v7(),
    purpose,
    email: normalizeEmail(email),
    correlationId,
    token: deps.crypto.randomToken(),
    ...(signUpId === null ? {} : { signUpId }),
  });

/** Sends the requested mail, where there is one to send. */
export async function sendAccountLink(
  deps: BffDeps,
  { id, purpose, email, correlationId, signUpId, token }: LinkRequest,
): Promise<void> {
  const account = await findAccountByEmail(deps.database, email);
  if (purpose === 'sign-up') return welcome(deps, { id, email, correlationId, signUpId, token }, account);
  if (!account || (purpose === 'verify-email' && account.email_verified_at)) return;
  if (await isTooSoon(deps, account, purpose, id)) return;
  if (purpose === 'reset-password') await sendResetMail(deps, account, { requestId: id, token });
  else await sendVerificationMail(deps, account, account.email, { requestId: id, token });
}

/** After a sign-up, only a mail to the address itself says whether it was known. */
async function welcome(
  deps: BffDeps,
  { id, email, correlationId, signUpId, token }: Omit<LinkRequest, 'purpose'>,
  account: Account | null,
): Promise<void> {
  if (!account) {
    await deps.mails.send('address-held', { email }, addressHeldMail, { id: `held-${id}` });
  } else if (account.email_verified_at) {
    // An earlier try mailed the link that proved the address.
    if (token && (await findAccountToken(deps, deps.database, token, 'verify-email'))?.is_used) return;
    const mail = alreadyRegisteredMail(`${deps.config.publicUrl}/login`);
    await deps.mails.send('already-registered', { email, name: account.name }, mail, { id: `known-${id}` });
  } else {
    await registerInLedger(deps, account.customer_id, correlationId);
    await sendVerificationMail(deps, account, account.email, { requestId: id, signUpId, token });
  }
}

/** Within the cool-down the mail of another request is still on its way. */
async function isTooSoon(deps: BffDeps, account: Account, purpose: TokenPurpose, requestId: string): Promise<boolean> {
  const age = await secondsSinceLastToken(deps.database, account.customer_id, purpose, requestId);
  return age !== undefined && age < LINK_COOLDOWN_S;
}
