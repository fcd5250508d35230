import { notificationRoutes } from '#bff/contract/people/notification.ts';
import type { CustomerActor } from '#bff/kit/http/actor.ts';
import { feature } from '#bff/kit/http/register-routes.ts';
import { notFound } from '#bff/kit/lib/api-error.ts';
import { pageMeta } from '#bff/kit/lib/present.ts';
import { countNotifications, listNotifications, markAllRead, markRead, readNews } from './feed.ts';
import type { Happened } from './happened.ts';
import { ORDER_WENT_ON } from './news.ts';

export const registerNotifications = feature(notificationRoutes, (deps, app) => {
  const { database } = deps;
  return {
    listNotifications: async (call) => {
      const { page, per_page: perPage } = call.query;
      const { customerId } = call.actor;
      const [counts, data] = await Promise.all([
        countNotifications(database, customerId),
        listNotifications(database, customerId, { page, perPage }),
      ]);
      return {
        data,
        meta: { ...pageMeta({ page, perPage, total: counts.total, items: data }), unread_count: counts.unread },
      };
    },
    streamNotifications: ({ request, reply }) =>
      app.news.open(request, reply, ({ customerId }: CustomerActor) => {
        const mayRing = (event: Happened) => event.customerId === customerId;
        return {
          mayRing,
          stale: (event) => (mayRing(event) && ORDER_WENT_ON.includes(event.type) ? 'orders' : undefined),
          read: () => readNews(database, customerId),
        };
      }),
    markNotificationRead: async (call) => {
      const { customerId } = call.actor;
      if (!(await markRead(database, customerId, call.params.id))) throw notFound();
      const { unread } = await countNotifications(database, customerId);
      return { message: 'The notification is read.', unread_count: unread };
    },
    markAllNotificationsRead: async (call) => {
      const { customerId } = call.actor;
      await markAllRead(database, customerId);
      const { unread } = await countNotifications(database, customerId);
      return { message: 'All notifications are read.', unread_count: unread };
    },
  };
});
