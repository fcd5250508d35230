import { type ComponentType, lazy, useState } from 'react';

/** A screen whose code is loaded when it is first needed, or shortly before a link to it is followed. */
export type Screen = ComponentType & { preload: () => Promise<void> };

/** Who may see a screen: `open` anyone; `guest` sign-in and similar pages; the rest, see the shell's route protection. */
export type Access = 'open' | 'guest' | 'unverified' | 'onboarding' | 'waiting' | 'member';

export type ScreenRoute<Who extends string = Access> = {
  /** A wouter pattern: '/orders/:id'. */
  path: string;
  /** The page's title, and what is announced on arrival. */
  title: string;
  access: Who;
  screen: Screen;
};

/** A loaded screen shows at once. React's `lazy` would show the placeholder first, and keep it for a while against flicker. */
function screen(load: () => Promise<ComponentType>): Screen {
  let fetched: ComponentType | undefined;
  const fetch = async () => {
    fetched ??= await load();
    return fetched;
  };
  const Fetching = lazy(() => fetch().then((component) => ({ default: component })));
  function Show() {
    // Chosen once, because another component type would mount the screen again.
    const [Component] = useState(() => fetched ?? Fetching);
    return <Component />;
  }
  const preload = async () => {
    try {
      await fetch();
    } catch {
      // A failed preload needs no message: the real load will fail too, and report it.
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
