import { v7 } from 'uuid';
import type { AcceptedVersions } from '#bff/contract/base/accepted-texts.ts';
import type { authRoutes } from '#bff/contract/identity/auth.ts';
import { LINK_COOLDOWN_S, requestLink } from '#bff/identity/accounts/account-links.ts';
import { keepSignUp } from '#bff/identity/accounts/sign-ups.ts';
import { requireUncommonPassword } from '#bff/identity/passwords/common-passwords.ts';
import { markBrowser } from '#bff/identity/passwords/known-devices.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import type { Call } from '#bff/kit/http/call.ts';
import { changedSince, type KeptAcceptance, versionsToAccept } from '#bff/kit/lib/accepted-texts.ts';
import { conflict } from '#bff/kit/lib/api-error.ts';
import { requireOwn } from '#bff/kit/lib/examples.ts';

/** Keeps a sign-up until its address is proven. The answer is the same whether or not the address was known: only a mail to the address itself says so. */
export async function signUp(deps: BffDeps, call: Call<typeof authRoutes.signUp>) {
  const { name, email, password, accepted } = call.body;
  requireOwn(deps, { email });
  const acceptance = acceptanceOf(deps, accepted);
  await requireUncommonPassword(password, { name, email });
  const passwordHash = await deps.crypto.hashPassword(password);
  const browserHash = markBrowser(deps, call);
  const wanted = { signUpId: v7(), customerId: v7(), email, name, passwordHash, browserHash, accepted: acceptance };
  const signUpId = await keepSignUp(deps.database, wanted);
  await requestLink(deps, call, 'sign-up', email, signUpId);
  return {
    message: 'Account created successfully! Please check your email to verify your account.',
    retry_after_s: LINK_COOLDOWN_S,
  };
}

/** What is kept of an acceptance; null where nothing is asked for. @throws ApiError 409 texts_changed */
function acceptanceOf({ settings, clock }: BffDeps, seen: AcceptedVersions): KeptAcceptance | null {
  const versions = versionsToAccept(settings.now());
  const changed = changedSince(seen, versions);
  if (changed.length > 0) {
    throw conflict(
      'texts_changed',
      `Not as you saw it: ${changed.join(', ')}. Please read what the store says now, and create the account again. Nothing was saved.`,
    );
  }
  return Object.keys(versions).length === 0 ? null : { at: clock().toISOString(), versions };
}
