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
    // The server does not know the screen: a wide one, moving.
    () => false,
  );
}

/** Below Tailwind's `md`: tables become cards. */
const NARROW = '(width < 48rem)';
export const useIsNarrow = (): boolean => useMedia(NARROW);
/** The same for code that is no component; the server, which shows nothing, has no such screen. */
export const isNarrowNow = (): boolean => 'matchMedia' in globalThis && matchMedia(NARROW).matches;

/** Below Tailwind's `lg`: nothing stands at the side. */
export const useIsBelowLarge = (): boolean => useMedia('(width < 64rem)');

/** The reader asked their system for less motion. */
export const usePrefersReducedMotion = (): boolean => useMedia('(prefers-reduced-motion: reduce)');
