import { z } from 'zod';
import { supportRoutes } from '#bff/contract/people/support.ts';
import { feature } from '#bff/kit/http/register-routes.ts';
import { sql } from '#bff/kit/tables/sql.ts';
import { ticketReceivedMail } from '#bff/papers/mails/account-mails.ts';

export const registerSupport = feature(supportRoutes, (deps) => ({
  sendSupportTicket: async (call) => {
    const { fullName, email, subject, message } = call.body;
    const { actor } = call;
    const id = call.newId('ticket');
    const ticket = await deps.database.maybeOne(sql.type(z.object({ number: z.string() }))`
        insert into app.support_ticket (id, customer_id, full_name, email, subject, message)
        values (${id}, ${actor.kind === 'customer' ? actor.customerId : null}, ${fullName}, ${email}, ${subject},
          ${message})
        on conflict (id) do nothing returning number`);
    // Only the account's own address gets a mail, because strangers could else make us write to anybody.
    if (ticket && actor.kind === 'customer' && actor.email === email.toLowerCase()) {
      const mail = ticketReceivedMail(ticket.number);
      await deps.mails.send('ticket-received', { email, name: fullName }, mail, { id: `ticket-${id}` });
    }
    return { success: true, message: 'Your support ticket has been submitted successfully!' };
  },
}));
