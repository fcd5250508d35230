import { toast } from '#web/ui/toast.ts';
import { isApiError, isCancelled } from './api-error.ts';

const INVALID_DATA = 'Invalid data. Please check your inputs and try again.';
const SESSION_EXPIRED = 'Your session has expired. Please log in again.';
/** A write keeps its Idempotency-Key until it is answered, so what did arrive is not done twice. */
const UNREACHED = 'We could not reach the server; trying again is safe.';
const NO_PERMISSION = 'You do not have permission to do this.';

/**
 * The shared handler of failed calls: one toast, titled by what went wrong. `fallback` is the screen's own message for
 * failures that the server did not explain; `title` replaces 'Error' (as in 'Download Failed').
 */
export function toastError(error: unknown, fallback?: string, title = 'Error'): void {
  if (isCancelled(error)) return;
  const { heading, message } = describeError(error, fallback, title);
  toast.error(heading, message);
}

/** The title and text of the shared handler, for screens that show them in the page. */
export function describeError(
  error: unknown,
  fallback?: string,
  title = 'Error',
): { heading: string; message: string } {
  if (!isApiError(error))
    return { heading: title, message: fallback ?? 'An unexpected error occurred. Please try again.' };
  const said = error.fromServer ? error.message : undefined;
  switch (error.status) {
    case 0:
      return { heading: title, message: fallback ? `${fallback.replace(/\.$/, '')}. ${UNREACHED}` : error.message };
    case 422:
      return { heading: 'Validation Error', message: said ?? INVALID_DATA };
    case 404:
      return { heading: 'Not Found', message: said ?? fallback ?? 'What you asked for could not be found.' };
    case 401:
      return { heading: 'Authentication Error', message: SESSION_EXPIRED };
    case 403:
      return { heading: 'Access Denied', message: said ?? NO_PERMISSION };
    default:
      return { heading: title, message: said ?? fallback ?? error.message };
  }
}
