import type { adminAuthRoutes } from '#bff/contract/identity/admin-auth.ts';
import { actionOf } from '#bff/identity/audit/record-action.ts';
import { requireUncommonPassword } from '#bff/identity/passwords/common-passwords.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import type { Call } from '#bff/kit/http/call.ts';
import { ApiError } from '#bff/kit/lib/api-error.ts';
import { choosePassword, findByPasswordLink } from './administrators.ts';

/** Sets an administrator's first or next password, by a link from a mail or from the command line. */
export async function setPassword(deps: BffDeps, call: Call<typeof adminAuthRoutes.adminSetPassword>) {
  const { token, password } = call.body;
  const invalid = () =>
    new ApiError(
      422,
      'password_link_invalid',
      'This link is invalid, was used or has expired. Ask an owner of the store for a new one.',
    );
  const administrator = await findByPasswordLink(deps, token);
  if (!administrator) throw invalid();
  await requireUncommonPassword(password, administrator);
  const id = await choosePassword(deps, token, await deps.crypto.hashPassword(password));
  if (id === null) throw invalid();
  deps.security.note('password-reset', { accountId: id, address: call.request.ip });
  const command = actionOf(id, 'password-chosen', ['administrator', id]);
  await call.execute(command, { wait: false, actor: { kind: 'administrator', id } });
  return { message: 'Your password is set. You can sign in now.' };
}
