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
/** Events of up to so many accounts are found by account; those of more are soon met on the way through the log. */
const MAX_ACCOUNTS = 1_000;

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

const Account = z.object({ id: z.uuid() });

/** The events of accounts that a term names. The accounts are read first: Postgres then knows how many there are. */
async function ofAccounts(database: Queryable, term: string): Promise<Fragment> {
  if (isUuid(term)) return sql.fragment`event.account_id = ${term}::uuid`;
  const pattern = `%${escapeLike(term)}%`;
  const ofCustomer = sql.fragment`account.name ilike ${pattern} or account.email ilike ${pattern}`;
  const ofAdministrator = sql.fragment`administrator.name ilike ${pattern} or administrator.email ilike ${pattern}`;
  const accounts = await database.any(sql.type(Account)`
    select administrator_id as id from app.administrator where ${ofAdministrator}
    union all (select customer_id from app.account where ${ofCustomer} limit ${MAX_ACCOUNTS + 1})`);
  if (accounts.length === 0) return sql.fragment`false`;
  if (accounts.length > MAX_ACCOUNTS) return sql.fragment`(${ofCustomer} or ${ofAdministrator})`;
  const ids = accounts.map(({ id }) => id);
  return sql.fragment`event.account_id = any(${sql.array(ids, 'uuid')})`;
}

async function conditionsOf(database: Queryable, query: SecurityEventQuery): Promise<Fragment[]> {
  const { kind, severity, account, address } = query;
  const kinds = SECURITY_EVENT_KINDS.filter((one) => severity === undefined || severityOf(one) === severity);
  return [
    isKnown,
    ...(severity === undefined ? [] : [sql.fragment`event.kind = any(${sql.array(kinds, 'text')})`]),
    ...(kind === undefined ? [] : [sql.fragment`event.kind = ${kind}`]),
    ...(address ? [sql.fragment`event.address like ${`${escapeLike(address)}%`}`] : []),
    ...(account ? [await ofAccounts(database, account)] : []),
    ...withinDays(sql.fragment`event.last_at`, daysAsked(query)),
  ];
}

export async function listSecurityEvents(
  database: Queryable,
  query: SecurityEventQuery,
): Promise<{ items: SecurityEvent[]; total: number }> {
  const where = every(await conditionsOf(database, query));
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
