/** Below Tailwind's `md`: tables become cards. */
export const NARROW = '(width < 48rem)';
/** The server, which shows nothing, is not narrow. */
export const isNarrowNow = (): boolean => 'matchMedia' in globalThis && matchMedia(NARROW).matches;

let kept: boolean | undefined;
/** As `keepNarrow` left it. */
export const isNarrow = (): boolean => kept ?? isNarrowNow();
/** Called when it may change by `keepNarrow`. */
export const watchers = new Set<() => void>();

/** Tables stay as they are until the returned function is called, however the window is turned: a row's question would go with its table. */
export function keepNarrow(): () => void {
  kept = isNarrowNow();
  return () => {
    kept = undefined;
    for (const changed of watchers) changed();
  };
}
