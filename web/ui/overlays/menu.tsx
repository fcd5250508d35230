import { openerOf, opensByArrow, useFirstUse } from './headless/load.ts';
import type { MenuProps } from './headless/menu-view.tsx';

export type { MenuEntry } from './headless/menu-view.tsx';

/** Arrows, Home, End and first letters move through it. */
export function Menu(props: MenuProps) {
  const { views, opener, setOpener, preload } = useFirstUse();
  if (views) return <views.MenuView {...props} opener={opener} />;
  return props.trigger({
    ...preload,
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onClick: (event) => setOpener(openerOf(event)),
    onKeyDown: (event) => opensByArrow(event) && setOpener('keyboard'),
  });
}
