import { useEffect } from 'react';
import { useTitle } from './use-title.ts';

let arrivals = 0;

/**
 * Stands beside a screen and tells of the arrival: sets the title, and after the first page moves the focus to the heading,
 * so that those who listen hear where they are and Tab starts at the top of the page.
 */
export function Arrive({ title }: { title: string }) {
  useTitle(title);
  useEffect(() => {
    arrivals += 1;
    // Strict mode mounts twice in development; the first page keeps the focus where the browser put it.
    if (arrivals <= (import.meta.env.DEV ? 2 : 1)) return;
    const target = document.querySelector<HTMLElement>('main h1[tabindex="-1"]') ?? document.querySelector('main');
    const inside = document.activeElement?.closest('main');
    if (!inside) target?.focus({ preventScroll: true });
  }, []);
  return null;
}
