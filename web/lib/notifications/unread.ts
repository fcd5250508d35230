import { useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import type { NotificationPage } from '#bff/contract/notification.ts';
import { adminFetch, apiFetch } from '../api.ts';
import { keys } from '../query-keys.ts';
import type { Realm } from '../realm.ts';
import { sessionAtoms } from '../session-atoms.ts';

/** What the dropdown asks for at a time. */
const DROPDOWN_PAGE_SIZE = 4;
/** How often the bell looks for news while the page is in view. */
export const POLL_MILLISECONDS = 60_000;

/** Keys of the bell's first page and of the dropdown's list; both below the realm's `notifications`. */
export function notificationKeys(realm: Realm) {
  const base = realm === 'customer' ? keys.notifications : keys.admin.notifications;
  return { first: [...base, 'first'] as const, list: [...base, 'list'] as const };
}

/** One page of a realm's notifications. */
export const fetchNotifications = (realm: Realm, page: number, signal: AbortSignal): Promise<NotificationPage> =>
  (realm === 'customer' ? apiFetch : adminFetch)<NotificationPage>('/notifications', {
    query: { page, per_page: DROPDOWN_PAGE_SIZE },
    signal,
  });

/** What the bell itself must know: how many are unread, and which is the newest. */
export function useNews(realm: Realm): { unreadCount: number; newestId: string | undefined } {
  const session = useAtomValue(sessionAtoms[realm]);
  const isSignedIn = session.status === 'signed-in';
  const { data } = useQuery({
    queryKey: notificationKeys(realm).first,
    queryFn: ({ signal }) => fetchNotifications(realm, 1, signal),
    enabled: isSignedIn,
    refetchInterval: POLL_MILLISECONDS,
  });
  if (!isSignedIn) return { unreadCount: 0, newestId: undefined };
  return { unreadCount: data?.meta.unread_count ?? 0, newestId: data?.data[0]?.id };
}
