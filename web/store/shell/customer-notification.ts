import type { DescribeNotification } from '#web/lib/notifications/notification-bell.tsx';

const KNOWN: Record<string, { title: string; href?: string }> = {
  DepositApprovedNotification: { title: 'Deposit approved', href: '/deposits' },
  DepositRejectedNotification: { title: 'Deposit rejected' },
  AccountApprovedNotification: { title: 'Account approved', href: '/settings/account' },
  AccountApprovalRevokedNotification: { title: 'Approval revoked' },
  WithdrawalCreatedNotification: { title: 'Withdrawal created', href: '/withdraw' },
  WithdrawalCompletedNotification: { title: 'Withdrawal completed' },
  WithdrawalRejectedNotification: { title: 'Withdrawal rejected' },
  OrderCompletedNotification: { title: 'Order completed' },
  OrderCancelledNotification: { title: 'Order cancelled' },
};

/** How a customer's notification reads; only three kinds link anywhere, as specified. */
export const customerNotification: DescribeNotification = ({ type, data }) => {
  const name = type.split(/[\\.]/).at(-1) ?? type;
  return { title: 'Notification', ...KNOWN[name], message: data.message, amount: data.amount };
};
