import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

/** A screen that is fetched when it is first needed, or when a link to it is about to be followed. */
export type Screen = LazyExoticComponent<ComponentType> & { preload: () => void };

/** Who may see a screen: `open` anyone; `guest` sign-in and the like; the rest, see the shell's route protection. */
export type Access = 'open' | 'guest' | 'unverified' | 'onboarding' | 'waiting' | 'member';

export type ScreenRoute = {
  /** A wouter pattern: '/orders/:id'. */
  path: string;
  /** The page's title, and what is announced on arrival. */
  title: string;
  access: Access;
  screen: Screen;
};

/** `screen(() => import('./orders-page.tsx').then((m) => m.OrdersPage))` */
export function screen(load: () => Promise<ComponentType>): Screen {
  const component = lazy(() => load().then((loaded) => ({ default: loaded })));
  const preload = () => {
    // A failed preload is no news: the real load will fail too, and say so.
    load().catch(() => undefined);
  };
  return Object.assign(component, { preload });
}
