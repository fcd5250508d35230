import type { BffDeps } from '#bff/kit/deps.ts';
import type { MailKind } from '#bff/kit/mails/cool-down.ts';
import type { Mail } from '#bff/kit/mails/layout.ts';
import { findAccount } from './accounts.ts';

/** False where the account is gone. With an `id` the mail is sent only once. */
export async function mailCustomer(
  { database, mails }: Pick<BffDeps, 'database' | 'mails'>,
  customerId: string,
  kind: MailKind,
  mail: Mail,
  id?: string,
): Promise<boolean> {
  const account = await findAccount(database, customerId);
  if (account) await mails.send(kind, account, mail, { id });
  return account !== null;
}
