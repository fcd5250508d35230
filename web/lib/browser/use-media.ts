import { useSyncExternalStore } from 'react';
import { isNarrow, NARROW, watchers } from './narrow.ts';

/** Whether a media query holds, kept up to date. */
function useMedia(query: string, now = () => matchMedia(query).matches): boolean {
  return useSyncExternalStore(
    (changed) => {
      const list = matchMedia(query);
      list.addEventListener('change', changed);
      watchers.add(changed);
      return () => {
        list.removeEventListener('change', changed);
        watchers.delete(changed);
      };
    },
    now,
    // The server does not know the screen, and assumes a wide one with motion.
    () => false,
  );
}

export const useIsNarrow = (): boolean => useMedia(NARROW, isNarrow);

/** Below Tailwind's `lg`: there is no side column. */
export const useIsBelowLarge = (): boolean => useMedia('(width < 64rem)');

export const usePrefersReducedMotion = (): boolean => useMedia('(prefers-reduced-motion: reduce)');
