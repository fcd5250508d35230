import { openStream } from '#web/lib/api/download.ts';
import { isApiError } from '#web/lib/call/api-error.ts';
import { readEvents } from './event-stream.ts';

/**
 * The pause between two tries. It doubles each time, up to the longest one, less a random part of up to a half, so that browsers do not all
 * reconnect at once.
 */
const RETRY_MILLISECONDS = 1_000;
const LONGEST_RETRY_MILLISECONDS = 60_000;

type StreamKey = Parameters<typeof openStream>[0];
type Listener = {
  readonly onOpen: () => void;
  readonly hear: (event: string, data: string) => void;
  readonly onClose: () => void;
};

/** Keeps an event stream open while the page is visible. Returns a function that ends it. */
export const listenInView = (key: StreamKey, listener: Listener): (() => void) =>
  whileInView((signal) => keepListening(key, listener, signal));

/** Runs `work` whenever the page is visible, and aborts it when it is hidden. Returns a function that ends both. */
function whileInView(work: (signal: AbortSignal) => Promise<void>): () => void {
  let running: AbortController | undefined;
  const look = () => {
    if (document.visibilityState === 'hidden') {
      running?.abort();
      running = undefined;
    } else if (!running) {
      running = new AbortController();
      void work(running.signal);
    }
  };
  document.addEventListener('visibilitychange', look);
  look();
  return () => {
    document.removeEventListener('visibilitychange', look);
    running?.abort();
  };
}

async function keepListening(key: StreamKey, { onOpen, hear, onClose }: Listener, signal: AbortSignal) {
  for (let failures = 0; !signal.aborted; failures += 1) {
    let askedToWaitMilliseconds = 0;
    try {
      const stream = await openStream(key, { signal });
      onOpen();
      failures = 0;
      for await (const { event, data } of readEvents(stream)) hear(event, data);
    } catch (error) {
      // Refused, cut off or aborted: the screens poll until it works again.
      if (isApiError(error)) askedToWaitMilliseconds = 1_000 * (error.retryAfterSeconds ?? 0);
    }
    onClose();
    const longest = Math.min(RETRY_MILLISECONDS * 2 ** failures, LONGEST_RETRY_MILLISECONDS);
    await pause(Math.max(askedToWaitMilliseconds, longest * (0.5 + Math.random() / 2)), signal);
  }
}

/** Ends early when the signal is aborted. */
const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
