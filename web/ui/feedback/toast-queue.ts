import type { ToastMessage } from '#web/lib/toast/toast.ts';

/** Shows a message, calls `onClosed` when it is gone, and returns a function that removes it. */
type Present = (message: ToastMessage, onClosed: () => void) => () => void;

/** An error shows at least this long, even while other messages wait. */
const LEAST_MILLISECONDS = 4000;

/**
 * Shows one message at a time. A new one replaces the current one, but an error only after it could be read: until then the new one waits,
 * errors before the others. An error that is already shown or waiting is not repeated. `settle` removes an error as a new message does.
 */
export function createToastQueue(present: Present): { add(message: ToastMessage): void; settle(): void } {
  let shown: { message: ToastMessage; since: number; close: () => void } | undefined;
  let waiting: readonly ToastMessage[] = [];

  const show = (message: ToastMessage) => {
    const close = present(message, () => {
      if (shown?.message !== message) return;
      shown = undefined;
      const next = waiting.find(isError) ?? waiting[0];
      waiting = waiting.filter((each) => each !== next);
      if (next) show(next);
    });
    shown = { message, since: Date.now(), close };
    makeRoom();
  };
  /** Removes the current message, after its least time. */
  const leave = () => {
    if (!shown) return;
    const { close, since } = shown;
    setTimeout(close, since + LEAST_MILLISECONDS - Date.now());
  };
  const makeRoom = () => {
    if (waiting.length > 0) leave();
  };
  return {
    add(message) {
      if (shown && isError(shown.message)) {
        const isKnown = [shown.message, ...waiting].some((known) => isError(known) && isSame(known, message));
        // Of the other messages only the latest one still matters.
        if (isKnown) return;
        waiting = [...(isError(message) ? waiting : waiting.filter(isError)), message];
        return makeRoom();
      }
      const before = shown;
      show(message);
      before?.close();
    },
    settle() {
      if (shown && isError(shown.message)) leave();
    },
  };
}

const isError = ({ kind }: ToastMessage): boolean => kind === 'error';
const isSame = (one: ToastMessage, other: ToastMessage): boolean =>
  one.kind === other.kind && one.title === other.title && one.description === other.description;
