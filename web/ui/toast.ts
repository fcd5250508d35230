import { later } from './later.ts';
import type { ToastMessage } from './toast-queue.ts';

type More = Pick<ToastMessage, 'reference' | 'action'>;

const toaster = later(() => import('./toaster-view.tsx'));

/** Has the toaster at hand before it is needed: the first toast may be the one that says that the network is gone. */
export const preloadToaster = toaster.preload;

/** How soon the toaster's code is asked for again when it could not be fetched: what is to be said is kept. */
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
