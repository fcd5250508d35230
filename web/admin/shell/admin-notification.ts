import type { NotificationData } from '#bff/contract/notification.ts';
import type { DescribedNotification, DescribeNotification } from '#web/lib/notifications/notification-bell.tsx';

type Describe = (data: NotificationData) => DescribedNotification;

const KNOWN: Record<string, Describe> = {
  NewAccountNotification: (data) => ({
    title: 'New account',
    message: [data.name, data.email].filter(Boolean).join(' · ') || data.message,
    ...(data.user_id ? { href: `/admin/users/${data.user_id}` } : {}),
  }),
  NewOrderNotification: (data) => ({
    title: 'New order',
    message: data.order_number ? `Order ${data.order_number}` : data.message,
    amount: data.total,
    ...(data.order_id ? { href: `/admin/orders/${data.order_id}` } : {}),
  }),
  NewDepositNotification: (data) => ({
    title: 'New deposit',
    message: data.message,
    amount: data.amount,
    href: '/admin/deposits',
  }),
  PaymentProofUploadedNotification: (data) => ({
    title: 'Payment proof uploaded',
    message: data.message,
    amount: data.amount,
    href: '/admin/deposits',
  }),
  NewWithdrawalNotification: (data) => ({
    title: 'New withdrawal',
    message: data.message,
    amount: data.amount,
    href: '/admin/withdrawals',
  }),
  NewSupportTicketNotification: (data) => ({
    title: 'New support ticket',
    message: data.message,
    href: '/admin/support',
  }),
};

/** How an administrator's notification reads, and where it leads. */
export const adminNotification: DescribeNotification = ({ type, data }) => {
  const name = type.split(/[\\.]/).at(-1) ?? type;
  return KNOWN[name]?.(data) ?? { title: 'Notification', message: data.message, amount: data.amount };
};
