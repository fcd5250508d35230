import type { RouteContract } from '#bff/contract/route.ts';
import type { BffDeps } from '#bff/deps.ts';
import type { Call } from '#bff/http/call.ts';
import { ApiError } from '#bff/lib/api-error.ts';
import { clearAttempts, countAttempt, noteGuess } from './attempts.ts';
import { guesserOf, NOBODY } from './known-devices.ts';

type Asked<Account> = {
  readonly email: string;
  readonly password: string;
  /** Null where there is no account with the address. */
  readonly account: Account | null;
  readonly id: string | undefined;
};

/**
 * The account that somebody signs in to by its password. An unknown address and a wrong password get the same refusal, after the same time.
 * @throws ApiError 401, 429
 */
export async function provePassword<Account extends { readonly password_hash: string }>(
  deps: BffDeps,
  { request }: Pick<Call<RouteContract>, 'request'>,
  kind: 'sign-in' | 'admin-sign-in',
  { email, password, account, id = NOBODY }: Asked<Account>,
): Promise<Account> {
  const guess = await guesserOf(deps, request, kind, email, id);
  await countAttempt(deps, guess);
  const isRight = account
    ? await deps.crypto.verifyPassword(password, account.password_hash)
    : await deps.crypto.verifyAgainstNobody(password);
  if (!account || !isRight) {
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
