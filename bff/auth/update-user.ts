import { v7 } from 'uuid';
import type { ChangeEmailForm, ChangePasswordForm } from '#bff/contract/account-forms.ts';
import type { authRoutes } from '#bff/contract/auth-routes.ts';
import { loadCurrentUser } from '#bff/customers/current-user.ts';
import type { BffDeps } from '#bff/deps.ts';
import type { Call, Handler } from '#bff/http/call.ts';
import { invalidField, unauthenticated } from '#bff/lib/api-error.ts';
import { alreadyRegisteredMail, passwordChangedMail } from '#bff/mails/account-mails.ts';
import {
  type Account,
  findAccount,
  findAccountByEmail,
  normalizeEmail,
  setName,
  setPasswordHash,
  setPendingEmail,
} from './accounts.ts';
import { clearAttempts, countAttempt } from './attempts.ts';
import { endSessionsOf } from './sessions.ts';
import { sendEmailChangeNotice, sendVerificationMail } from './verification-mails.ts';

type UpdateCall = Call<typeof authRoutes.updateUser>;

export function updateUser(deps: BffDeps): Handler<typeof authRoutes.updateUser> {
  return async (call) => {
    const account = await findAccount(deps.database, call.actor.customerId);
    if (!account) throw unauthenticated();
    const message = await change(deps, call, account);
    const [data, now] = await Promise.all([
      loadCurrentUser(deps, account.customer_id),
      findAccount(deps.database, account.customer_id),
    ]);
    return { message, data, pending_email: now?.pending_email ?? null };
  };
}

async function change(deps: BffDeps, call: UpdateCall, account: Account): Promise<string> {
  const { body } = call;
  if ('password' in body) return changePassword(deps, call, account, body);
  if ('email' in body) return changeEmail(deps, account, body);
  await setName(deps.database, account.customer_id, body.name);
  return 'Your profile has been updated.';
}

async function changePassword(
  deps: BffDeps,
  call: UpdateCall,
  account: Account,
  form: ChangePasswordForm,
): Promise<string> {
  await requirePassword(deps, account, form.current_password, 'Current password is incorrect');
  await setPasswordHash(deps.database, account.customer_id, await deps.crypto.hashPassword(form.password));
  const { via } = call.actor;
  const ownSession = via.kind === 'session' ? via.sessionId : null;
  await endSessionsOf(deps.database, account.customer_id, 'password-changed', ownSession);
  await call.execute({ type: 'ChangePassword', customerId: account.customer_id });
  await deps.mails.send({
    id: `password-${v7()}`,
    to: account.email,
    ...passwordChangedMail(account.name, `${deps.config.publicUrl}/forgot-password`),
  });
  return 'Your password has been updated.';
}

/** The new address takes effect when its link was opened. That it is somebody else's, only a mail to it says. */
async function changeEmail(deps: BffDeps, account: Account, form: ChangeEmailForm): Promise<string> {
  await requirePassword(deps, account, form.current_password, 'Password is incorrect');
  const email = normalizeEmail(form.email);
  if (email === account.email) throw invalidField('email', 'This is your email address already.');
  await setPendingEmail(deps.database, account.customer_id, email);
  const other = await findAccountByEmail(deps.database, email);
  if (other) {
    const url = `${deps.config.publicUrl}/login`;
    await deps.mails.send({ id: `known-${v7()}`, to: email, ...alreadyRegisteredMail(other.name, url) });
  } else {
    await sendVerificationMail(deps, account, email);
  }
  await sendEmailChangeNotice(deps, account);
  return 'Email Update Initiated';
}

async function requirePassword(deps: BffDeps, account: Account, password: string, message: string): Promise<void> {
  const subject = `password:${account.customer_id}`;
  await countAttempt(deps, subject);
  if (!(await deps.crypto.verifyPassword(password, account.password_hash))) {
    throw invalidField('current_password', message);
  }
  await clearAttempts(deps, subject);
}
