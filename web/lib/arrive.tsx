import { useEffect } from 'react';
import { replayEarly } from './early.ts';
import { focusPage } from './focus-page.ts';
import { useTitle } from './use-title.ts';

/** Where the reader is; undefined until the first page has come, which keeps the focus where the browser put it. */
let currentPath: string | undefined;

/**
 * Announces a screen as it opens: sets the title, and after the first page moves the focus to the heading,
 * so that those who listen hear where they are and Tab starts at the top of the page.
 */
export function Arrive({ title }: { title: string }) {
  useTitle(title);
  useEffect(replayEarly, []);
  useEffect(() => {
    const isFirst = currentPath === undefined;
    const isSame = currentPath === location.pathname;
    currentPath = location.pathname;
    if (isFirst || isSame || document.activeElement?.closest('main')) return;
    focusPage();
  }, []);
  return null;
}
