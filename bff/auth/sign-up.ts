import { v7 } from 'uuid';
import type { authRoutes } from '#bff/contract/auth-routes.ts';
import type { BffDeps } from '#bff/deps.ts';
import type { Handler } from '#bff/http/call.ts';
import { LINK_COOLDOWN_S, requestLink } from './account-links.ts';
import { openAccount } from './accounts.ts';
import { requireUncommonPassword } from './common-passwords.ts';

/** Opens an account. The answer is the same whether or not the address was known: only a mail to the address itself says so. */
export function signUp(deps: BffDeps): Handler<typeof authRoutes.signUp> {
  return async (call) => {
    const { name, email, password } = call.body;
    await requireUncommonPassword(password, { name, email });
    const passwordHash = await deps.crypto.hashPassword(password);
    await openAccount(deps.database, { customerId: v7(), email, name, passwordHash });
    await requestLink(deps, call, 'sign-up', email);
    return {
      message: 'Account created successfully! Please check your email to verify your account.',
      retry_after_s: LINK_COOLDOWN_S,
    };
  };
}
