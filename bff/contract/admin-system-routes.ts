import { AuditPage, AuditParams, AuditSearchQuery } from './admin-audit.ts';
import { AdminLoginAnswer, AdminSession, AdminSessionAnswer, SetPasswordBody } from './admin-auth.ts';
import { AdminLoginForm, TicketReplyForm } from './admin-forms.ts';
import { SystemState } from './admin-system.ts';
import { SignInCodeBody } from './auth.ts';
import { dataOf, MessageAnswer, PageQuery, savedOf } from './common.ts';
import { EVENT_STREAM, MarkReadAnswer, MarkReadBody, NotificationPage, NotificationParams } from './notification.ts';
import { PasskeyChallenge, PasskeyChallengeBody, PasskeySignInBody } from './passkey.ts';
import { routesFor } from './route.ts';
import { SupportTicket, TicketListQuery, TicketPage, TicketStatusBody } from './support.ts';

const session = routesFor({ auth: 'public', tag: 'Admin: sign-in' });
const office = routesFor({ auth: 'administrator', permission: 'own', tag: 'Admin: sign-in', enrolment: true });

export const adminAuthRoutes = {
  adminSignIn: session.post(
    '/admin/login',
    'Sign in as an administrator, for one day; answers a session, or asks for a code.',
    AdminLoginAnswer,
    { body: AdminLoginForm, rate_limit: 'auth' },
  ),
  adminSignInByCode: session.post(
    '/admin/login/code',
    'The second step of a sign-in: a code of the authenticator app, or a recovery code.',
    AdminSession,
    { body: SignInCodeBody, rate_limit: 'auth' },
  ),
  adminCreatePasskeyChallenge: session.post(
    '/admin/passkeys/challenge',
    'Ask for a passkey, to sign in or to confirm a session: what the browser has it sign. For five minutes.',
    PasskeyChallenge,
    { body: PasskeyChallengeBody, rate_limit: 'auth' },
  ),
  adminSignInByPasskey: session.post(
    '/admin/login/passkey',
    'Sign in by a passkey, alone or as the second step. It counts as two factors.',
    AdminSession,
    { body: PasskeySignInBody, rate_limit: 'auth' },
  ),
  adminSetPassword: session.post(
    '/admin/password',
    'Choose a password by a link that an owner or the command line made.',
    MessageAnswer,
    { body: SetPasswordBody, rate_limit: 'auth' },
  ),
  adminSignOut: office.post('/admin/logout', 'End the session.', MessageAnswer, {
    idempotent: { not: 'it ends the session by which the caller of a repetition would be known' },
  }),
  adminGetSession: office.get('/admin/session', 'The signed-in administrator.', AdminSessionAnswer),
};

const notification = routesFor({ auth: 'administrator', permission: 'own', tag: 'Admin: notifications' });

export const adminNotificationRoutes = {
  adminListNotifications: notification.get(
    '/admin/notifications',
    'Notifications, newest first, with the count of unread ones.',
    NotificationPage,
    { background: true, query: PageQuery },
  ),
  adminStreamNotifications: notification.file(
    '/admin/notifications/stream',
    'Server-sent events: `news` when the bell changes, `orders` when an order went on by itself.',
    EVENT_STREAM,
    { background: true },
  ),
  adminMarkNotificationRead: notification.patch('/admin/notifications/:id', 'Mark one as read.', MarkReadAnswer, {
    params: NotificationParams,
    body: MarkReadBody,
  }),
  adminMarkAllNotificationsRead: notification.patch('/admin/notifications', 'Mark all as read.', MarkReadAnswer, {
    body: MarkReadBody,
  }),
};

const ticket = routesFor({ auth: 'administrator', permission: 'support:read', tag: 'Admin: support' });

export const adminSupportRoutes = {
  listSupportTickets: ticket.get('/admin/support-tickets', 'Support tickets, newest first.', TicketPage, {
    background: true,
    query: TicketListQuery,
  }),
  getSupportTicket: ticket.get('/admin/support-tickets/:id', 'One ticket with its answers.', dataOf(SupportTicket)),
  replySupportTicket: ticket.post('/admin/support-tickets/:id/reply', 'Answer by mail.', savedOf(SupportTicket), {
    permission: 'support:write',
    body: TicketReplyForm,
    status: 201,
  }),
  setSupportTicketStatus: ticket.patch(
    '/admin/support-tickets/:id',
    'Close or reopen a ticket.',
    savedOf(SupportTicket),
    { permission: 'support:write', body: TicketStatusBody },
  ),
};

const audit = routesFor({ auth: 'administrator', permission: 'audit:read', tag: 'Admin: audit' });

export const adminAuditRoutes = {
  searchAuditTrail: audit.get('/admin/audit', 'Everything that happened, newest first, filtered.', AuditPage, {
    query: AuditSearchQuery,
  }),
  getAuditTrail: audit.get(
    '/admin/audit/:kind/:id',
    'Everything that happened to one object, newest first.',
    AuditPage,
    { params: AuditParams, query: PageQuery },
  ),
};

const system = routesFor({ auth: 'administrator', permission: 'system:read', tag: 'Admin: system' });

export const adminSystemRoutes = {
  getSystem: system.get('/admin/system', 'Lag of the read models, jobs, event store.', SystemState, {
    background: true,
  }),
};
