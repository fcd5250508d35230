import { useEffect } from 'react';
import { isApiError, isCancelled, serverMessage } from '#web/lib/call/api-error.ts';
import { toast } from './toast.ts';

const AUTHENTICATION_ERROR = 'Authentication Error';
const VALIDATION_ERROR = 'Validation Error';
const INVALID_DATA = 'Invalid data. Please check your inputs and try again.';
const SESSION_EXPIRED = 'Your session has expired. Please log in again.';
/** A write keeps its Idempotency-Key until it is answered, so a call that did arrive is not done twice. */
const UNREACHED = 'We could not reach the server; trying again is safe.';
const NO_PERMISSION = 'You do not have permission to do this.';

/**
 * The shared handler of failed calls: a toast with a title by the kind of failure. `failed` is the screen's wording: the title above the
 * server's reason, the message where there is none. `title` replaces both titles (as in 'Download Failed').
 */
export function toastError(error: unknown, failed?: string, title = headingOf(error, failed, 'Error')): void {
  if (isCancelled(error)) return;
  const { heading, message } = describeError(error, failed, title);
  toast.error(heading, message, { reference: isApiError(error) ? error.correlationId : undefined });
}

/** The title of a failure: the screen's own words where the server's are below them. */
export const headingOf = (error: unknown, failed: string | undefined, otherwise: string): string =>
  failed && isApiError(error) && error.hasReason ? failed : otherwise;

/** A failure under the screen's own title, whatever went wrong. Only the end of a session keeps its own. */
export function toastFailed(title: string, error: unknown, fallback: string): void {
  if (isApiError(error) && error.status !== 401)
    toast.error(title, serverMessage(error, fallback), { reference: error.correlationId });
  else toastError(error, fallback, title);
}

/** A refused form: one line for each message. */
export const toastValidation = (messages: readonly string[]): void =>
  toast.error(VALIDATION_ERROR, [...new Set(messages)].join('\n') || INVALID_DATA);

/** The session ended without the person's action. */
export const toastSessionExpired = (): void => toast.error(AUTHENTICATION_ERROR, SESSION_EXPIRED);

/** Also shows a failed load in a toast, once for each failure. */
export function useToastOnError(error: unknown, fallback: string): void {
  useEffect(() => {
    if (error) toastError(error, fallback);
  }, [error, fallback]);
}

/**
 * The title and text of the shared handler, for screens that show them in the page. A refusal of values is a 'Validation Error' where the
 * screen has no wording of its own; forms use toastValidation.
 */
export function describeError(
  error: unknown,
  fallback?: string,
  title = 'Error',
): { heading: string; message: string } {
  if (!isApiError(error))
    return { heading: title, message: fallback ?? 'An unexpected error occurred. Please try again.' };
  const said = error.hasReason ? error.message : undefined;
  switch (error.status) {
    case 0:
      return { heading: title, message: fallback ? `${fallback.replace(/\.$/, '')}. ${UNREACHED}` : error.message };
    case 422:
      return { heading: said && fallback ? title : VALIDATION_ERROR, message: said ?? INVALID_DATA };
    case 404:
      return { heading: 'Not Found', message: said ?? fallback ?? 'What you asked for could not be found.' };
    case 401:
      return { heading: AUTHENTICATION_ERROR, message: SESSION_EXPIRED };
    case 403:
      return { heading: 'Access Denied', message: said ?? NO_PERMISSION };
    default:
      return { heading: title, message: said ?? fallback ?? error.message };
  }
}
