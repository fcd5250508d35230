import { v7 } from 'uuid';
import type { BffDeps } from '#bff/deps.ts';
import { emailChangeRequestedMail, resetPasswordMail, verifyEmailMail } from '#bff/mails/account-mails.ts';
import { issueAccountToken, voidAccountTokens } from './account-tokens.ts';
import type { Account } from './accounts.ts';

/** Between two verification mails to one account. */
export const RESEND_COOLDOWN_S = 30;

type Deps = Pick<BffDeps, 'database' | 'crypto' | 'mails' | 'config'>;
type Addressee = Pick<Account, 'customer_id' | 'name' | 'email'>;

/** Mails a link that proves an address: the account's own, or a new one. Older links stop working. */
export async function sendVerificationMail(deps: Deps, account: Addressee, address: string): Promise<void> {
  await voidAccountTokens(deps.database, account.customer_id, 'verify-email');
  const token = await issueAccountToken(deps, deps.database, {
    customerId: account.customer_id,
    purpose: 'verify-email',
    email: address,
  });
  const url = `${deps.config.publicUrl}/verify-email/${account.customer_id}/${token}`;
  await deps.mails.send({ id: `verify-${v7()}`, to: address, ...verifyEmailMail(account.name, url) });
}

/** Tells the old address that a new one was entered. */
export async function sendEmailChangeNotice(deps: Deps, account: Addressee): Promise<void> {
  await deps.mails.send({ id: `email-change-${v7()}`, to: account.email, ...emailChangeRequestedMail(account.name) });
}

export async function sendResetMail(deps: Deps, account: Addressee): Promise<void> {
  await voidAccountTokens(deps.database, account.customer_id, 'reset-password');
  const token = await issueAccountToken(deps, deps.database, {
    customerId: account.customer_id,
    purpose: 'reset-password',
    email: account.email,
  });
  const url = `${deps.config.publicUrl}/password-reset/${token}`;
  await deps.mails.send({ id: `reset-${v7()}`, to: account.email, ...resetPasswordMail(account.name, url) });
}
