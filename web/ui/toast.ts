import { later } from './later.ts';
import type { ToastMessage } from './toast-queue.ts';

type More = Pick<ToastMessage, 'reference' | 'action'>;

const toaster = later(() => import('./toaster-view.tsx'));

/** Loads the toaster's code before it is needed, because the first toast may be about a lost network. */
export const preloadToaster = toaster.preload;

/** The pause before the toaster's code is loaded again after a failure; messages wait. */
const RETRY_MILLISECONDS = 2000;

function show(message: ToastMessage): void {
  toaster.fetch().then(
    ({ showToast }) => showToast(message),
    () => setTimeout(show, RETRY_MILLISECONDS, message),
  );
}

/** Short messages at the corner of the screen, one at a time: a title and, optionally, a sentence. No error is lost. */
export const toast = {
  success: (title: string, description?: string) => show({ kind: 'success', title, description }),
  error: (title: string, description?: string, more: More = {}) => show({ kind: 'error', title, description, ...more }),
  warning: (title: string, description?: string) => show({ kind: 'warning', title, description }),
  info: (title: string, description?: string) => show({ kind: 'info', title, description }),
};
