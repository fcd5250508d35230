import { z } from 'zod';
import { SecurityEvent, type SecurityEventQuery } from '#bff/contract/identity/admin-security-event-routes.ts';
import { SECURITY_EVENT_KINDS, severityOf } from '#bff/contract/identity/security-event-kinds.ts';
import { daysAsked } from '#bff/kit/lib/asked.ts';
import { type Queryable, sql } from '#bff/kit/tables/sql.ts';
import { rowsOf } from '#bff/kit/tables/table.ts';
import { escapeLike, every, type Fragment, isUuid, withinDays } from '#projections/kernel/sql.ts';
import type { SecurityEntry } from './security-log.ts';

/** Limit of counting and paging; filters reach the rest. */
const MAX_LISTED = 10_000;

/** A repetition (whose first answer was lost) stores nothing twice. */
export async function insertSecurityEvents(database: Queryable, entries: readonly SecurityEntry[]): Promise<void> {
  const rows = entries.map(({ id, kind, accountId, address, detail, times, firstAt, lastAt }) => [
    ...[id, kind, accountId, address, detail, times, firstAt.toISOString(), lastAt.toISOString()],
  ]);
  await database.query(sql.void`
    insert into app.security_event (id, kind, account_id, address, detail, times, first_at, last_at)
    select * from ${sql.unnest(rows, ['uuid', 'text', 'uuid', 'text', 'text', 'int4', 'timestamptz', 'timestamptz'])}
    on conflict (id) do nothing`);
}

const from = sql.fragment`app.security_event event
  left join app.account account on account.customer_id = event.account_id
  left join app.administrator administrator on administrator.administrator_id = event.account_id`;
const events = rowsOf(
  SecurityEvent.omit({ severity: true, account: true }).extend({
    account_id: z.uuid().nullable(),
    account_kind: z.enum(['customer', 'administrator']).nullable(),
    name: z.string().nullable(),
    email: z.string().nullable(),
  }),
  from,
  {
    account_kind: sql.fragment`case when administrator.administrator_id is not null then 'administrator'
      when account.customer_id is not null then 'customer' end`,
    name: sql.fragment`coalesce(account.name, administrator.name)`,
    email: sql.fragment`coalesce(account.email, administrator.email)`,
  },
);
/** An older version of the store may have left kinds that are no longer known. */
const isKnown = sql.fragment`event.kind = any(${sql.array([...SECURITY_EVENT_KINDS], 'text')})`;

function conditionsOf(query: SecurityEventQuery): Fragment[] {
  const { kind, severity, account, address } = query;
  const kinds = SECURITY_EVENT_KINDS.filter((one) => severity === undefined || severityOf(one) === severity);
  const like = (text: string) => `%${escapeLike(text)}%`;
  return [
    isKnown,
    ...(severity === undefined ? [] : [sql.fragment`event.kind = any(${sql.array(kinds, 'text')})`]),
    ...(kind === undefined ? [] : [sql.fragment`event.kind = ${kind}`]),
    ...(address ? [sql.fragment`event.address like ${`${escapeLike(address)}%`}`] : []),
    ...(account
      ? [
          isUuid(account)
            ? sql.fragment`event.account_id = ${account}::uuid`
            : sql.fragment`(account.name ilike ${like(account)} or account.email ilike ${like(account)}
                or administrator.name ilike ${like(account)} or administrator.email ilike ${like(account)})`,
        ]
      : []),
    ...withinDays(sql.fragment`event.last_at`, daysAsked(query)),
  ];
}

export async function listSecurityEvents(
  database: Queryable,
  query: SecurityEventQuery,
): Promise<{ items: SecurityEvent[]; total: number }> {
  const where = every(conditionsOf(query));
  const offset = (query.page - 1) * query.per_page;
  const [{ total }, rows] = await Promise.all([
    database.one(sql.type(z.object({ total: z.int() }))`
      select count(*)::int as total from (select from ${from} where ${where} limit ${MAX_LISTED}) listed`),
    events.list(
      database,
      where,
      sql.fragment`order by last_at desc, id desc limit ${query.per_page} offset ${Math.min(offset, MAX_LISTED)}`,
    ),
  ]);
  return { items: rows.map(present), total };
}

export async function findSecurityEvent(database: Queryable, id: string): Promise<SecurityEvent | null> {
  const row = await events.find(database, sql.fragment`event.id = ${id} and ${isKnown}`);
  return row && present(row);
}

function present(row: z.infer<typeof events.type>): SecurityEvent {
  const { account_id, account_kind, name, email, ...event } = row;
  return {
    ...event,
    severity: severityOf(row.kind),
    account:
      account_id === null || account_kind === null
        ? null
        : { kind: account_kind, id: account_id, name: name ?? '', email: email ?? '' },
  };
}
