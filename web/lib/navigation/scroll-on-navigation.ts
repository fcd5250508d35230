import { useEffect, useRef } from 'react';

/** Starts a new page at its top; Back and Forward keep the browser's scroll position. */
export function useScrollToTop(path: string): void {
  const wentBack = useRef(false);
  useEffect(() => {
    const onPopState = () => {
      wentBack.current = true;
    };
    addEventListener('popstate', onPopState);
    return () => removeEventListener('popstate', onPopState);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path is what triggers it.
  useEffect(() => {
    if (!wentBack.current) scrollTo(0, 0);
    wentBack.current = false;
  }, [path]);
}
