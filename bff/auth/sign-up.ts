import { v7 } from 'uuid';
import type { authRoutes } from '#bff/contract/auth-routes.ts';
import type { BffDeps } from '#bff/deps.ts';
import type { Handler } from '#bff/http/call.ts';
import { alreadyRegisteredMail } from '#bff/mails/account-mails.ts';
import { findAccountByEmail, insertAccount, normalizeEmail } from './accounts.ts';
import { registerInLedger } from './register-in-ledger.ts';
import { RESEND_COOLDOWN_S, sendVerificationMail } from './verification-mails.ts';

const ANSWER = {
  message: 'Account created successfully! Please check your email to verify your account.',
  retry_after_s: RESEND_COOLDOWN_S,
};

/**
 * Opens an account. Only a mail to the address itself says whether it was known, so that nobody can find
 * out here who is a customer.
 */
export function signUp(deps: BffDeps): Handler<typeof authRoutes.signUp> {
  return async (call) => {
    const { name, password } = call.body;
    const email = normalizeEmail(call.body.email);
    const customerId = v7();
    // Hashed in either case: it is the slow part, and would tell by its time.
    const passwordHash = await deps.crypto.hashPassword(password);
    if (await insertAccount(deps.database, { customerId, email, name, passwordHash })) {
      await registerInLedger(deps, customerId, call.correlationId);
      await sendVerificationMail(deps, { customer_id: customerId, name, email }, email);
      return ANSWER;
    }
    const existing = await findAccountByEmail(deps.database, email);
    if (existing?.email_verified_at) {
      const url = `${deps.config.publicUrl}/login`;
      await deps.mails.send({ id: `known-${v7()}`, to: email, ...alreadyRegisteredMail(existing.name, url) });
    } else if (existing) {
      await sendVerificationMail(deps, existing, existing.email);
    }
    return ANSWER;
  };
}
