import type { AuditSubjectKind } from '#bff/contract/identity/admin-audit.ts';
import type { NotificationData } from '#bff/contract/people/notification.ts';
import { subjectHref } from '#web/admin/shared/words/subject-href.ts';
import type { DescribedNotification, DescribeNotification } from '#web/shared/notifications/notification-panel.tsx';

const leadingTo = (kind: AuditSubjectKind, id: string | undefined) => (id ? { href: subjectHref(kind, id) } : {});

/** The title, the link, and the words where they are not the server's. */
type Describe = (data: NotificationData) => { title: string } & Partial<DescribedNotification>;

const KNOWN: Record<string, Describe> = {
  NewAccountNotification: ({ name, email, message, user_id }) => ({
    title: 'New account',
    message: [name, email].filter(Boolean).join(' · ') || message,
    ...leadingTo('customer', user_id),
  }),
  CompanyChangedNotification: ({ user_id }) => ({ title: 'Company changed', ...leadingTo('customer', user_id) }),
  NewOrderNotification: ({ order_number, message, total, order_id }) => ({
    title: 'New order',
    message: order_number ? `Order ${order_number}` : message,
    amount: total,
    ...leadingTo('order', order_id),
  }),
  NewDepositNotification: ({ deposit_id }) => ({ title: 'New deposit', ...leadingTo('deposit', deposit_id) }),
  PaymentProofUploadedNotification: ({ deposit_id }) => ({
    title: 'Payment proof uploaded',
    ...leadingTo('deposit', deposit_id),
  }),
  SecondApprovalNotification: ({ user_id, deposit_id, withdrawal_id }) => ({
    title: 'Second approval needed',
    ...leadingTo('customer', user_id),
    ...leadingTo('deposit', deposit_id),
    ...leadingTo('withdrawal', withdrawal_id),
  }),
  AdministratorChangeNotification: () => ({ title: 'Administrators', href: '/admin/administrators' }),
  PriceChangeNotification: () => ({ title: 'Price', href: '/admin/approvals' }),
  RateChangeNotification: () => ({ title: 'Rate', href: '/admin/approvals' }),
  SettingsChangeNotification: () => ({ title: 'Settings', href: '/admin/settings' }),
  NewWithdrawalNotification: ({ withdrawal_id }) => ({
    title: 'New withdrawal',
    ...leadingTo('withdrawal', withdrawal_id),
  }),
  SecurityAlertNotification: ({ name, security_event_id: id }) => ({
    title: name ?? 'Security',
    href: `/admin/security-events${id ? `?open=${id}` : ''}`,
  }),
  NewSupportTicketNotification: ({ ticket_id: id }) => ({
    title: 'New support ticket',
    href: id ? `/admin/support?ticket=${id}` : '/admin/support',
  }),
};

export const adminNotification: DescribeNotification = ({ type, data }) => {
  const name = type.split(/[\\.]/).at(-1) ?? type;
  const { message, amount } = data;
  return { message, amount, ...(KNOWN[name]?.(data) ?? { title: 'Notification' }) };
};
