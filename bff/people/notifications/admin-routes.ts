import { may } from '#bff/contract/base/roles.ts';
import { adminNotificationRoutes } from '#bff/contract/people/notification.ts';
import type { AdministratorActor } from '#bff/kit/http/actor.ts';
import { feature } from '#bff/kit/http/register-routes.ts';
import { notFound } from '#bff/kit/lib/api-error.ts';
import { CHANGES_WHAT_WAITS } from '#bff/money/approvals/waiting.ts';
import { listNotifications, markAllRead, markRead, readNews, rings } from './admin-feed.ts';
import { ORDER_WENT_ON } from './news.ts';

export const registerAdminNotifications = feature(adminNotificationRoutes, (deps, app) => ({
  adminListNotifications: ({ actor, query }) => listNotifications(deps.database, actor, query),
  adminStreamNotifications: ({ request, reply }) =>
    app.news.open(request, reply, (caller: AdministratorActor) => ({
      mayRing: ({ type }) => rings(caller, type),
      stale: ({ type }) => {
        if (ORDER_WENT_ON.includes(type) && may(caller.roles, 'orders:read')) return 'orders';
        if (CHANGES_WHAT_WAITS.has(type) && may(caller.roles, 'approvals:read')) return 'approvals';
        return undefined;
      },
      read: () => readNews(deps.database, caller),
    })),
  adminMarkNotificationRead: async ({ actor, params }) => {
    const unread = await markRead(deps.database, actor, params.id);
    if (unread === null) throw notFound('There is no such notification.');
    return { message: 'Notification marked as read', unread_count: unread };
  },
  adminMarkAllNotificationsRead: async ({ actor }) => ({
    message: 'All notifications marked as read',
    unread_count: await markAllRead(deps.database, actor),
  }),
}));
