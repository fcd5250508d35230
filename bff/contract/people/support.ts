import { z } from 'zod';
import { dataOf, named, PageQuery, pageOf, SearchTerm, savedOf, Timestamp, Uuid } from '#bff/contract/base/common.ts';
import { routesFor } from '#bff/contract/base/route.ts';
import { SupportTicketForm, TicketReplyForm } from './support-form.ts';

const SendTicketAnswer = z.object({ success: z.boolean(), message: z.string() });

export const TicketStatus = z.enum(['open', 'answered', 'closed']);
export type TicketStatus = z.infer<typeof TicketStatus>;

const TicketReply = z.object({
  id: Uuid,
  message: z.string(),
  administrator: z.object({ id: Uuid, name: z.string() }),
  created_at: Timestamp,
});

/** `user` is set where a signed-in customer sent it. */
export const SupportTicket = named('SupportTicket', {
  id: Uuid,
  number: z.string(),
  full_name: z.string(),
  email: z.string(),
  subject: z.string(),
  message: z.string(),
  status: TicketStatus,
  user: z.object({ id: Uuid, name: z.string() }).nullable(),
  replies: z.array(TicketReply),
  created_at: Timestamp,
  updated_at: Timestamp,
});
export type SupportTicket = z.infer<typeof SupportTicket>;

export const TicketListQuery = PageQuery.extend({ status: TicketStatus.optional(), search: SearchTerm.optional() });
export const TicketPage = pageOf(SupportTicket);

const TicketStatusBody = z.object({ status: TicketStatus });

const visitor = routesFor({ auth: 'public', tag: 'Support' });

export const supportRoutes = {
  sendSupportTicket: visitor.post('/support/send-ticket', 'Send a support ticket.', SendTicketAnswer, {
    body: SupportTicketForm,
    status: 201,
    idempotent: true,
    rate_limit: 'auth',
  }),
};

const desk = routesFor({ auth: 'administrator', permission: 'support:read', tag: 'Admin: support' });

export const adminSupportRoutes = {
  listSupportTickets: desk.get('/admin/support-tickets', 'Support tickets, newest first.', TicketPage, {
    background: true,
    query: TicketListQuery,
  }),
  getSupportTicket: desk.get('/admin/support-tickets/:id', 'One ticket with its answers.', dataOf(SupportTicket)),
  replySupportTicket: desk.post('/admin/support-tickets/:id/reply', 'Answer by mail.', savedOf(SupportTicket), {
    permission: 'support:write',
    body: TicketReplyForm,
    status: 201,
  }),
  setSupportTicketStatus: desk.patch(
    '/admin/support-tickets/:id',
    'Close or reopen a ticket.',
    savedOf(SupportTicket),
    { permission: 'support:write', body: TicketStatusBody },
  ),
};
