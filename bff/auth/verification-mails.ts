import { v7 } from 'uuid';
import type { BffDeps } from '#bff/deps.ts';
import { emailChangeRequestedMail, resetPasswordMail, verifyEmailMail } from '#bff/mails/account-mails.ts';
import type { MailText } from '#bff/mails/layout.ts';
import { issueAccountToken, type TokenPurpose, voidAccountTokens } from './account-tokens.ts';
import { type Account, lockAccount } from './accounts.ts';

type Deps = Pick<BffDeps, 'database' | 'crypto' | 'mails' | 'config'>;
type Addressee = Pick<Account, 'customer_id' | 'name' | 'email'>;

/** Mails a new link. Older ones of the purpose stop working; of two asked for at once, the mail that is sent last has the link that works. */
function sendLink(
  deps: Deps,
  link: { customerId: string; purpose: TokenPurpose; email: string },
  mailOf: (token: string) => MailText,
): Promise<void> {
  return deps.database.transaction(async (transaction) => {
    await lockAccount(transaction, link.customerId);
    await voidAccountTokens(transaction, link.customerId, link.purpose);
    const token = await issueAccountToken(deps, transaction, link);
    await deps.mails.send({ id: `${link.purpose}-${v7()}`, to: link.email, ...mailOf(token) });
  });
}

/** Mails a link that proves an address: the account's own, or a new one. */
export const sendVerificationMail = (deps: Deps, account: Addressee, email: string): Promise<void> =>
  sendLink(deps, { customerId: account.customer_id, purpose: 'verify-email', email }, (token) =>
    verifyEmailMail(`${deps.config.publicUrl}/verify-email/${account.customer_id}/${token}`),
  );

export const sendResetMail = (deps: Deps, account: Addressee): Promise<void> =>
  sendLink(deps, { customerId: account.customer_id, purpose: 'reset-password', email: account.email }, (token) =>
    resetPasswordMail(account.name, `${deps.config.publicUrl}/password-reset/${token}`),
  );

/** Says to the old address that a new one was entered. */
export async function sendEmailChangeNotice(deps: Deps, account: Addressee): Promise<void> {
  await deps.mails.send({ id: `email-change-${v7()}`, to: account.email, ...emailChangeRequestedMail(account.name) });
}
