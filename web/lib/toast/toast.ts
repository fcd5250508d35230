export type ToastMessage = {
  readonly kind: 'success' | 'error' | 'warning' | 'info';
  readonly title: string;
  readonly description?: string | undefined;
  /** The server's id of the failed request, which can be copied. */
  readonly reference?: string | undefined;
  readonly action?: { readonly label: string; readonly onPress: () => void } | undefined;
};

type More = Pick<ToastMessage, 'reference' | 'action'>;

/** What shows a toast is no part of lib: the app sets it as it starts (app/connect.ts). */
export const toaster = {
  show: (message: ToastMessage): void => {
    throw new Error(`Nothing shows toasts yet: ${message.title}`);
  },
  /** Something succeeded, or was refused in its form, without a message of its own: what was said before of its failure is over. */
  settle: (): void => undefined,
};

/** Short messages at the top of the screen, one at a time: a title and, optionally, a sentence. No error is lost. */
export const toast = {
  success: (title: string, description?: string) => toaster.show({ kind: 'success', title, description }),
  error: (title: string, description?: string, more: More = {}) =>
    toaster.show({ kind: 'error', title, description, ...more }),
  warning: (title: string, description?: string) => toaster.show({ kind: 'warning', title, description }),
  info: (title: string, description?: string) => toaster.show({ kind: 'info', title, description }),
};
