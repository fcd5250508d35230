import { type KeyboardEvent, type MouseEvent, useState } from 'react';
import { later, useLater } from '#web/lib/navigation/later.ts';
import type { Opener } from './trigger.tsx';

/** Headless UI and our pieces on it. */
export const headless = later(() => import('./views.ts'));

/** Headless UI's pieces, loaded once `needed`; undefined until then. */
export const useHeadless = (needed: boolean) => useLater(headless, needed);

/**
 * A placeholder control for one of Headless UI until its first use. It looks and reads the same, loads the code on hover and focus, and
 * remembers the press. The real one then replaces it, focused and open.
 */
export function useFirstUse() {
  const [opener, setOpener] = useState<Opener>();
  const arrived = useHeadless(opener !== undefined);
  return {
    views: opener && arrived,
    opener: opener ?? 'pointer',
    setOpener,
    preload: { onPointerEnter: headless.preload, onFocus: headless.preload },
  };
}

/** A click by Enter, Space or assistive software has a `detail` of zero. */
export const openerOf = (click: MouseEvent): Opener => (click.detail === 0 ? 'keyboard' : 'pointer');

/** The down and up arrows open menus and lists as well. */
export const opensByArrow = (event: KeyboardEvent): boolean => event.key === 'ArrowDown' || event.key === 'ArrowUp';
