import { z } from 'zod';
import { SECURITY_EVENT_KINDS, SECURITY_EVENTS } from '#bff/contract/identity/security-event-kinds.ts';
import { News, type Notification, type NotificationPage } from '#bff/contract/people/notification.ts';
import type { AdministratorActor } from '#bff/kit/http/actor.ts';
import { ERASED_NAME, pageMeta, timeOrNull } from '#bff/kit/lib/present.ts';
import { type Queryable, sql } from '#bff/kit/tables/sql.ts';
import { PROPOSAL_ENDS } from '#core/aggregates/admin/proposals.ts';
import { SECTION_NAMES } from '#core/aggregates/settings/sections.ts';
import { BASE_CURRENCY } from '#core/kernel/money/currencies.ts';
import { Currency, formatMoney } from '#core/kernel/money/money.ts';
import type { Fragment } from '#projections/kernel/sql.ts';
import { ADMIN_KINDS, isFor, KINDS, RINGING } from './admin-kinds.ts';

/** Limit of the bell's list; the audit trail has everything. */
const MAX_NOTIFICATIONS = 500;
/** Older notifications count as read, because last month's orders need no attention. */
const UNREAD_DAYS = 14;

/** Proposals that ring when they are made and when they are decided, by the kind of their rows. */
const PROPOSALS = {
  AdministratorChange: 'administrator',
  PriceChange: 'price',
  CatalogueChange: 'catalogue',
  RateChange: 'rate',
} as const;
type ProposalType = keyof typeof PROPOSALS;
const PROPOSAL_TYPES = Object.keys(PROPOSALS) as ProposalType[];
const SEVERE = SECURITY_EVENT_KINDS.filter((kind) => SECURITY_EVENTS[kind].alert === 'owners');

type Reader = Pick<AdministratorActor, 'administratorId' | 'roles'>;

const Counts = z.object({ total: z.int(), unread: z.int() });
const FeedRow = Counts.extend({
  id: z.uuid(),
  kind: z.enum(ADMIN_KINDS),
  time: z.date(),
  readAt: z.date().nullable(),
  objectId: z.string(),
  customerId: z.uuid().nullable(),
  name: z.string().nullable(),
  email: z.string().nullable(),
  number: z.string().nullable(),
  amountMinor: z.string().nullable(),
  currency: Currency.nullable(),
  securityKind: z.enum(SECURITY_EVENT_KINDS).nullable(),
  section: z.enum(SECTION_NAMES).nullable(),
  ended: z.enum(PROPOSAL_ENDS).nullable(),
  productName: z.string().nullable(),
  isOfDiscounts: z.boolean().nullable(),
});
type FeedRow = z.infer<typeof FeedRow>;

/**
 * The newest events that ring: those of each type by their index, merged by their places in the log, so that no more are read than the bell
 * has. With the type as a literal the planner knows how rare it is.
 */
function newestEvents({ administratorId, roles }: Reader): Fragment[] {
  const types = RINGING.filter((type) => isFor({ roles }, type));
  if (types.length === 0) return [];
  const parts = types.map(
    (type) => sql.fragment`
      (select event_id as id, type as kind, time, object_id, position from read.audit_events
        where type = ${sql.literalValue(type)} and ${KINDS[type].ringsOthers ? sql.fragment`actor_id <> ${administratorId}` : sql.fragment`true`}
        order by position desc limit ${MAX_NOTIFICATIONS})`,
  );
  return [sql.fragment`(select * from (${unionAll(parts)}) events order by position desc limit ${MAX_NOTIFICATIONS})`];
}

const ticketsFor = (reader: Reader) => sql.fragment`
  (select ticket.id, 'SupportTicket' as kind, ticket.created_at as time, ticket.id::text as object_id, null::bigint as position
    from app.support_ticket ticket where ${isFor(reader, 'SupportTicket')}
    order by ticket.created_at desc limit ${MAX_NOTIFICATIONS})`;

const severeFor = (reader: Reader) => sql.fragment`
  (select event.id, 'SecurityEvent' as kind, event.last_at as time, event.id::text as object_id, null::bigint as position
    from app.security_event event where event.kind = any(${sql.array(SEVERE, 'text')}) and ${isFor(reader, 'SecurityEvent')}
    order by event.last_at desc limit ${MAX_NOTIFICATIONS})`;

/** A proposal rings for the others when it is made, and for those who did not decide it when it is decided. */
const proposalsFor = (reader: Reader, type: ProposalType) => sql.fragment`
  (select proposal_id as id, ${type}::text as kind, proposed_at as time, proposal_id::text as object_id, null::bigint as position
    from app.proposal where kind = ${PROPOSALS[type]} and ${isFor(reader, type)}
    and proposed_by is distinct from ${reader.administratorId}::uuid
    order by proposed_at desc limit ${MAX_NOTIFICATIONS})
  union all
  (select end_id, ${type}::text, ended_at, proposal_id::text, null::bigint
    from app.proposal where kind = ${PROPOSALS[type]} and ended_at is not null and ${isFor(reader, type)}
    and ended_by is distinct from ${reader.administratorId}::uuid
    order by ended_at desc limit ${MAX_NOTIFICATIONS})`;

const unionAll = (parts: readonly Fragment[]) => sql.join(parts, sql.fragment` union all `);

/** `read_at` is the administrator's mark, the last "mark all", or the age at which a notification counts as read. */
const feed = (reader: Reader) => sql.fragment`
  select item.*, case
      when mark.read_at is not null then mark.read_at
      when item.time <= watermark.read_until then watermark.read_until
      when item.time < now() - ${UNREAD_DAYS} * interval '1 day' then item.time
    end as read_at
  from (
    select * from (
      ${unionAll([
        ticketsFor(reader),
        severeFor(reader),
        ...PROPOSAL_TYPES.map((type) => proposalsFor(reader, type)),
        ...newestEvents(reader),
      ])}
    ) parts
    order by time desc, id desc limit ${MAX_NOTIFICATIONS}
  ) item
  left join app.admin_notification_read mark
    on mark.administrator_id = ${reader.administratorId} and mark.notification_id = item.id
  left join app.admin_notification_read_all watermark on watermark.administrator_id = ${reader.administratorId}`;

const TOTAL = sql.fragment`count(*)`;
const UNREAD = sql.fragment`count(*) filter (where read_at is null)`;

const countsOf = (database: Queryable, reader: Reader) =>
  database.one(sql.type(Counts)`
    select ${TOTAL}::int as total, ${UNREAD}::int as unread from (${feed(reader)}) feed`);

export const rings = (reader: Reader, type: string): boolean =>
  RINGING.some((ringing) => ringing === type && isFor(reader, ringing));

export function readNews(database: Queryable, reader: Reader): Promise<News> {
  return database.one(sql.type(News)`
    select ${UNREAD}::int as unread_count,
      (array_agg(id::text order by time desc, id desc))[1] as newest_id
    from (${feed(reader)}) feed`);
}

export async function listNotifications(
  database: Queryable,
  reader: Reader,
  request: { readonly page: number; readonly per_page: number },
): Promise<NotificationPage> {
  const items = await database.any(sql.type(FeedRow)`
    select feed.total, feed.unread, feed.id, feed.kind, feed.time, feed.read_at as "readAt", feed.object_id as "objectId",
      owner.customer_id as "customerId", coalesce(account.name, ticket.full_name) as name,
      coalesce(account.email, ticket.email) as email,
      coalesce(event.data ->> 'number', deposit.number, withdrawal.number, ticket.number) as number,
      coalesce(event.data #>> '{total,amount}', event.data #>> '{amount,amount}',
        event.data #>> '{approvedAmount,amount}', event.data #>> '{limit,amount}', deposit.amount::text, withdrawal.amount::text) as "amountMinor",
      coalesce(event.data ->> 'currency', event.data #>> '{amount,currency}', deposit.currency, withdrawal.currency, wallet.currency) as currency,
      security.kind as "securityKind", case when feed.kind = 'SettingsChangeProposed' then event.data ->> 'section' end as section, case when proposal.end_id = feed.id then proposal.ended end as ended,
      product.name as "productName", bulk.kind = 'discounts' as "isOfDiscounts"
    from (
      select feed.*, (${TOTAL} over ())::int as total, (${UNREAD} over ())::int as unread
      from (${feed(reader)}) feed order by time desc, id desc
      limit ${request.per_page} offset ${(request.page - 1) * request.per_page}
    ) feed
    left join (select position, data::json as data from read.audit_events) event on event.position = feed.position
    left join read.deposits deposit
      on feed.kind in ('DepositProofUploaded', 'DepositApprovalProposed') and deposit.deposit_id = feed.object_id::uuid
    left join read.withdrawals withdrawal
      on feed.kind = 'WithdrawalPayoutProposed' and withdrawal.withdrawal_id = feed.object_id::uuid
    left join read.wallets wallet
      on feed.kind = 'WalletCreditLimitProposed' and wallet.wallet_id = feed.object_id::uuid
    left join app.security_event security on feed.kind = 'SecurityEvent' and security.id = feed.id
    left join app.proposal proposal
      on feed.kind = any(${sql.array(PROPOSAL_TYPES, 'text')}) and proposal.proposal_id = feed.object_id::uuid
    left join app.product product on feed.kind = 'PriceChange' and product.id = proposal.subject_id
    left join app.catalogue_change bulk on feed.kind = 'CatalogueChange' and bulk.id = proposal.subject_id
    left join app.support_ticket ticket on feed.kind = 'SupportTicket' and ticket.id = feed.object_id::uuid
    left join lateral (
      select coalesce((event.data ->> 'customerId')::uuid, deposit.customer_id, withdrawal.customer_id, wallet.customer_id,
        ticket.customer_id, case when feed.kind in ('CustomerDiscountProposed', 'CustomerIdentityChanged') then feed.object_id::uuid end) as customer_id
    ) owner on true
    left join app.account account on account.customer_id = owner.customer_id
    order by feed.time desc, feed.id desc`);
  // A page after the last one has no rows that say it.
  const { total, unread } = items[0] ?? (await countsOf(database, reader));
  return {
    data: items.map(present),
    meta: {
      ...pageMeta({ page: request.page, perPage: request.per_page, total, items }),
      unread_count: unread,
    },
  };
}

/** Marks one as read; a repetition changes nothing. Returns the unread count, or null where there is no such notification. */
export async function markRead(database: Queryable, reader: Reader, notificationId: string): Promise<number | null> {
  const found = await database.maybeOne(
    sql.type(z.object({ id: z.uuid() }))`select id from (${feed(reader)}) feed where id::text = ${notificationId}`,
  );
  if (!found) return null;
  await database.query(sql.void`insert into app.admin_notification_read (administrator_id, notification_id)
    values (${reader.administratorId}, ${notificationId}) on conflict do nothing`);
  return (await countsOf(database, reader)).unread;
}

export async function markAllRead(database: Queryable, reader: Reader): Promise<number> {
  await database.query(sql.void`
    insert into app.admin_notification_read_all (administrator_id, read_until)
    values (${reader.administratorId}, now())
    on conflict (administrator_id) do update set read_until = excluded.read_until`);
  // Single marks from before are covered by the watermark.
  await database.query(
    sql.void`delete from app.admin_notification_read where administrator_id = ${reader.administratorId}`,
  );
  return (await countsOf(database, reader)).unread;
}

function present(row: FeedRow): Notification {
  const { type, says, data } = KINDS[row.kind];
  const currency = row.currency ?? BASE_CURRENCY;
  const about = {
    ...row,
    name: row.name ?? ERASED_NAME,
    email: row.email ?? '',
    number: row.number ?? '',
    amount: row.amountMinor === null ? '' : formatMoney({ amount: BigInt(row.amountMinor), currency }),
    currency,
  };
  return {
    id: row.id,
    type,
    data: { ...(row.customerId === null ? {} : { user_id: row.customerId }), message: says(about), ...data?.(about) },
    read_at: timeOrNull(row.readAt),
    created_at: row.time.toISOString(),
  };
}
