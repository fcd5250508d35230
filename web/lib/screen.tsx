import { type ComponentType, lazy, useState } from 'react';

/** A screen that is fetched when it is first needed, or when a link to it is about to be followed. */
export type Screen = ComponentType & { preload: () => Promise<void> };

/** Who may see a screen: `open` anyone; `guest` sign-in and the like; the rest, see the shell's route protection. */
export type Access = 'open' | 'guest' | 'unverified' | 'onboarding' | 'waiting' | 'member';

export type ScreenRoute<Who extends string = Access> = {
  /** A wouter pattern: '/orders/:id'. */
  path: string;
  /** The page's title, and what is announced on arrival. */
  title: string;
  access: Who;
  screen: Screen;
};

/**
 * A screen that has been fetched already shows at once: React's `lazy` would show the placeholder first, and hold it
 * for a while so that it does not flicker.
 */
function screen(load: () => Promise<ComponentType>): Screen {
  let fetched: ComponentType | undefined;
  const fetch = async () => {
    fetched ??= await load();
    return fetched;
  };
  const Fetching = lazy(() => fetch().then((component) => ({ default: component })));
  function Show() {
    // Chosen once: another component type in its place would start the screen again.
    const [Component] = useState(() => fetched ?? Fetching);
    return <Component />;
  }
  const preload = async () => {
    try {
      await fetch();
    } catch {
      // A failed preload is no news: the real load will fail too, and say so.
    }
  };
  return Object.assign(Show, { preload });
}

/** One route: its address, title, who may see it, and the screen as the file of that name exports it. */
export const at = <Name extends string, Who extends string>(
  path: string,
  title: string,
  access: Who,
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
): ScreenRoute<Who> => ({ path, title, access, screen: screen(async () => (await load())[name]) });
