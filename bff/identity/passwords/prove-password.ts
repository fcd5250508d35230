import type { RouteContract } from '#bff/contract/base/route.ts';
import { requestLink } from '#bff/identity/accounts/account-links.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import type { Call } from '#bff/kit/http/call.ts';
import { ApiError, forbidden } from '#bff/kit/lib/api-error.ts';
import { clearAttempts, countAttempt, noteGuess } from './attempts.ts';
import { guesserOf, NOBODY } from './known-devices.ts';

type Asked<Account> = {
  readonly email: string;
  readonly password: string;
  /** Null where there is no account with the address. */
  readonly account: Account | null;
  readonly id: string | undefined;
  /** Of customers: the password of a sign-up for this address that waits; null where there is none. */
  readonly waitingHash?: () => Promise<string | null>;
};

export const notVerified = () => forbidden('email_not_verified', 'Please verify your email address before logging in.');

/**
 * The account that somebody signs in to by its password. An unknown address, a wrong password and an address that is not proven get the same
 * refusal, after the same time. Who knows the password of a sign-up that waits is asked to verify the address and gets the mail again,
 * whether or not the address has an account: the mail itself tells.
 * @throws ApiError 401, 403, 429
 */
export async function provePassword<Account extends { readonly password_hash: string }>(
  deps: BffDeps,
  { request, correlationId }: Pick<Call<RouteContract>, 'request' | 'correlationId'>,
  kind: 'sign-in' | 'admin-sign-in',
  { email, password, account, id = NOBODY, waitingHash }: Asked<Account>,
): Promise<Account> {
  const guess = await guesserOf(deps, request, kind, email, id);
  await countAttempt(deps, guess);
  const isOf = (hash: string | null | undefined) =>
    hash ? deps.crypto.verifyPassword(password, hash) : deps.crypto.verifyAgainstNobody(password);
  const isRight = await isOf(account?.password_hash);
  if (!account || !isRight) {
    if (waitingHash !== undefined && (await isOf(await waitingHash()))) {
      await requestLink(deps, { correlationId }, 'verify-email', email);
      throw notVerified();
    }
    noteGuess(deps, `${kind}-failed`, guess);
    throw new ApiError(
      401,
      'invalid_credentials',
      'Invalid email or password. Please check your credentials and try again.',
    );
  }
  await clearAttempts(deps, guess);
  return account;
}
