export type ToastMessage = {
  readonly kind: 'success' | 'error' | 'warning' | 'info';
  readonly title: string;
  readonly description?: string | undefined;
  /** The request that failed, as its server knows it: can be copied. */
  readonly reference?: string | undefined;
  /** What can be done about it. */
  readonly action?: { readonly label: string; readonly onPress: () => void } | undefined;
};

/** Shows a message, calls `onClosed` when it goes away, and answers what takes it away. */
type Present = (message: ToastMessage, onClosed: () => void) => () => void;

/** An error shows at least this long, whatever else there is to say. */
const LEAST_MILLISECONDS = 4000;

/**
 * One message at a time. A new one takes the place of the one that shows, but of an error only when that could be read: until
 * then it waits, errors before the rest. An error that says the same as one that shows or waits is said once.
 */
export function createToastQueue(present: Present): { add(message: ToastMessage): void } {
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
    giveWay();
  };
  /** Takes away what shows, in time, as soon as something waits. */
  const giveWay = () => {
    if (!shown || waiting.length === 0) return;
    const { close, since } = shown;
    setTimeout(close, since + LEAST_MILLISECONDS - Date.now());
  };
  return {
    add(message) {
      if (shown && isError(shown.message)) {
        const isKnown = [shown.message, ...waiting].some((known) => isError(known) && isSame(known, message));
        // Of what is no error only the latest is still news.
        if (isKnown) return;
        waiting = [...(isError(message) ? waiting : waiting.filter(isError)), message];
        return giveWay();
      }
      const before = shown;
      show(message);
      before?.close();
    },
  };
}

const isError = ({ kind }: ToastMessage): boolean => kind === 'error';
const isSame = (one: ToastMessage, other: ToastMessage): boolean =>
  one.kind === other.kind && one.title === other.title && one.description === other.description;
