import { z } from 'zod';
import { may, type Permission } from '#bff/contract/base/roles.ts';
import { SECURITY_EVENT_KINDS, SECURITY_EVENTS } from '#bff/contract/identity/security-event-kinds.ts';
import { News, type Notification, type NotificationPage } from '#bff/contract/people/notification.ts';
import type { AdministratorActor } from '#bff/kit/http/actor.ts';
import { ERASED_NAME, pageMeta, timeOrNull } from '#bff/kit/lib/present.ts';
import { type Queryable, sql } from '#bff/kit/tables/sql.ts';
import { PROPOSAL_ENDS, type ProposalEnd } from '#core/aggregates/admin/proposals.ts';
import { SECTION_NAMES, SECTIONS } from '#core/aggregates/settings/sections.ts';
import { BASE_CURRENCY } from '#core/kernel/money/currencies.ts';
import { Currency, formatMoney } from '#core/kernel/money/money.ts';

/** Limit of the bell's list; the audit trail has everything. */
const MAX_NOTIFICATIONS = 500;
/** Older notifications count as read, because last month's orders need no attention. */
const UNREAD_DAYS = 14;

const TYPE_OF_EVENT = {
  CustomerRegistered: 'NewAccountNotification',
  CustomerIdentityChanged: 'CompanyChangedNotification',
  OrderPlaced: 'NewOrderNotification',
  DepositRequested: 'NewDepositNotification',
  DepositProofUploaded: 'PaymentProofUploadedNotification',
  DepositApprovalProposed: 'SecondApprovalNotification',
  WithdrawalRequested: 'NewWithdrawalNotification',
  WithdrawalPayoutProposed: 'SecondApprovalNotification',
  WalletCreditLimitProposed: 'SecondApprovalNotification',
  CustomerDiscountProposed: 'SecondApprovalNotification',
  SettingsChangeProposed: 'SettingsChangeNotification',
} as const;
type Ringing = keyof typeof TYPE_OF_EVENT;
/** Events that do not ring for the administrator who caused them. */
const RINGS_OTHERS: ReadonlySet<Ringing> = new Set([
  'DepositApprovalProposed',
  'WithdrawalPayoutProposed',
  'WalletCreditLimitProposed',
  'CustomerDiscountProposed',
  'SettingsChangeProposed',
]);
const RINGING = Object.keys(TYPE_OF_EVENT) as [Ringing, ...Ringing[]];
const TICKET = 'SupportTicket';
const SECURITY = 'SecurityEvent';
const ADMINISTRATOR = 'AdministratorChange';
const PRICE = 'PriceChange';
const CATALOGUE = 'CatalogueChange';
/** Proposals that ring when they are made and when they are decided, by the kind of their rows. */
const PROPOSALS = { [ADMINISTRATOR]: 'administrator', [PRICE]: 'price', [CATALOGUE]: 'catalogue' } as const;
type ProposalType = keyof typeof PROPOSALS;
const SEVERE = SECURITY_EVENT_KINDS.filter((kind) => SECURITY_EVENTS[kind].alert === 'owners');

/** The permission to read the subject of a notification, or to act on it. Without it there is no notification. */
const PERMISSION_OF = {
  CustomerRegistered: 'customers:read',
  CustomerIdentityChanged: 'customers:decide',
  OrderPlaced: 'orders:read',
  DepositRequested: 'deposits:read',
  DepositProofUploaded: 'deposits:read',
  DepositApprovalProposed: 'deposits:decide',
  WithdrawalRequested: 'withdrawals:read',
  WithdrawalPayoutProposed: 'withdrawals:decide',
  WalletCreditLimitProposed: 'customers:decide',
  CustomerDiscountProposed: 'customers:decide',
  SettingsChangeProposed: 'settings:change',
  [TICKET]: 'support:read',
  [SECURITY]: 'security:read',
  [ADMINISTRATOR]: 'administrators:manage',
  [PRICE]: 'prices:confirm',
  [CATALOGUE]: 'prices:confirm',
} as const satisfies Record<Ringing | typeof TICKET | typeof SECURITY | ProposalType, Permission>;

type Reader = Pick<AdministratorActor, 'administratorId' | 'roles'>;
const isFor = ({ roles }: Reader, kind: keyof typeof PERMISSION_OF) => may(roles, PERMISSION_OF[kind]);

const FeedRow = z.object({
  id: z.uuid(),
  kind: z.enum([...RINGING, TICKET, SECURITY, ADMINISTRATOR, PRICE, CATALOGUE]),
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
  /** Of the settings. */
  section: z.enum(SECTION_NAMES).nullable(),
  /** How a proposal was decided; null where it waits, and for what is not a proposal. */
  ended: z.enum(PROPOSAL_ENDS).nullable(),
  productName: z.string().nullable(),
  /** Of a bulk change. */
  isOfDiscounts: z.boolean().nullable(),
});
type FeedRow = z.infer<typeof FeedRow>;

/** One part for each type, with the type as a literal: the planner then knows how rare it is, and reads no more than needed. */
const newestOf = (type: Ringing, { administratorId }: Reader) => sql.fragment`
  (select event_id as id, type as kind, time, object_id, position from read.audit_events
    where type = ${sql.literalValue(type)} and ${RINGS_OTHERS.has(type) ? sql.fragment`actor_id <> ${administratorId}` : sql.fragment`true`}
    order by position desc limit ${MAX_NOTIFICATIONS})`;

const ticketsFor = (reader: Reader) => sql.fragment`
  (select ticket.id, ${TICKET}::text as kind, ticket.created_at as time, ticket.id::text as object_id, null::bigint as position
    from app.support_ticket ticket where ${isFor(reader, TICKET)}
    order by ticket.created_at desc limit ${MAX_NOTIFICATIONS})`;

const severeFor = (reader: Reader) => sql.fragment`
  (select event.id, ${SECURITY}::text as kind, event.last_at as time, event.id::text as object_id, null::bigint as position
    from app.security_event event where event.kind = any(${sql.array(SEVERE, 'text')}) and ${isFor(reader, SECURITY)}
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

/**
 * The newest of each kind by its own index, then merged: the cost depends on MAX_NOTIFICATIONS, not on the history.
 * `read_at` is the administrator's mark, the last "mark all", or the age at which a notification counts as read.
 */
const feed = (reader: Reader) => sql.fragment`
  select item.*, case
      when mark.read_at is not null then mark.read_at
      when item.time <= watermark.read_until then watermark.read_until
      when item.time < now() - ${UNREAD_DAYS} * interval '1 day' then item.time
    end as read_at
  from (
    select * from (
      ${sql.join(
        [
          ticketsFor(reader),
          severeFor(reader),
          proposalsFor(reader, ADMINISTRATOR),
          proposalsFor(reader, PRICE),
          proposalsFor(reader, CATALOGUE),
          ...RINGING.filter((type) => isFor(reader, type)).map((type) => newestOf(type, reader)),
        ],
        sql.fragment` union all `,
      )}
    ) parts
    order by time desc, id desc limit ${MAX_NOTIFICATIONS}
  ) item
  left join app.admin_notification_read mark
    on mark.administrator_id = ${reader.administratorId} and mark.notification_id = item.id
  left join app.admin_notification_read_all watermark on watermark.administrator_id = ${reader.administratorId}`;

const Counts = z.object({ total: z.bigint(), unread: z.bigint() });

async function countsOf(database: Queryable, reader: Reader) {
  const counts = await database.one(sql.type(Counts)`
    select count(*) as total, count(*) filter (where read_at is null) as unread
    from (${feed(reader)}) feed`);
  return { total: Number(counts.total), unread: Number(counts.unread) };
}

export const rings = (reader: Reader, type: string): boolean =>
  RINGING.some((ringing) => ringing === type && isFor(reader, ringing));

export function readNews(database: Queryable, reader: Reader): Promise<News> {
  return database.one(sql.type(News)`
    select (count(*) filter (where read_at is null))::int as unread_count,
      (array_agg(id::text order by time desc, id desc))[1] as newest_id
    from (${feed(reader)}) feed`);
}

export async function listNotifications(
  database: Queryable,
  reader: Reader,
  request: { readonly page: number; readonly per_page: number },
): Promise<NotificationPage> {
  const { total, unread } = await countsOf(database, reader);
  const items = await database.any(sql.type(FeedRow)`
    select feed.id, feed.kind, feed.time, feed.read_at as "readAt", feed.object_id as "objectId",
      owner.customer_id as "customerId", coalesce(account.name, ticket.full_name) as name,
      coalesce(account.email, ticket.email) as email,
      coalesce(event.data ->> 'number', deposit.number, withdrawal.number, ticket.number) as number,
      coalesce(event.data #>> '{total,amount}', event.data #>> '{amount,amount}',
        event.data #>> '{approvedAmount,amount}', event.data #>> '{limit,amount}', deposit.amount::text, withdrawal.amount::text) as "amountMinor",
      coalesce(event.data ->> 'currency', event.data #>> '{amount,currency}', deposit.currency, withdrawal.currency, wallet.currency) as currency,
      security.kind as "securityKind", case when feed.kind = 'SettingsChangeProposed' then event.data ->> 'section' end as section, case when proposal.end_id = feed.id then proposal.ended end as ended,
      product.name as "productName", bulk.kind = 'discounts' as "isOfDiscounts"
    from (
      select * from (${feed(reader)}) feed order by time desc, id desc
      limit ${request.per_page} offset ${(request.page - 1) * request.per_page}
    ) feed
    left join (select position, data::json as data from read.audit_events) event on event.position = feed.position
    left join read.deposits deposit
      on feed.kind in ('DepositProofUploaded', 'DepositApprovalProposed') and deposit.deposit_id = feed.object_id::uuid
    left join read.withdrawals withdrawal
      on feed.kind = 'WithdrawalPayoutProposed' and withdrawal.withdrawal_id = feed.object_id::uuid
    left join read.wallets wallet
      on feed.kind = 'WalletCreditLimitProposed' and wallet.wallet_id = feed.object_id::uuid
    left join app.security_event security on feed.kind = ${SECURITY} and security.id = feed.id
    left join app.proposal proposal
      on feed.kind in (${ADMINISTRATOR}, ${PRICE}, ${CATALOGUE}) and proposal.proposal_id = feed.object_id::uuid
    left join app.product product on feed.kind = ${PRICE} and product.id = proposal.subject_id
    left join app.catalogue_change bulk on feed.kind = ${CATALOGUE} and bulk.id = proposal.subject_id
    left join app.support_ticket ticket on feed.kind = ${TICKET} and ticket.id = feed.object_id::uuid
    left join lateral (
      select coalesce((event.data ->> 'customerId')::uuid, deposit.customer_id, withdrawal.customer_id, wallet.customer_id,
        ticket.customer_id, case when feed.kind in ('CustomerDiscountProposed', 'CustomerIdentityChanged') then feed.object_id::uuid end) as customer_id
    ) owner on true
    left join app.account account on account.customer_id = owner.customer_id
    order by feed.time desc, feed.id desc`);
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

const ENDED: Readonly<Record<ProposalEnd, string>> = {
  confirmed: 'confirmed',
  refused: 'refused',
  'taken-back': 'taken back',
  'carried-out': 'carried out after its delay',
  lapsed: 'ended without effect',
};

function typeOf(kind: FeedRow['kind']): string {
  if (kind === TICKET) return 'NewSupportTicketNotification';
  if (kind === ADMINISTRATOR) return 'AdministratorChangeNotification';
  if (kind === PRICE || kind === CATALOGUE) return 'PriceChangeNotification';
  return kind === SECURITY ? 'SecurityAlertNotification' : TYPE_OF_EVENT[kind];
}

function present(row: FeedRow): Notification {
  return {
    id: row.id,
    type: typeOf(row.kind),
    data: {
      ...(row.customerId === null ? {} : { user_id: row.customerId }),
      ...dataOf(row, row.name ?? ERASED_NAME, row.number ?? ''),
    },
    read_at: timeOrNull(row.readAt),
    created_at: row.time.toISOString(),
  };
}

function dataOf(row: FeedRow, name: string, number: string): Notification['data'] {
  const currency = row.currency ?? BASE_CURRENCY;
  const amount = row.amountMinor === null ? '' : formatMoney({ amount: BigInt(row.amountMinor), currency });
  const { objectId } = row;
  switch (row.kind) {
    case 'CustomerRegistered':
      return { message: `${name} opened an account.`, user_id: objectId, name, email: row.email ?? '' };
    case 'CustomerIdentityChanged':
      return { message: `${name} changed the company. Payouts wait for your approval.`, user_id: objectId, name };
    case 'OrderPlaced': {
      const message = `${name} placed order ${number}.`;
      return { message, order_id: objectId, order_number: number, total: amount, currency };
    }
    case 'DepositRequested': {
      const message = `${name} announced deposit ${number}.`;
      return { message, deposit_id: objectId, status: 'pending', amount, currency };
    }
    case 'DepositProofUploaded': {
      const message = `${name} uploaded a payment proof for ${number === '' ? 'a deposit' : number}.`;
      return { message, deposit_id: objectId, amount, currency };
    }
    case 'DepositApprovalProposed': {
      const message = `Deposit ${number} of ${name} waits for a second approval.`;
      return { message, deposit_id: objectId, status: 'pending', amount, currency };
    }
    case 'WithdrawalRequested': {
      const message = `Withdrawal ${number} of ${name} waits for its transfer.`;
      return { message, withdrawal_id: objectId, amount, currency };
    }
    case 'WithdrawalPayoutProposed': {
      const message = `Withdrawal ${number} of ${name} waits for a second administrator, who makes its transfer.`;
      return { message, withdrawal_id: objectId, amount, currency };
    }
    case 'CustomerDiscountProposed':
      return { message: `A discount for ${name} waits for a second approval.`, user_id: objectId };
    case 'SettingsChangeProposed':
      return { message: `A change of the settings “${SECTIONS[row.section ?? 'seller'].title}” was proposed.` };
    case 'WalletCreditLimitProposed':
      return { message: `A credit limit for ${name} waits for a second approval.`, amount, currency };
    case 'SecurityEvent': {
      const { name: title, sentence } = SECURITY_EVENTS[row.securityKind ?? 'event-not-sound'];
      return { message: sentence, name: title, security_event_id: objectId };
    }
    case 'AdministratorChange':
      return {
        message: row.ended
          ? `A change to an administrator was ${ENDED[row.ended]}.`
          : 'A change to an administrator waits.',
      };
    case 'PriceChange': {
      const product = row.productName ?? 'a product';
      return {
        message: row.ended
          ? `A price of ${product} was ${ENDED[row.ended]}.`
          : `A price of ${product} waits for a second approval.`,
      };
    }
    case 'CatalogueChange': {
      const change = row.isOfDiscounts ? 'A change of a customer’s discounts' : 'A change of the catalogue';
      return {
        message: row.ended ? `${change} was ${ENDED[row.ended]}.` : `${change} waits for a second approval.`,
      };
    }
    case 'SupportTicket':
      return { message: `${name} sent support ticket ${number}.`, ticket_id: objectId, name };
  }
}
