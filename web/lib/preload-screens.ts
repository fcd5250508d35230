import { useEffect } from 'react';
import { matchRoute, useRouter } from 'wouter';
import type { ScreenRoute } from './screen.tsx';

/** Fetches a screen's code when a link to it is pointed at or focused: by the press it is there. */
export function usePreloadedLinks(routes: readonly ScreenRoute[]): void {
  const { parser } = useRouter();
  useEffect(() => {
    const onIntent = (event: Event) => {
      const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
      if (!(link instanceof HTMLAnchorElement) || link.origin !== location.origin) return;
      routes.find((route) => matchRoute(parser, route.path, link.pathname)[0])?.screen.preload();
    };
    document.addEventListener('pointerover', onIntent, { passive: true });
    document.addEventListener('focusin', onIntent);
    return () => {
      document.removeEventListener('pointerover', onIntent);
      document.removeEventListener('focusin', onIntent);
    };
  }, [routes, parser]);
}
