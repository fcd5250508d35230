import { z } from 'zod';
import { named, PageMeta, PageQuery, Timestamp, Uuid } from '#bff/contract/base/common.ts';
import { routesFor } from '#bff/contract/base/route.ts';

/** Amounts in it are formatted text ('$1,000.00'), ids are strings. The type decides which fields there are. */
export const NotificationData = z.looseObject({
  message: z.string(),
  amount: z.string().optional(),
  currency: z.string().optional(),
  status: z.string().optional(),
  user_id: z.string().optional(),
  name: z.string().optional(),
  email: z.string().optional(),
  order_id: z.string().optional(),
  order_number: z.string().optional(),
  deposit_id: z.string().optional(),
  withdrawal_id: z.string().optional(),
  ticket_id: z.string().optional(),
  security_event_id: z.string().optional(),
  total: z.string().optional(),
});
export type NotificationData = z.infer<typeof NotificationData>;

export type CustomerNotificationType =
  | 'DepositApprovedNotification'
  | 'DepositRejectedNotification'
  | 'AccountApprovedNotification'
  | 'AccountApprovalRevokedNotification'
  | 'SecondFactorResetNotification'
  | 'WithdrawalCreatedNotification'
  | 'WithdrawalCompletedNotification'
  | 'WithdrawalRejectedNotification'
  | 'OrderPartlyDeliveredNotification'
  | 'OrderCompletedNotification'
  | 'OrderRestReleasedNotification'
  | 'OrderCancelledNotification'
  | 'CreditReminderNotification';

export const Notification = named('Notification', {
  id: z.string(),
  type: z.string(),
  data: NotificationData,
  read_at: Timestamp.nullable(),
  created_at: Timestamp,
});
export type Notification = z.infer<typeof Notification>;

export const NotificationPage = z.object({
  data: z.array(Notification),
  meta: PageMeta.extend({ unread_count: z.int() }),
});
export type NotificationPage = z.infer<typeof NotificationPage>;

/** Media type of a route that stays open and sends events (server-sent events). */
export const EVENT_STREAM = 'text/event-stream';

/**
 * The state of the bell. A stream sends it first and after every change (event `news`), and sends `orders` when one of the caller's orders
 * made progress.
 */
export const News = z.object({
  unread_count: z.int(),
  newest_id: z.string().nullable(),
  /** A customer's carts: the total of each wallet's, in minor units, as it was last shown anywhere. */
  cart_totals: z.record(Uuid, z.string()).optional(),
});
export type News = z.infer<typeof News>;

const NotificationParams = z.object({ id: z.string().min(1).max(100) });

const MarkReadBody = z.object({ read: z.literal(true) });

const MarkReadAnswer = z.object({ message: z.string(), unread_count: z.int() });

const signedIn = routesFor({ auth: 'customer-any-state', tag: 'Notifications' });

export const notificationRoutes = {
  listNotifications: signedIn.get(
    '/notifications',
    'Notifications, newest first, with the count of unread ones.',
    NotificationPage,
    { query: PageQuery },
  ),
  streamNotifications: signedIn.file(
    '/notifications/stream',
    'Server-sent events: `news` when the bell changes, `orders` when an order went on by itself.',
    EVENT_STREAM,
  ),
  markNotificationRead: signedIn.patch('/notifications/:id', 'Mark one as read.', MarkReadAnswer, {
    params: NotificationParams,
    body: MarkReadBody,
  }),
  markAllNotificationsRead: signedIn.patch('/notifications', 'Mark all as read.', MarkReadAnswer, {
    body: MarkReadBody,
  }),
};

const desk = routesFor({ auth: 'administrator', permission: 'own', tag: 'Admin: notifications' });

export const adminNotificationRoutes = {
  adminListNotifications: desk.get(
    '/admin/notifications',
    'Notifications, newest first, with the count of unread ones.',
    NotificationPage,
    { background: true, query: PageQuery },
  ),
  adminStreamNotifications: desk.file(
    '/admin/notifications/stream',
    'Server-sent events: `news` when the bell changes, `orders` when an order went on by itself.',
    EVENT_STREAM,
    { background: true },
  ),
  adminMarkNotificationRead: desk.patch('/admin/notifications/:id', 'Mark one as read.', MarkReadAnswer, {
    params: NotificationParams,
    body: MarkReadBody,
  }),
  adminMarkAllNotificationsRead: desk.patch('/admin/notifications', 'Mark all as read.', MarkReadAnswer, {
    body: MarkReadBody,
  }),
};
