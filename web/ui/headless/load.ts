import { type KeyboardEvent, type MouseEvent, useState } from 'react';
import { later, useLater } from '../later.ts';
import type { Opener } from './trigger.tsx';

/** Headless UI and what opens by it. */
export const headless = later(() => import('./views.ts'));

/** Headless UI's pieces, fetched once `needed`; undefined until they are there. */
export const useHeadless = (needed: boolean) => useLater(headless, needed);

/**
 * A control that stands in for one of Headless UI until it is used for the first time: it looks and is read out the same, has
 * the code fetched on hover and focus, and remembers the press. The real one then takes its place, focused and open.
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

/** A click by Enter, Space or assistive software counts no presses of a button. */
export const openerOf = (click: MouseEvent): Opener => (click.detail === 0 ? 'keyboard' : 'pointer');

/** Menus and lists open by the arrows as well. */
export const opensByArrow = (event: KeyboardEvent): boolean => event.key === 'ArrowDown' || event.key === 'ArrowUp';
