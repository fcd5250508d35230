import { useEffect } from 'react';
import { replayEarly } from './early.ts';
import { focusPage } from './focus-page.ts';
import { useTitle } from './use-title.ts';

/** The path of the last page; undefined until the first one is shown, which keeps the browser's own focus. */
let currentPath: string | undefined;

/**
 * Announces a screen as it opens: sets the title and, after the first page, moves the focus to the heading. Screen readers then read the
 * heading, and Tab starts at the top of the page.
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
