import { savedButNotShown } from '#bff/lib/api-error.ts';

/**
 * After a write, before its object is read back: answering with the object as it was would look as if nothing had
 * happened. @throws ApiError 503 saved_but_not_shown
 */
export function requireShown(call: { isShown(): boolean }): void {
  if (!call.isShown()) throw savedButNotShown();
}
