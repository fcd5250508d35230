import { z } from 'zod';
import { SupportTicket, type TicketListQuery, type TicketStatus } from '#bff/contract/people/support.ts';
import { NOW, type Queryable, sql } from '#bff/kit/tables/sql.ts';
import { rowsOf, writesOf } from '#bff/kit/tables/table.ts';
import { escapeLike, every, type Fragment } from '#projections/kernel/sql.ts';

const tickets = rowsOf(
  SupportTicket.omit({ user: true, replies: true }).extend({
    customer_id: z.uuid().nullable(),
    customer_name: z.string().nullable(),
    /** The address is that of the account that wrote, and it is proven. */
    is_proven: z.boolean(),
  }),
  sql.fragment`app.support_ticket t left join app.account a on a.customer_id = t.customer_id`,
  {
    email: sql.fragment`t.email`,
    customer_id: sql.fragment`t.customer_id`,
    customer_name: sql.fragment`a.name`,
    is_proven: sql.fragment`coalesce(lower(t.email) = lower(a.email) and a.email_verified_at is not null, false)`,
    created_at: sql.fragment`t.created_at`,
    updated_at: sql.fragment`t.updated_at`,
  },
);
export type TicketRow = z.infer<typeof tickets.type>;

const ReplyRow = z.object({
  id: z.uuid(),
  ticketId: z.uuid(),
  message: z.string(),
  administratorId: z.uuid(),
  administratorName: z.string(),
  createdAt: z.date(),
});

/** Answers shown with one ticket: longer conversations move to the phone. */
const MAX_REPLIES_SHOWN = 100;

/** The newest first. */
export function listTickets(database: Queryable, { status, search, ...asked }: z.infer<typeof TicketListQuery>) {
  const where: Fragment[] = [];
  if (status !== undefined) where.push(sql.fragment`t.status = ${status}`);
  if (search) {
    const pattern = `%${escapeLike(search)}%`;
    where.push(
      sql.fragment`(t.number ilike ${pattern} or t.full_name ilike ${pattern} or t.email ilike ${pattern}
        or t.subject ilike ${pattern})`,
    );
  }
  return tickets.page(database, asked, every(where), sql.fragment`t.created_at desc, t.id`);
}

export const findTicket = (database: Queryable, id: string): Promise<TicketRow | null> =>
  tickets.find(database, { id });

/** Stores an answer and marks the ticket answered. False where the id is already there; then nothing changes. */
export async function insertReply(
  database: Queryable,
  reply: Readonly<Record<'replyId' | 'ticketId' | 'administratorId' | 'message', string>>,
): Promise<boolean> {
  const isNew = await writesOf('support_ticket_reply').add(database, reply);
  if (isNew) await setTicketStatus(database, reply.ticketId, 'answered');
  return isNew;
}

export const setTicketStatus = (database: Queryable, id: string, status: TicketStatus): Promise<number> =>
  writesOf('support_ticket').update(database, { id }, { status, updatedAt: NOW });

/** Tickets with their answers, oldest answer first. */
export async function presentTickets(database: Queryable, rows: readonly TicketRow[]): Promise<SupportTicket[]> {
  const replies = await database.any(sql.type(ReplyRow)`
    select reply.reply_id as id, reply.ticket_id as "ticketId", reply.message,
      reply.administrator_id as "administratorId", admin.name as "administratorName", reply.created_at as "createdAt"
    from unnest(${sql.array(
      rows.map((row) => row.id),
      'uuid',
    )}) as wanted(ticket_id)
    cross join lateral (
      select * from app.support_ticket_reply where ticket_id = wanted.ticket_id
      order by created_at desc limit ${MAX_REPLIES_SHOWN}
    ) reply
    join app.administrator admin on admin.administrator_id = reply.administrator_id
    order by reply.created_at, reply.reply_id`);
  return rows.map(({ customer_id, customer_name, is_proven, ...ticket }) => ({
    ...ticket,
    user: customer_id === null ? null : { id: customer_id, name: customer_name ?? ticket.full_name },
    replies: replies
      .filter((reply) => reply.ticketId === ticket.id)
      .map(({ id, message, administratorId, administratorName, createdAt }) => ({
        id,
        message,
        administrator: { id: administratorId, name: administratorName },
        created_at: createdAt.toISOString(),
      })),
  }));
}
