import { useEffect, useRef } from 'react';

const DEFAULT_MARGIN_PIXELS = 100;

/** Calls `loadMore` when the ref's element comes within a margin of the visible area. */
export function useInfiniteScroll(loadMore: () => void, options: { enabled: boolean; marginPixels?: number }) {
  const sentinel = useRef<HTMLDivElement>(null);
  const latest = useRef(loadMore);
  useEffect(() => {
    latest.current = loadMore;
  });
  const { enabled, marginPixels = DEFAULT_MARGIN_PIXELS } = options;
  useEffect(() => {
    const element = sentinel.current;
    if (!element || !enabled) return;
    const observer = new IntersectionObserver((entries) => entries.some((e) => e.isIntersecting) && latest.current(), {
      root: element.closest('[data-scroll-root]'),
      rootMargin: `${marginPixels}px`,
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [enabled, marginPixels]);
  return sentinel;
}
