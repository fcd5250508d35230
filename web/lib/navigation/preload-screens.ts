import { useCallback, useEffect } from 'react';
import { matchRoute, useLocation, useRouter } from 'wouter';
import type { ScreenRoute } from './screen.tsx';

/** The delay lets the first page and its data come first. */
const PRELOAD_AFTER_MILLISECONDS = 2500;

/**
 * Loads a screen's code before its link is followed: when the link is pointed at or focused and, once the page rests, for the links in its
 * content.
 */
export function usePreloadedLinks(routes: readonly ScreenRoute<string>[]): void {
  const { parser } = useRouter();
  const [path] = useLocation();
  const preload = useCallback(
    async (link: Element | null): Promise<void> => {
      if (!(link instanceof HTMLAnchorElement) || link.origin !== location.origin) return;
      await routes.find((route) => matchRoute(parser, route.path, link.pathname)[0])?.screen.preload();
    },
    [routes, parser],
  );
  useEffect(() => {
    const onIntent = (event: Event) => {
      if (event.target instanceof Element) void preload(event.target.closest('a[href]'));
    };
    document.addEventListener('pointerover', onIntent, { passive: true });
    document.addEventListener('focusin', onIntent);
    return () => {
      document.removeEventListener('pointerover', onIntent);
      document.removeEventListener('focusin', onIntent);
    };
  }, [preload]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has other links
  useEffect(() => {
    if (savesData()) return;
    const timer = setTimeout(() => {
      for (const link of document.querySelectorAll('#main a[href]')) void preload(link);
    }, PRELOAD_AFTER_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [path, preload]);
}

const savesData = (): boolean =>
  Boolean((navigator as Navigator & { connection?: { saveData?: boolean } }).connection?.saveData);
