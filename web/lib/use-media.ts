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
export const useIsNarrow = (): boolean => useMedia('(width < 48rem)');

/** Below Tailwind's `lg`: nothing stands at the side. */
export const useIsBelowLarge = (): boolean => useMedia('(width < 64rem)');

/** The reader asked their system for less motion. */
export const usePrefersReducedMotion = (): boolean => useMedia('(prefers-reduced-motion: reduce)');
