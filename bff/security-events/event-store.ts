import { z } from 'zod';
import type { SecurityEvent, SecurityEventQuery } from '#bff/contract/admin-security-event-routes.ts';
import { SECURITY_EVENT_KINDS, severityOf } from '#bff/contract/security-event-kinds.ts';
import { daysAsked } from '#bff/lib/asked.ts';
import { type Queryable, sql } from '#bff/lib/sql.ts';
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

const Row = z.object({
  id: z.uuid(),
  kind: z.enum(SECURITY_EVENT_KINDS),
  times: z.int(),
  first_at: z.date(),
  last_at: z.date(),
  address: z.string(),
  detail: z.string(),
  account_id: z.uuid().nullable(),
  account_kind: z.enum(['customer', 'administrator']).nullable(),
  name: z.string().nullable(),
  email: z.string().nullable(),
});

const from = sql.fragment`app.security_event event
  left join app.account account on account.customer_id = event.account_id
  left join app.administrator administrator on administrator.administrator_id = event.account_id`;
const columns = sql.fragment`event.id, event.kind, event.times, event.first_at, event.last_at, event.address, event.detail,
  event.account_id, coalesce(account.name, administrator.name) as name, coalesce(account.email, administrator.email) as email,
  case when administrator.administrator_id is not null then 'administrator' when account.customer_id is not null then 'customer' end
    as account_kind`;
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
    database.any(sql.type(Row)`select ${columns} from ${from} where ${where}
      order by event.last_at desc, event.id desc limit ${query.per_page} offset ${Math.min(offset, MAX_LISTED)}`),
  ]);
  return { items: rows.map(present), total };
}

export async function findSecurityEvent(database: Queryable, id: string): Promise<SecurityEvent | null> {
  const row = await database.maybeOne(
    sql.type(Row)`select ${columns} from ${from} where event.id = ${id} and ${isKnown}`,
  );
  return row && present(row);
}

function present(row: z.infer<typeof Row>): SecurityEvent {
  const { account_id, account_kind, name, email, first_at, last_at, ...event } = row;
  return {
    ...event,
    severity: severityOf(row.kind),
    first_at: first_at.toISOString(),
    last_at: last_at.toISOString(),
    account:
      account_id === null || account_kind === null
        ? null
        : { kind: account_kind, id: account_id, name: name ?? '', email: email ?? '' },
  };
}
