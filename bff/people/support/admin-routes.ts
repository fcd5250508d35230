import { adminSupportRoutes, type SupportTicket } from '#bff/contract/people/support.ts';
import { recordedTransaction } from '#bff/identity/audit/keep-record.ts';
import { feature } from '#bff/kit/http/register-routes.ts';
import { found, notFound } from '#bff/kit/lib/api-error.ts';
import { ticketReplyMail } from '#bff/papers/mails/account-mails.ts';
import { findTicket, insertReply, listTickets, presentTickets, setTicketStatus } from './ticket-store.ts';

export const registerAdminSupport = feature(adminSupportRoutes, (deps) => {
  const { database } = deps;
  const find = async (id: string) => found(await findTicket(database, id), 'There is no such ticket.');
  const show = async (id: string): Promise<SupportTicket> => {
    const [ticket] = await presentTickets(database, [await find(id)]);
    if (!ticket) throw notFound('There is no such ticket.');
    return ticket;
  };

  return {
    listSupportTickets: async ({ query }) => {
      const { data, meta } = await listTickets(database, query);
      return { data: await presentTickets(database, data), meta };
    },
    getSupportTicket: async ({ params }) => ({ data: await show(params.id) }),
    replySupportTicket: async (call) => {
      const ticket = await find(call.params.id);
      const reply = { replyId: call.newId('reply'), message: call.body.message };
      await recordedTransaction(deps, call.actor, async (transaction, record) => {
        const { administratorId } = call.actor;
        const isNew = await insertReply(transaction, { ...reply, ticketId: ticket.id, administratorId });
        if (!isNew) return;
        await record('ticket-answered', ['ticket', ticket.id], { number: ticket.number });
      });
      // The mail comes after the answer is stored: its id makes it sent once, and a repetition queues it where this process died here.
      const writer = { email: ticket.email, name: ticket.is_proven ? ticket.full_name : undefined };
      const mail = ticketReplyMail(ticket.number, reply.message, ticket.is_proven ? ticket.subject : undefined);
      await deps.mails.send('ticket-reply', writer, mail, { id: `ticket-reply-${reply.replyId}` });
      return { message: `Your answer was sent to ${ticket.email}`, data: await show(ticket.id) };
    },
    setSupportTicketStatus: async (call) => {
      const ticket = await find(call.params.id);
      const { status } = call.body;
      await recordedTransaction(deps, call.actor, async (transaction, record) => {
        await setTicketStatus(transaction, ticket.id, status);
        await record('ticket-answered', ['ticket', ticket.id], { number: ticket.number, status });
      });
      const message = status === 'closed' ? 'Ticket closed' : status === 'open' ? 'Ticket reopened' : 'Ticket updated';
      return { message, data: await show(ticket.id) };
    },
  };
});
