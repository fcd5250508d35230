import type { CustomerNotificationType, NotificationData } from '#bff/contract/people/notification.ts';
import type { DescribeNotification } from '#web/shared/notifications/notification-panel.tsx';

type Known = { title: string; href?: (data: NotificationData) => string };

const KNOWN: Readonly<Record<string, Known>> = {
  DepositApprovedNotification: {
    title: 'Deposit approved',
    href: ({ deposit_id: id }) => (id ? `/deposits?open=${id}` : '/deposits'),
  },
  DepositRejectedNotification: { title: 'Deposit rejected' },
  AccountApprovedNotification: { title: 'Account approved', href: () => '/settings/account' },
  AccountApprovalRevokedNotification: { title: 'Approval revoked' },
  SecondFactorResetNotification: { title: 'Second factor' },
  WithdrawalCreatedNotification: {
    title: 'Withdrawal created',
    href: ({ withdrawal_id: id }) => (id ? `/withdraw?open=${id}` : '/withdraw'),
  },
  WithdrawalCompletedNotification: { title: 'Withdrawal completed' },
  WithdrawalRejectedNotification: { title: 'Withdrawal rejected' },
  OrderPartlyDeliveredNotification: { title: 'Order delivered in part' },
  OrderCompletedNotification: { title: 'Order completed' },
  OrderRestReleasedNotification: { title: 'Rest of an order released' },
  OrderCancelledNotification: { title: 'Order cancelled' },
  CreditReminderNotification: { title: 'Credit reminder' },
} satisfies Record<CustomerNotificationType, Known>;

/** The words of a customer's notification. As specified, only three kinds have a link, to their subject. */
export const customerNotification: DescribeNotification = ({ type, data }) => {
  const { title, href } = KNOWN[type.split(/[\\.]/).at(-1) ?? type] ?? { title: 'Notification' };
  return { title, ...(href && { href: href(data) }), message: data.message, amount: data.amount };
};
