import { ApiError, isApiError } from '#web/lib/call/api-error.ts';

const WRONG = 'Invalid email or password. Please check your credentials and try again.';
const UNVERIFIED = 'Please verify your email address before logging in.';
const TOO_MANY = 'Too many login attempts. Please wait a moment before trying again.';
const OTHER = 'An error occurred during login. Please try again later.';

export function loginErrorMessage(error: unknown): string {
  if (!isApiError(error)) return OTHER;
  if (error.status === 429) return TOO_MANY;
  if (isUnverified(error)) return UNVERIFIED;
  if (error.status === 403) return `Access denied. ${error.hasReason ? error.message : OTHER}`;
  if (error.status === 401 || error.status === 422) return WRONG;
  return OTHER;
}

/** The password was right, but the address is not verified yet: a new mail can be offered. */
export const isUnverified = (error: unknown): boolean => isApiError(error) && error.code === 'email_not_verified';

/** The failure in an address ('?error=access_denied'), or null. Its words are ours: anybody can write a link to our sign-in, and what it says. */
export function failureOfAddress(search: URLSearchParams): ApiError | null {
  const code = search.get('error');
  if (!code) return null;
  return new ApiError(code === 'access_denied' ? 403 : 500, { code });
}
