import { AuditPage, AuditParams, AuditSearchQuery } from './admin-audit.ts';
import { AdminLoginAnswer, AdminSession, AdminSessionAnswer, SetPasswordBody } from './admin-auth.ts';
import { AdminLoginForm, TicketReplyForm } from './admin-forms.ts';
import { SystemState } from './admin-system.ts';
import { SignInCodeBody } from './auth.ts';
import { dataOf, MessageAnswer, PageQuery, savedOf } from './common.ts';
import { EVENT_STREAM, MarkReadAnswer, MarkReadBody, NotificationPage, NotificationParams } from './notification.ts';
import { PasskeyChallenge, PasskeyChallengeBody, PasskeySignInBody } from './passkey.ts';
import { defineRoutes } from './route.ts';
import { SupportTicket, TicketListQuery, TicketPage, TicketStatusBody } from './support.ts';

const session = { auth: 'public', tag: 'Admin: sign-in' } as const;

export const adminAuthRoutes = defineRoutes(session, {
  login: {
    call: 'POST /admin/login',
    operation: 'adminSignIn',
    body: AdminLoginForm,
    response: AdminLoginAnswer,
    rate_limit: 'auth',
    summary: 'Sign in as an administrator, for one day; answers a session, or asks for a code.',
  },
  loginCode: {
    call: 'POST /admin/login/code',
    operation: 'adminSignInByCode',
    body: SignInCodeBody,
    response: AdminSession,
    rate_limit: 'auth',
    summary: 'The second step of a sign-in: a code of the authenticator app, or a recovery code.',
  },
  passkeyChallenge: {
    call: 'POST /admin/passkeys/challenge',
    operation: 'adminCreatePasskeyChallenge',
    body: PasskeyChallengeBody,
    response: PasskeyChallenge,
    rate_limit: 'auth',
    summary: 'Ask for a passkey, to sign in or to confirm a session: what the browser has it sign. For five minutes.',
  },
  loginPasskey: {
    call: 'POST /admin/login/passkey',
    operation: 'adminSignInByPasskey',
    body: PasskeySignInBody,
    response: AdminSession,
    rate_limit: 'auth',
    summary: 'Sign in by a passkey, alone or as the second step. It counts as two factors.',
  },
  setPassword: {
    call: 'POST /admin/password',
    operation: 'adminSetPassword',
    body: SetPasswordBody,
    response: MessageAnswer,
    rate_limit: 'auth',
    summary: 'Choose a password by a link that an owner or the command line made.',
  },
  logout: {
    call: 'POST /admin/logout',
    idempotent: { not: 'it ends the session by which the caller of a repetition would be known' },
    operation: 'adminSignOut',
    auth: 'administrator',
    permission: 'own',
    enrolment: true,
    response: MessageAnswer,
    summary: 'End the session.',
  },
  session: {
    call: 'GET /admin/session',
    operation: 'adminGetSession',
    auth: 'administrator',
    permission: 'own',
    enrolment: true,
    response: AdminSessionAnswer,
    summary: 'The signed-in administrator.',
  },
});

const notification = { auth: 'administrator', permission: 'own', tag: 'Admin: notifications' } as const;

export const adminNotificationRoutes = defineRoutes(notification, {
  list: {
    call: 'GET /admin/notifications',
    background: true,
    operation: 'adminListNotifications',
    query: PageQuery,
    response: NotificationPage,
    summary: 'Notifications, newest first, with the count of unread ones.',
  },
  stream: {
    call: 'GET /admin/notifications/stream',
    background: true,
    operation: 'adminStreamNotifications',
    file: EVENT_STREAM,
    summary: 'Server-sent events: `news` when the bell changes, `orders` when an order went on by itself.',
  },
  markRead: {
    call: 'PATCH /admin/notifications/:id',
    operation: 'adminMarkNotificationRead',
    params: NotificationParams,
    body: MarkReadBody,
    response: MarkReadAnswer,
    summary: 'Mark one as read.',
  },
  markAllRead: {
    call: 'PATCH /admin/notifications',
    operation: 'adminMarkAllNotificationsRead',
    body: MarkReadBody,
    response: MarkReadAnswer,
    summary: 'Mark all as read.',
  },
});

const ticket = { auth: 'administrator', permission: 'support:read', tag: 'Admin: support' } as const;

export const adminSupportRoutes = defineRoutes(ticket, {
  list: {
    call: 'GET /admin/support-tickets',
    background: true,
    query: TicketListQuery,
    response: TicketPage,
    summary: 'Support tickets, newest first.',
  },
  show: {
    call: 'GET /admin/support-tickets/:id',
    response: dataOf(SupportTicket),
    summary: 'One ticket with its answers.',
  },
  reply: {
    call: 'POST /admin/support-tickets/:id/reply',
    permission: 'support:write',
    body: TicketReplyForm,
    response: savedOf(SupportTicket),
    status: 201,
    idempotent: true,
    summary: 'Answer by mail.',
  },
  setStatus: {
    call: 'PATCH /admin/support-tickets/:id',
    permission: 'support:write',
    body: TicketStatusBody,
    response: savedOf(SupportTicket),
    summary: 'Close or reopen a ticket.',
  },
});

const audit = { auth: 'administrator', permission: 'audit:read', tag: 'Admin: audit' } as const;

export const adminAuditRoutes = defineRoutes(audit, {
  search: {
    call: 'GET /admin/audit',
    operation: 'searchAuditTrail',
    query: AuditSearchQuery,
    response: AuditPage,
    summary: 'Everything that happened, newest first, filtered.',
  },
  trail: {
    call: 'GET /admin/audit/:kind/:id',
    operation: 'getAuditTrail',
    params: AuditParams,
    query: PageQuery,
    response: AuditPage,
    summary: 'Everything that happened to one object, newest first.',
  },
});

const system = { auth: 'administrator', permission: 'system:read', tag: 'Admin: system' } as const;

export const adminSystemRoutes = defineRoutes(system, {
  show: {
    call: 'GET /admin/system',
    background: true,
    response: SystemState,
    summary: 'Lag of the read models, jobs, event store.',
  },
});
