import type { ChangeEmailForm, ChangePasswordForm } from '#bff/contract/identity/account-forms.ts';
import type { authRoutes } from '#bff/contract/identity/auth.ts';
import { isHeldByAnother } from '#bff/identity/accounts/account-tokens.ts';
import {
  type Account,
  findAccount,
  findAccountByEmail,
  lockAccount,
  normalizeEmail,
  updateAccount,
} from '#bff/identity/accounts/accounts.ts';
import { loadCurrentUser } from '#bff/identity/accounts/current-user.ts';
import { provenName, sendEmailChangeNotice, sendVerificationMail } from '#bff/identity/accounts/verification-mails.ts';
import { keptTransaction } from '#bff/identity/audit/keep-record.ts';
import { guessed } from '#bff/identity/factors/second-factor.ts';
import { announceNewPassword, closeDoors } from '#bff/identity/passwords/close-doors.ts';
import { requireUncommonPassword } from '#bff/identity/passwords/common-passwords.ts';
import { markBrowser } from '#bff/identity/passwords/known-devices.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import { ledgerActor } from '#bff/kit/http/actor.ts';
import type { Call } from '#bff/kit/http/call.ts';
import { invalidField, unauthenticated } from '#bff/kit/lib/api-error.ts';
import { requireOwn } from '#bff/kit/lib/examples.ts';
import { addressHeldMail, alreadyRegisteredMail } from '#bff/papers/mails/account-mails.ts';

type UpdateCall = Call<typeof authRoutes.updateUser>;

export async function updateUser(deps: BffDeps, call: Call<typeof authRoutes.updateUser>) {
  const account = await findAccount(deps.database, call.actor.customerId);
  if (!account) throw unauthenticated();
  const message = await change(deps, call, account);
  const [data, now] = await Promise.all([
    loadCurrentUser(deps, account.customer_id),
    findAccount(deps.database, account.customer_id),
  ]);
  return { message, data, pending_email: now?.pending_email ?? null };
}

async function change(deps: BffDeps, call: UpdateCall, account: Account): Promise<string> {
  const { body } = call;
  if ('password' in body) return changePassword(deps, call, account, body);
  if ('email' in body) return changeEmail(deps, call, account, body);
  await updateAccount(deps.database, account.customer_id, { name: body.name });
  return 'Your profile has been updated.';
}

async function changePassword(
  deps: BffDeps,
  call: UpdateCall,
  account: Account,
  form: ChangePasswordForm,
): Promise<string> {
  await requirePassword(deps, call, account, form.current_password, 'Current password is incorrect');
  await requireUncommonPassword(form.password, account);
  const passwordHash = await deps.crypto.hashPassword(form.password);
  const { via } = call.actor;
  const exceptSessionId = via.kind === 'session' ? via.sessionId : null;
  const customerId = account.customer_id;
  await keptTransaction(deps, async (transaction, keep) => {
    await lockAccount(transaction, customerId);
    await closeDoors(transaction, customerId, { passwordHash, reason: 'password-changed', exceptSessionId });
    await keep({ type: 'ChangePassword', customerId }, ledgerActor(call.actor));
  });
  await announceNewPassword(deps, account);
  return 'Your password has been updated.';
}

/** The new address takes effect once its link was opened. Only a mail to it says that it belongs to another account. */
async function changeEmail(deps: BffDeps, call: UpdateCall, account: Account, form: ChangeEmailForm): Promise<string> {
  requireOwn(deps, { email: form.email });
  await requirePassword(deps, call, account, form.current_password, 'Password is incorrect');
  const email = normalizeEmail(form.email);
  if (email === account.email) throw invalidField('email', 'This is your email address already.');
  await updateAccount(deps.database, account.customer_id, { pending_email: email });
  const other = await findAccountByEmail(deps.database, email);
  if (await isHeldByAnother(deps.database, email, account.customer_id)) {
    await deps.mails.send('address-held', { email }, addressHeldMail);
  } else if (other) {
    const mail = alreadyRegisteredMail(`${deps.config.publicUrl}/login`);
    await deps.mails.send('already-registered', { email, name: provenName(other) }, mail);
  } else {
    await sendVerificationMail(deps, account, email, { browserHash: markBrowser(deps, call) });
  }
  await sendEmailChangeNotice(deps, account);
  return 'Email Update Initiated';
}

async function requirePassword(
  deps: BffDeps,
  call: UpdateCall,
  account: Account,
  password: string,
  message: string,
): Promise<void> {
  const isRight = await guessed(deps, call.request, 'password', account.customer_id, () =>
    deps.crypto.verifyPassword(password, account.password_hash),
  );
  if (!isRight) throw invalidField('current_password', message);
}
