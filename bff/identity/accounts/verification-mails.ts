import type { BffDeps } from '#bff/kit/deps.ts';
import { takeRoom } from '#bff/kit/mails/cool-down.ts';
import type { Mail, Recipient } from '#bff/kit/mails/layout.ts';
import { emailChangeRequestedMail, resetPasswordMail, verifyEmailMail } from '#bff/papers/mails/account-mails.ts';
import {
  type Asker,
  findAccountToken,
  issueAccountToken,
  renewAccountToken,
  voidEarlierLinks,
} from './account-tokens.ts';
import { type Account, lockAccount } from './accounts.ts';

type Deps = Pick<BffDeps, 'database' | 'crypto' | 'mails' | 'config' | 'rules'>;
const LINKS = ['verify-email', 'reset-password'] as const;
type Link = (typeof LINKS)[number];
type Addressee = Pick<Account, 'customer_id' | 'name' | 'email' | 'email_verified_at'>;

/**
 * Mails a new link. Older ones of the purpose stop working, but for those of other sign-ups: a stranger's request must not take them from the
 * owner of the address. During the cool-down of its kind nothing is mailed, and earlier links keep working. Safe to repeat with the token of a
 * request: its link is made, counted and mailed once.
 */
async function sendLink(
  deps: Deps,
  link: { customerId: string; purpose: Link } & Recipient & Asker,
  mailOf: (token: string) => Mail,
  { isOwed }: { isOwed?: true | undefined } = {},
): Promise<void> {
  const { token = deps.crypto.randomToken() } = link;
  const isToMail = await deps.database.transaction(async (transaction) => {
    await lockAccount(transaction, link.customerId);
    const made = await findAccountToken(deps, transaction, token, link.purpose);
    // An earlier try of the request made it. Where a later request voided it, the mail of that request has the link.
    if (made?.is_used) return false;
    if (!made) {
      if (!isOwed && (await takeRoom(transaction, { kind: link.purpose, to: link.email })) === 'none') return false;
      await voidEarlierLinks(transaction, link);
    }
    // Also where it is made: tries go on for longer than a link may live, and none is mailed that works no more.
    await issueAccountToken(deps, transaction, { ...link, token });
    return true;
  });
  if (!isToMail) return;
  const id = mailIdOf(link.purpose, deps.crypto.hashToken(token));
  // After the commit: a mail that arrives before it would have a link that is not there yet.
  await deps.mails.send(link.purpose, link, mailOf(token), { id, isCounted: true });
}

const mailIdOf = (purpose: Link, hash: Buffer): string => `${purpose}-${hash.toString('hex')}`;
const LINK_MAIL = new RegExp(`^(${LINKS.join('|')})-([0-9a-f]{64})$`);

/** The time of a link begins with the mail that has it: a mail server may be away for longer than a link lives. Other mails have none. */
export async function renewLinkOf({ database }: Pick<Deps, 'database'>, mailId: string): Promise<void> {
  const [, purpose, hash] = LINK_MAIL.exec(mailId) ?? [];
  if (hash !== undefined) await renewAccountToken(database, Buffer.from(hash, 'hex'), purpose as Link);
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
  { isOwed, ...asker }: { isOwed?: true } & Asker = {},
): Promise<void> =>
  sendLink(
    deps,
    {
      ...{ customerId: account.customer_id, purpose: 'reset-password', email: account.email, ...asker },
      name: provenName(account),
    },
    (token) => resetPasswordMail(`${deps.config.publicUrl}/password-reset/${token}`),
    { isOwed },
  );

/** While an account's address is not proven, anybody may have typed its name, so no mail contains it. */
export const provenName = (account: Pick<Account, 'name' | 'email_verified_at'>): string | undefined =>
  account.email_verified_at === null ? undefined : account.name;

/** Tells the old address that a new one was entered. */
export async function sendEmailChangeNotice(deps: Deps, account: Addressee): Promise<void> {
  await deps.mails.send('email-change-requested', account, emailChangeRequestedMail);
}
