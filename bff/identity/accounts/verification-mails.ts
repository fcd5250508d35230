import type { BffDeps } from '#bff/kit/deps.ts';
import { takeRoom } from '#bff/kit/mails/cool-down.ts';
import type { Mail, Recipient } from '#bff/kit/mails/layout.ts';
import { emailChangeRequestedMail, resetPasswordMail, verifyEmailMail } from '#bff/papers/mails/account-mails.ts';
import { type Asker, issueAccountToken, voidEarlierLinks } from './account-tokens.ts';
import { type Account, lockAccount } from './accounts.ts';

type Deps = Pick<BffDeps, 'database' | 'crypto' | 'mails' | 'config' | 'rules'>;
type Addressee = Pick<Account, 'customer_id' | 'name' | 'email' | 'email_verified_at'>;

/**
 * Mails a new link. Older ones of the purpose stop working, but for those of other sign-ups: a stranger's request must not take them from the
 * owner of the address. During the cool-down of its kind nothing is mailed, and earlier links keep working.
 */
async function sendLink(
  deps: Deps,
  link: { customerId: string; purpose: 'verify-email' | 'reset-password' } & Recipient & Asker,
  mailOf: (token: string) => Mail,
  { isOwed = false } = {},
): Promise<void> {
  if (!isOwed && (await takeRoom(deps.database, { kind: link.purpose, to: link.email })) === 'none') return;
  const token = await deps.database.transaction(async (transaction) => {
    await lockAccount(transaction, link.customerId);
    await voidEarlierLinks(transaction, link);
    return issueAccountToken(deps, transaction, link);
  });
  // After the commit: a mail that arrives before it would have a link that is not there yet.
  await deps.mails.send(link.purpose, link, mailOf(token), { isCounted: true });
}

/** Mails a link that proves an address: the account's own, or a new one. */
export const sendVerificationMail = (deps: Deps, account: Addressee, email: string, asker: Asker = {}): Promise<void> =>
  sendLink(deps, { customerId: account.customer_id, purpose: 'verify-email', email, ...asker }, (token) =>
    verifyEmailMail(`${deps.config.publicUrl}/verify-email/${account.customer_id}/${token}`),
  );

/** `isOwed`: sent whatever strangers have asked for, because without it the owner could not sign in. */
export const sendResetMail = (
  deps: Deps,
  account: Addressee,
  { requestId, ...options }: { isOwed?: true; requestId?: string } = {},
): Promise<void> =>
  sendLink(
    deps,
    {
      ...{ customerId: account.customer_id, purpose: 'reset-password', email: account.email, requestId },
      name: provenName(account),
    },
    (token) => resetPasswordMail(`${deps.config.publicUrl}/password-reset/${token}`),
    options,
  );

/** While an account's address is not proven, anybody may have typed its name, so no mail contains it. */
export const provenName = (account: Pick<Account, 'name' | 'email_verified_at'>): string | undefined =>
  account.email_verified_at === null ? undefined : account.name;

/** Tells the old address that a new one was entered. */
export async function sendEmailChangeNotice(deps: Deps, account: Addressee): Promise<void> {
  await deps.mails.send('email-change-requested', account, emailChangeRequestedMail);
}
