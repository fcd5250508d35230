import { useSyncExternalStore } from 'react';

/** Whether a media query holds, kept up to date. */
function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const list = matchMedia(query);
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    () => matchMedia(query).matches,
    // The server does not know the screen, and assumes a wide one with motion.
    () => false,
  );
}

/** Below Tailwind's `md`: tables become cards. */
const NARROW = '(width < 48rem)';
export const useIsNarrow = (): boolean => useMedia(NARROW);
/** The same outside components. The server, which shows nothing, is not narrow. */
export const isNarrowNow = (): boolean => 'matchMedia' in globalThis && matchMedia(NARROW).matches;

/** Below Tailwind's `lg`: there is no side column. */
export const useIsBelowLarge = (): boolean => useMedia('(width < 64rem)');

/** The reader has set the system to reduce motion. */
export const usePrefersReducedMotion = (): boolean => useMedia('(prefers-reduced-motion: reduce)');
