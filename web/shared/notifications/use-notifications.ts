import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { api } from '#web/lib/api/api.ts';
import { sessionAtoms } from '#web/lib/api/session-atoms.ts';
import { useWrite } from '#web/lib/api/use-write.ts';
import { hold } from '#web/lib/cache/query-key.ts';
import type { Realm } from '#web/lib/call/realm.ts';
import { markRead, type Pages } from './mark-read.ts';
import { usePollInterval } from './poll-interval.ts';
import { DROPDOWN_PAGE_SIZE, notificationsQuery, POLL_MILLISECONDS } from './unread.ts';

/** The cache keys of the bell's first page and of the list under it. */
function notificationKeys(realm: Realm) {
  const first = notificationsQuery(realm, 1).queryKey;
  return { first, list: [...first.slice(0, -1), 'pages'] };
}

/** Notifications of a realm, page after page, beginning with the one that the bell has loaded. */
export function useNotifications(realm: Realm) {
  const client = useQueryClient();
  const { first, list } = notificationKeys(realm);
  const session = useAtomValue(sessionAtoms[realm]);
  const known = client.getQueryState(first);
  const query = useInfiniteQuery({
    queryKey: list,
    queryFn: ({ pageParam, signal }) =>
      api(realm === 'customer' ? 'GET /notifications' : 'GET /admin/notifications', {
        query: { page: pageParam, per_page: DROPDOWN_PAGE_SIZE },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: ({ meta }) => (meta.current_page < meta.last_page ? meta.current_page + 1 : undefined),
    initialData: known?.data && { pages: [known.data], pageParams: [1] },
    initialDataUpdatedAt: known?.dataUpdatedAt,
    enabled: session.status === 'signed-in',
    refetchInterval: usePollInterval(realm, POLL_MILLISECONDS),
  });
  return { query, items: query.data?.pages.flatMap((page) => page.data) };
}

/** Marks one or all as read: shown at once, undone with a reason where it fails. */
export function useMarkRead(realm: Realm) {
  const client = useQueryClient();
  const isCustomer = realm === 'customer';
  const { first, list } = notificationKeys(realm);

  const show = async (isMarked: (id: string) => boolean) => {
    const putBack = await hold(client, { queryKey: list }, { queryKey: first });
    const before = client.getQueryData<Pages>(list);
    const after = before && markRead(before, isMarked);
    client.setQueryData<Pages>(list, after);
    client.setQueryData(first, (bell) => bell && (after?.pages[0] ?? bell));
    return putBack;
  };
  const one = useWrite(isCustomer ? 'PATCH /notifications/:id' : 'PATCH /admin/notifications/:id', {
    done: null,
    atOnce: ({ params }) => show((candidate) => candidate === params.id),
    failed: 'Failed to mark notification as read',
  });
  const all = useWrite(isCustomer ? 'PATCH /notifications' : 'PATCH /admin/notifications', {
    done: null,
    atOnce: () => show(() => true),
    failed: 'Failed to mark all notifications as read',
  });
  return { one, all };
}
