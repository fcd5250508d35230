import { later } from '#web/lib/navigation/later.ts';
import type { ToastMessage } from '#web/lib/toast/toast.ts';

const view = later(() => import('./toaster-view.tsx'));

/** Loads the toaster's code before it is needed, because the first toast may be about a lost network. */
export const preloadToaster = view.preload;

/** The pause before the toaster's code is loaded again after a failure; messages wait. */
const RETRY_MILLISECONDS = 2000;

/** Shows a message when its turn comes. */
export function showToast(message: ToastMessage): void {
  view.fetch().then(
    (loaded) => loaded.showToast(message),
    () => setTimeout(showToast, RETRY_MILLISECONDS, message),
  );
}

/** Lets an error make way that is shown; where the toaster's code is not loaded, nothing was shown. */
export const settleToast = (): void => view.current()?.settleToast();
