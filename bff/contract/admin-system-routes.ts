import { AuditPage, AuditParams, AuditSearchQuery, AuditTrailQuery } from './admin-audit.ts';
import {
  AdminLoginAnswer,
  AdminLoginBody,
  AdminLoginCodeBody,
  AdminSession,
  AdminSessionAnswer,
  SetPasswordBody,
} from './admin-auth.ts';
import { TicketReplyForm } from './admin-forms.ts';
import { SystemState } from './admin-system.ts';
import { dataOf, MessageAnswer, savedOf, UuidParams } from './common.ts';
import {
  EVENT_STREAM,
  MarkReadAnswer,
  MarkReadBody,
  NotificationListQuery,
  NotificationPage,
  NotificationParams,
} from './notification.ts';
import { PasskeyChallenge, PasskeyChallengeBody, PasskeySignInBody } from './passkey.ts';
import { defineRoutes } from './route.ts';
import { SupportTicket, TicketListQuery, TicketPage, TicketStatusBody } from './support.ts';

const session = { tag: 'Admin: sign-in' } as const;

export const adminAuthRoutes = defineRoutes({
  login: {
    ...session,
    operation: 'adminSignIn',
    method: 'POST',
    path: '/api/admin/login',
    auth: 'public',
    body: AdminLoginBody,
    response: AdminLoginAnswer,
    rate_limit: 'auth',
    summary: 'Sign in as an administrator, for one day; answers a session, or asks for a code.',
  },
  loginCode: {
    ...session,
    operation: 'adminSignInByCode',
    method: 'POST',
    path: '/api/admin/login/code',
    auth: 'public',
    body: AdminLoginCodeBody,
    response: AdminSession,
    rate_limit: 'auth',
    summary: 'The second step of a sign-in: a code of the authenticator app, or a recovery code.',
  },
  passkeyChallenge: {
    ...session,
    operation: 'adminCreatePasskeyChallenge',
    method: 'POST',
    path: '/api/admin/passkeys/challenge',
    auth: 'public',
    body: PasskeyChallengeBody,
    response: PasskeyChallenge,
    rate_limit: 'auth',
    summary: 'Ask for a passkey, to sign in or to confirm a session: what the browser has it sign. For five minutes.',
  },
  loginPasskey: {
    ...session,
    operation: 'adminSignInByPasskey',
    method: 'POST',
    path: '/api/admin/login/passkey',
    auth: 'public',
    body: PasskeySignInBody,
    response: AdminSession,
    rate_limit: 'auth',
    summary: 'Sign in by a passkey, alone or as the second step. It counts as two factors.',
  },
  setPassword: {
    ...session,
    operation: 'adminSetPassword',
    method: 'POST',
    path: '/api/admin/password',
    auth: 'public',
    body: SetPasswordBody,
    response: MessageAnswer,
    rate_limit: 'auth',
    summary: 'Choose a password by a link that an owner or the command line made.',
  },
  logout: {
    ...session,
    operation: 'adminSignOut',
    method: 'POST',
    path: '/api/admin/logout',
    auth: 'administrator',
    permission: 'own',
    enrolment: true,
    response: MessageAnswer,
    summary: 'End the session.',
  },
  session: {
    ...session,
    operation: 'adminGetSession',
    method: 'GET',
    path: '/api/admin/session',
    auth: 'administrator',
    permission: 'own',
    enrolment: true,
    response: AdminSessionAnswer,
    summary: 'The signed-in administrator.',
  },
});

const notification = { auth: 'administrator', permission: 'own', tag: 'Admin: notifications' } as const;

export const adminNotificationRoutes = defineRoutes({
  list: {
    ...notification,
    background: true,
    operation: 'adminListNotifications',
    method: 'GET',
    path: '/api/admin/notifications',
    query: NotificationListQuery,
    response: NotificationPage,
    summary: 'Notifications, newest first, with the count of unread ones.',
  },
  stream: {
    ...notification,
    background: true,
    operation: 'adminStreamNotifications',
    method: 'GET',
    path: '/api/admin/notifications/stream',
    file: EVENT_STREAM,
    summary: 'Server-sent events: `news` when the bell changes, `orders` when an order went on by itself.',
  },
  markRead: {
    ...notification,
    operation: 'adminMarkNotificationRead',
    method: 'PATCH',
    path: '/api/admin/notifications/:id',
    params: NotificationParams,
    body: MarkReadBody,
    response: MarkReadAnswer,
    summary: 'Mark one as read.',
  },
  markAllRead: {
    ...notification,
    operation: 'adminMarkAllNotificationsRead',
    method: 'PATCH',
    path: '/api/admin/notifications',
    body: MarkReadBody,
    response: MarkReadAnswer,
    summary: 'Mark all as read.',
  },
});

const ticket = { auth: 'administrator', permission: 'support:read', tag: 'Admin: support' } as const;

export const adminSupportRoutes = defineRoutes({
  list: {
    ...ticket,
    background: true,
    method: 'GET',
    path: '/api/admin/support-tickets',
    query: TicketListQuery,
    response: TicketPage,
    summary: 'Support tickets, newest first.',
  },
  show: {
    ...ticket,
    method: 'GET',
    path: '/api/admin/support-tickets/:id',
    params: UuidParams,
    response: dataOf(SupportTicket),
    summary: 'One ticket with its answers.',
  },
  reply: {
    ...ticket,
    permission: 'support:write',
    method: 'POST',
    path: '/api/admin/support-tickets/:id/reply',
    params: UuidParams,
    body: TicketReplyForm,
    response: savedOf(SupportTicket),
    status: 201,
    idempotent: true,
    summary: 'Answer by mail.',
  },
  setStatus: {
    ...ticket,
    permission: 'support:write',
    method: 'PATCH',
    path: '/api/admin/support-tickets/:id',
    params: UuidParams,
    body: TicketStatusBody,
    response: savedOf(SupportTicket),
    summary: 'Close or reopen a ticket.',
  },
});

const audit = { method: 'GET', auth: 'administrator', permission: 'audit:read', tag: 'Admin: audit' } as const;

export const adminAuditRoutes = defineRoutes({
  search: {
    ...audit,
    operation: 'searchAuditTrail',
    path: '/api/admin/audit',
    query: AuditSearchQuery,
    response: AuditPage,
    summary: 'Everything that happened, newest first, filtered.',
  },
  trail: {
    ...audit,
    operation: 'getAuditTrail',
    path: '/api/admin/audit/:kind/:id',
    params: AuditParams,
    query: AuditTrailQuery,
    response: AuditPage,
    summary: 'Everything that happened to one object, newest first.',
  },
});

export const adminSystemRoutes = defineRoutes({
  show: {
    method: 'GET',
    path: '/api/admin/system',
    auth: 'administrator',
    permission: 'system:read',
    background: true,
    response: SystemState,
    summary: 'Lag of the read models, jobs, event store.',
    tag: 'Admin: system',
  },
});
