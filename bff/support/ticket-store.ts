import { z } from 'zod';
import { type SupportTicket, type TicketListQuery, TicketStatus } from '#bff/contract/support.ts';
import { readPage } from '#bff/lib/read-page.ts';
import { NOW, type Queryable, sql } from '#bff/lib/sql.ts';
import { writesOf } from '#bff/lib/table.ts';
import { escapeLike, every, type Fragment } from '#projections/kernel/sql.ts';

const TicketRow = z.object({
  id: z.uuid(),
  number: z.string(),
  fullName: z.string(),
  email: z.string(),
  subject: z.string(),
  message: z.string(),
  status: TicketStatus,
  customerId: z.uuid().nullable(),
  customerName: z.string().nullable(),
  /** The address is that of the account that wrote, and it is proven. */
  isProven: z.boolean(),
  createdAt: z.date(),
  updatedAt: z.date(),
});
export type TicketRow = z.infer<typeof TicketRow>;

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

const columns = sql.fragment`t.id, t.number, t.full_name as "fullName", t.email, t.subject, t.message,
  t.status, t.customer_id as "customerId", a.name as "customerName",
  coalesce(lower(t.email) = lower(a.email) and a.email_verified_at is not null, false) as "isProven", t.created_at as "createdAt",
  t.updated_at as "updatedAt"`;
const from = sql.fragment`app.support_ticket t left join app.account a on a.customer_id = t.customer_id`;

/** The newest first. */
export async function listTickets(database: Queryable, { status, search, ...asked }: z.infer<typeof TicketListQuery>) {
  const where: Fragment[] = [];
  if (status !== undefined) where.push(sql.fragment`t.status = ${status}`);
  if (search) {
    const pattern = `%${escapeLike(search)}%`;
    where.push(
      sql.fragment`(t.number ilike ${pattern} or t.full_name ilike ${pattern} or t.email ilike ${pattern}
        or t.subject ilike ${pattern})`,
    );
  }
  return readPage(database, asked, {
    row: TicketRow,
    columns,
    from: sql.fragment`${from} where ${every(where)}`,
    order: sql.fragment`t.created_at desc, t.id`,
  });
}

export function findTicket(database: Queryable, id: string): Promise<TicketRow | null> {
  return database.maybeOne(sql.type(TicketRow)`select ${columns} from ${from} where t.id = ${id}`);
}

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
  return rows.map((row) => ({
    id: row.id,
    number: row.number,
    full_name: row.fullName,
    email: row.email,
    subject: row.subject,
    message: row.message,
    status: row.status,
    user: row.customerId === null ? null : { id: row.customerId, name: row.customerName ?? row.fullName },
    replies: replies
      .filter((reply) => reply.ticketId === row.id)
      .map((reply) => ({
        id: reply.id,
        message: reply.message,
        administrator: { id: reply.administratorId, name: reply.administratorName },
        created_at: reply.createdAt.toISOString(),
      })),
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  }));
}
