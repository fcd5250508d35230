import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import type { MarkReadAnswer, NotificationPage } from '#bff/contract/notification.ts';
import { adminFetch, apiFetch } from '../api.ts';
import { keys } from '../query-keys.ts';
import type { Realm } from '../realm.ts';
import { sessionAtoms } from '../session-atoms.ts';
import { toastError } from '../toast-error.ts';
import { markRead, type Pages } from './mark-read.ts';

/** What the dropdown asks for at a time. */
const DROPDOWN_PAGE_SIZE = 4;
/** How often the count looks for news while the page is in view. */
const POLL_MILLISECONDS = 60_000;

/** Notifications of a realm, page after page, with the count of unread ones. */
export function useNotifications(realm: Realm) {
  const session = useAtomValue(sessionAtoms[realm]);
  const call = realm === 'customer' ? apiFetch : adminFetch;
  const queryKey = notificationsKey(realm);
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      call<NotificationPage>('/notifications', { query: { page: pageParam, per_page: DROPDOWN_PAGE_SIZE }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ meta }) => (meta.current_page < meta.last_page ? meta.current_page + 1 : undefined),
    enabled: session.status === 'signed-in',
    refetchInterval: POLL_MILLISECONDS,
  });
  const pages = query.data?.pages;
  return {
    query,
    items: pages?.flatMap((page) => page.data),
    unreadCount: pages?.[0]?.meta.unread_count ?? 0,
  };
}

/** Marks one or all as read: shown at once, rolled back with a reason when it fails. */
export function useMarkRead(realm: Realm) {
  const client = useQueryClient();
  const call = realm === 'customer' ? apiFetch : adminFetch;
  const queryKey = notificationsKey(realm);
  const show = async (isMarked: (id: string) => boolean) => {
    await client.cancelQueries({ queryKey });
    const before = client.getQueryData<Pages>(queryKey);
    if (before) client.setQueryData<Pages>(queryKey, markRead(before, isMarked));
    return { before };
  };
  const rollBack = (error: unknown, message: string, before: Pages | undefined) => {
    if (before) client.setQueryData(queryKey, before);
    toastError(error, message);
  };
  const one = useMutation({
    mutationFn: (id: string) =>
      call<MarkReadAnswer>(`/notifications/${encodeURIComponent(id)}`, { method: 'PATCH', body: { read: true } }),
    onMutate: (id) => show((candidate) => candidate === id),
    onError: (error, _id, context) => rollBack(error, 'Failed to mark notification as read', context?.before),
  });
  const all = useMutation({
    mutationFn: () => call<MarkReadAnswer>('/notifications', { method: 'PATCH', body: { read: true } }),
    onMutate: () => show(() => true),
    onError: (error, _none, context) => rollBack(error, 'Failed to mark all notifications as read', context?.before),
  });
  return { one, all };
}

const notificationsKey = (realm: Realm) => (realm === 'customer' ? keys.notifications : keys.admin.notifications);
