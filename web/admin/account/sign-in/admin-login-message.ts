import { isApiError, NO_ANSWER } from '#web/lib/call/api-error.ts';

const WRONG = 'Invalid email or password. Please check your credentials and try again.';
const TOO_MANY = 'Too many login attempts. Please wait a moment before trying again.';
const OTHER = 'An error occurred during login. Please try again later.';
const NO_CONNECTION = 'We could not reach the server. Check your connection and try again.';

export function adminLoginMessage(error: unknown): string {
  if (!isApiError(error)) return OTHER;
  if (error.code === NO_ANSWER) return NO_CONNECTION;
  if (error.status === 429) return TOO_MANY;
  if (error.status === 401 || error.status === 422) return WRONG;
  if (error.status === 403) return `Access denied. ${error.hasReason ? error.message : ''}`.trim();
  return OTHER;
}
