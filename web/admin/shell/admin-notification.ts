import type { AuditSubjectKind } from '#bff/contract/admin-audit.ts';
import type { NotificationData } from '#bff/contract/notification.ts';
import { subjectHref } from '#web/admin/shared/subject-href.ts';
import type { DescribedNotification, DescribeNotification } from '#web/lib/notifications/notification-panel.tsx';

/** To the object itself. */
const leadingTo = (kind: AuditSubjectKind, id: string | undefined) => (id ? { href: subjectHref(kind, id) } : {});

type Describe = (data: NotificationData) => DescribedNotification;

const KNOWN: Record<string, Describe> = {
  NewAccountNotification: (data) => ({
    title: 'New account',
    message: [data.name, data.email].filter(Boolean).join(' · ') || data.message,
    ...leadingTo('customer', data.user_id),
  }),
  CompanyChangedNotification: (data) => ({
    title: 'Company changed',
    message: data.message,
    ...leadingTo('customer', data.user_id),
  }),
  NewOrderNotification: (data) => ({
    title: 'New order',
    message: data.order_number ? `Order ${data.order_number}` : data.message,
    amount: data.total,
    ...leadingTo('order', data.order_id),
  }),
  NewDepositNotification: (data) => ({
    title: 'New deposit',
    message: data.message,
    amount: data.amount,
    ...leadingTo('deposit', data.deposit_id),
  }),
  PaymentProofUploadedNotification: (data) => ({
    title: 'Payment proof uploaded',
    message: data.message,
    amount: data.amount,
    ...leadingTo('deposit', data.deposit_id),
  }),
  SecondApprovalNotification: (data) => ({
    title: 'Second approval needed',
    message: data.message,
    amount: data.amount,
    ...leadingTo('customer', data.user_id),
    ...leadingTo('deposit', data.deposit_id),
    ...leadingTo('withdrawal', data.withdrawal_id),
  }),
  NewWithdrawalNotification: (data) => ({
    title: 'New withdrawal',
    message: data.message,
    amount: data.amount,
    ...leadingTo('withdrawal', data.withdrawal_id),
  }),
  SecurityAlertNotification: (data) => ({
    title: data.name ?? 'Security',
    message: data.message,
    href: `/admin/security-events${data.security_event_id ? `?open=${data.security_event_id}` : ''}`,
  }),
  NewSupportTicketNotification: (data) => ({
    title: 'New support ticket',
    message: data.message,
    href: data.ticket_id ? `/admin/support?ticket=${data.ticket_id}` : '/admin/support',
  }),
};

/** How an administrator's notification reads, and where it leads. */
export const adminNotification: DescribeNotification = ({ type, data }) => {
  const name = type.split(/[\\.]/).at(-1) ?? type;
  return KNOWN[name]?.(data) ?? { title: 'Notification', message: data.message, amount: data.amount };
};
