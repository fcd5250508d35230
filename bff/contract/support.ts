import { z } from 'zod';
import { named, PageQuery, pageOf, SearchTerm, Timestamp, Uuid } from './common.ts';

export const SendTicketAnswer = z.object({ success: z.boolean(), message: z.string() });

export const TicketStatus = z.enum(['open', 'answered', 'closed']);
export type TicketStatus = z.infer<typeof TicketStatus>;

const TicketReply = z.object({
  id: Uuid,
  message: z.string(),
  administrator: z.object({ id: Uuid, name: z.string() }),
  created_at: Timestamp,
});

/** A ticket as administrators see it. `user` is set where a signed-in customer sent it. */
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

export const TicketStatusBody = z.object({ status: TicketStatus });
