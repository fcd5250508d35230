import { useEffect } from 'react';
import { matchRoute, useRouter } from 'wouter';
import type { ScreenRoute } from './screen.tsx';

/** The first page and its data come first. */
const PRELOAD_AFTER_MILLISECONDS = 2500;

/** Fetches a screen's code when a link to it is pointed at or focused: by the press it is there. */
export function usePreloadedLinks(routes: readonly ScreenRoute[]): void {
  const { parser } = useRouter();
  useEffect(() => {
    const onIntent = (event: Event) => {
      const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
      if (!(link instanceof HTMLAnchorElement) || link.origin !== location.origin) return;
      void routes.find((route) => matchRoute(parser, route.path, link.pathname)[0])?.screen.preload();
    };
    document.addEventListener('pointerover', onIntent, { passive: true });
    document.addEventListener('focusin', onIntent);
    return () => {
      document.removeEventListener('pointerover', onIntent);
      document.removeEventListener('focusin', onIntent);
    };
  }, [routes, parser]);
}

/** Once the page rests, fetches the screens that a signed-in person goes to, one after the other. */
export function usePreloadedScreens(routes: readonly ScreenRoute[], enabled: boolean): void {
  useEffect(() => {
    if (!enabled || savesData()) return;
    let isOver = false;
    const timer = setTimeout(async () => {
      for (const route of routes) {
        if (isOver) return;
        if (route.access === 'member') await route.screen.preload();
      }
    }, PRELOAD_AFTER_MILLISECONDS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [routes, enabled]);
}

/** The reader asked their browser to save data. */
const savesData = (): boolean =>
  Boolean((navigator as Navigator & { connection?: { saveData?: boolean } }).connection?.saveData);
