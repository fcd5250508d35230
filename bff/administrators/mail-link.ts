import { normalizeEmail } from '#bff/auth/accounts.ts';
import type { BffDeps } from '#bff/deps.ts';
import { administratorInvitedMail, administratorLinkMail } from '#bff/mails/account-mails.ts';
import { newMail } from '#bff/mails/new-mail.ts';
import type { Actor } from '#core/kernel/event.ts';
import { createAdministrator, type NewAdministrator, resetAdministrator } from './administrators.ts';

type Deps = Pick<BffDeps, 'database' | 'crypto' | 'ledger' | 'config' | 'mails'>;

/** Adds an administrator and mails the link for a password. Where the mail cannot be queued, a new link can be sent. */
export async function inviteAdministrator(deps: Deps, wanted: NewAdministrator, actor: Actor): Promise<void> {
  const url = await createAdministrator(deps, wanted, actor);
  const mail = administratorInvitedMail(wanted.name, url);
  await deps.mails.send(newMail('administrator-link', normalizeEmail(wanted.email), mail));
}

/** Disables the password, ends all sessions and mails the link for a new one. */
export async function mailNewLink(
  deps: Deps,
  { email, name }: { email: string; name: string },
  actor: Actor,
): Promise<void> {
  const url = await resetAdministrator(deps, email, actor, { keepsSecondFactor: true });
  await deps.mails.send(newMail('administrator-link', email, administratorLinkMail(name, url)));
}
