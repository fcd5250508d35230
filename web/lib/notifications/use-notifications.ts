import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import type { MarkReadAnswer, NotificationPage } from '#bff/contract/notification.ts';
import { adminFetch, apiFetch } from '../api.ts';
import type { Realm } from '../realm.ts';
import { sessionAtoms } from '../session-atoms.ts';
import { toastError } from '../toast-error.ts';
import { markRead, type Pages } from './mark-read.ts';
import { fetchNotifications, notificationKeys, POLL_MILLISECONDS } from './unread.ts';

/** Notifications of a realm, page after page, beginning with what the bell has fetched already. */
export function useNotifications(realm: Realm) {
  const client = useQueryClient();
  const { first, list } = notificationKeys(realm);
  const session = useAtomValue(sessionAtoms[realm]);
  const known = client.getQueryState<NotificationPage>(first);
  const query = useInfiniteQuery({
    queryKey: list,
    queryFn: ({ pageParam, signal }) => fetchNotifications(realm, pageParam, signal),
    initialPageParam: 1,
    getNextPageParam: ({ meta }) => (meta.current_page < meta.last_page ? meta.current_page + 1 : undefined),
    initialData: known?.data && { pages: [known.data], pageParams: [1] },
    initialDataUpdatedAt: known?.dataUpdatedAt,
    enabled: session.status === 'signed-in',
    refetchInterval: POLL_MILLISECONDS,
  });
  return { query, items: query.data?.pages.flatMap((page) => page.data) };
}

/** Marks one or all as read: shown at once, rolled back with a reason when it fails. */
export function useMarkRead(realm: Realm) {
  const client = useQueryClient();
  const call = realm === 'customer' ? apiFetch : adminFetch;
  const { first, list } = notificationKeys(realm);

  const show = async (isMarked: (id: string) => boolean) => {
    await client.cancelQueries({ queryKey: list });
    await client.cancelQueries({ queryKey: first });
    const before = { pages: client.getQueryData<Pages>(list), bell: client.getQueryData<NotificationPage>(first) };
    if (before.pages) {
      const after = markRead(before.pages, isMarked);
      client.setQueryData<Pages>(list, after);
      if (before.bell && after.pages[0]) client.setQueryData<NotificationPage>(first, after.pages[0]);
    }
    return before;
  };
  const rollBack = (error: unknown, message: string, before: Awaited<ReturnType<typeof show>> | undefined) => {
    if (before?.pages) client.setQueryData(list, before.pages);
    if (before?.bell) client.setQueryData(first, before.bell);
    toastError(error, message);
  };
  const one = useMutation({
    mutationFn: (id: string) =>
      call<MarkReadAnswer>(`/notifications/${encodeURIComponent(id)}`, { method: 'PATCH', body: { read: true } }),
    onMutate: (id) => show((candidate) => candidate === id),
    onError: (error, _id, context) => rollBack(error, 'Failed to mark notification as read', context),
  });
  const all = useMutation({
    mutationFn: () => call<MarkReadAnswer>('/notifications', { method: 'PATCH', body: { read: true } }),
    onMutate: () => show(() => true),
    onError: (error, _none, context) => rollBack(error, 'Failed to mark all notifications as read', context),
  });
  return { one, all };
}
