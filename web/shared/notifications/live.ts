import { useQueryClient } from '@tanstack/react-query';
import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect } from 'react';
import { sessionAtoms } from '#web/lib/api/session-atoms.ts';
import type { Realm } from '#web/lib/call/realm.ts';
import { liveAtoms } from './poll-interval.ts';

/** The delay lets the page's own requests come first. */
const FIRST_AFTER_MILLISECONDS = 2_000;
/** The pause before the code is asked for again. */
const RETRY_MILLISECONDS = 60_000;

/**
 * Keeps the realm's event stream open while somebody is signed in and the page is visible. Where there is no stream, the screens poll: see
 * poll-interval.ts.
 */
export function useLiveNews(realm: Realm): void {
  const client = useQueryClient();
  const isSignedIn = useAtomValue(sessionAtoms[realm]).status === 'signed-in';
  const setLive = useSetAtom(liveAtoms[realm]);
  useEffect(() => {
    if (!isSignedIn) return;
    let stop: (() => void) | undefined;
    let isOver = false;
    const start = async () => {
      try {
        const { followNews } = await import('./follow-news.ts');
        if (!isOver) stop = followNews(realm, client, setLive);
      } catch {
        // The code could not be loaded: the screens poll until it is there.
        if (!isOver) timer = setTimeout(start, RETRY_MILLISECONDS);
      }
    };
    let timer = setTimeout(start, FIRST_AFTER_MILLISECONDS);
    return () => {
      isOver = true;
      clearTimeout(timer);
      stop?.();
    };
  }, [realm, isSignedIn, client, setLive]);
}
