import type { FastifyInstance } from 'fastify';
import { adminNotificationRoutes } from '#bff/contract/admin-system-routes.ts';
import type { BffDeps } from '#bff/deps.ts';
import { registerRoutes } from '#bff/http/register-routes.ts';
import { notFound } from '#bff/lib/api-error.ts';
import { listNotifications, markAllRead, markRead, readNews, rings } from './admin-feed.ts';
import { ORDER_WENT_ON } from './news.ts';

export function registerAdminNotifications(app: FastifyInstance, deps: BffDeps): void {
  registerRoutes(app, deps, adminNotificationRoutes, {
    list: ({ actor, query }) => listNotifications(deps.database, actor.administratorId, query),
    stream: ({ actor: { administratorId }, request, reply }) =>
      app.news.open(request, reply, {
        hears: ({ type }) => rings(type) || ORDER_WENT_ON.includes(type),
        read: () => readNews(deps.database, administratorId),
      }),
    markRead: async ({ actor, params }) => {
      const unread = await markRead(deps.database, actor.administratorId, params.id);
      if (unread === null) throw notFound('There is no such notification.');
      return { message: 'Notification marked as read', unread_count: unread };
    },
    markAllRead: async ({ actor }) => ({
      message: 'All notifications marked as read',
      unread_count: await markAllRead(deps.database, actor.administratorId),
    }),
  });
}
