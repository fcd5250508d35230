import { useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { apiQuery } from '#web/lib/api/api-query.ts';
import { sessionAtoms } from '#web/lib/api/session-atoms.ts';
import type { Realm } from '#web/lib/call/realm.ts';
import { usePollInterval } from './poll-interval.ts';

export const DROPDOWN_PAGE_SIZE = 4;
/** How often the bell polls while the page is visible. */
export const POLL_MILLISECONDS = 60_000;

/** One page of a realm's notifications; the bell reads the first one. */
export const notificationsQuery = (realm: Realm, page: number) =>
  apiQuery(realm === 'customer' ? 'GET /notifications' : 'GET /admin/notifications', {
    query: { page, per_page: DROPDOWN_PAGE_SIZE },
  });

/** The state of the bell: how many are unread, and which is the newest (null: there is none, undefined: not loaded yet). */
export function useNews(realm: Realm): { unreadCount: number; newestId: string | null | undefined } {
  const session = useAtomValue(sessionAtoms[realm]);
  const isSignedIn = session.status === 'signed-in';
  const { data } = useQuery({
    ...notificationsQuery(realm, 1),
    enabled: isSignedIn,
    refetchInterval: usePollInterval(realm, POLL_MILLISECONDS),
  });
  if (!isSignedIn) return { unreadCount: 0, newestId: undefined };
  return { unreadCount: data?.meta.unread_count ?? 0, newestId: data && (data.data[0]?.id ?? null) };
}
