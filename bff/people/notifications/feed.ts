import { z } from 'zod';
import { type CustomerNotificationType, News, type Notification } from '#bff/contract/people/notification.ts';
import { timeOrNull } from '#bff/kit/lib/present.ts';
import { type Queryable, sql } from '#bff/kit/tables/sql.ts';
import { Currency, formatMoney } from '#core/kernel/money/money.ts';

/** Limit of the bell's list; the lists themselves have everything. */
export const MAX_NOTIFICATIONS = 500;

const TYPE_OF_KIND = {
  'deposit-approved': 'DepositApprovedNotification',
  'deposit-rejected': 'DepositRejectedNotification',
  'account-approved': 'AccountApprovedNotification',
  'account-revoked': 'AccountApprovalRevokedNotification',
  'account-reset': 'SecondFactorResetNotification',
  'withdrawal-created': 'WithdrawalCreatedNotification',
  'withdrawal-completed': 'WithdrawalCompletedNotification',
  'withdrawal-rejected': 'WithdrawalRejectedNotification',
  'order-partly': 'OrderPartlyDeliveredNotification',
  'order-completed': 'OrderCompletedNotification',
  'order-released': 'OrderRestReleasedNotification',
  'order-cancelled': 'OrderCancelledNotification',
  'credit-reminder': 'CreditReminderNotification',
} as const satisfies Readonly<Record<string, CustomerNotificationType>>;
type Kind = keyof typeof TYPE_OF_KIND;
const KINDS = Object.keys(TYPE_OF_KIND) as [Kind, ...Kind[]];

const MESSAGES: Readonly<Record<Kind, (number: string) => string>> = {
  'deposit-approved': (number) => `Your deposit ${number} was approved and your wallet credited.`,
  'deposit-rejected': (number) => `Your deposit ${number} was rejected. No funds were credited.`,
  'account-approved': () => 'Your account is approved. Welcome to the store.',
  'account-revoked': () =>
    'The approval of your account was revoked. Your funds stay yours; please contact our support.',
  'account-reset': () =>
    'Your second factor is about to be removed, because somebody told our support that you lost it. Was that not you? Stop it in the security settings.',
  'withdrawal-created': (number) => `Withdrawal ${number} was requested. The amount is held until it is paid out.`,
  'withdrawal-completed': (number) => `Withdrawal ${number} was paid out to your bank.`,
  'withdrawal-rejected': (number) => `Withdrawal ${number} was rejected. The amount is back in your wallet.`,
  'order-partly': (number) => `Part of order ${number} is here: some gift codes are ready, the rest follows.`,
  'order-completed': (number) => `Order ${number} is complete. Your gift codes are ready.`,
  'order-released': (number) =>
    `The rest of order ${number} was released. Anything paid for it is back in your wallet.`,
  'credit-reminder': () =>
    'Credit of yours is drawn and should be paid back. A deposit pays back what was drawn first.',
  'order-cancelled': (number) => `Order ${number} was cancelled. Anything paid for it was refunded.`,
};

const Row = z.object({
  id: z.string(),
  kind: z.enum(KINDS),
  objectId: z.string(),
  number: z.string().nullable(),
  amount: z.bigint().nullable(),
  currency: Currency.nullable(),
  time: z.date(),
  readAt: z.date().nullable(),
});
type Row = z.infer<typeof Row>;

/**
 * What happened to a customer without their own action, read from the rows of the lists. So there is no second copy. The newest of each
 * kind are found by an index of its own, so what is read depends on MAX_NOTIFICATIONS, not on the customer's history. Read marks are in
 * `app`.
 */
export const feedOf = (customerId: string) => sql.fragment`
  select item.*, case
      when mark.read_at is not null then mark.read_at
      when item.time <= all_read.read_until then all_read.read_until
    end as read_at
  from (
    select * from (
      (select 'deposit-' || status as kind, deposit_id as object_id, number,
          coalesce(approved_amount, amount) as amount, currency, decided_at as time
        from read.deposits where customer_id = ${customerId} and decided_at is not null ${newestBy('decided_at')})
      union all
      select 'account-approved', customer_id, null, null, null, approved_at
        from read.customers where customer_id = ${customerId} and approved_at is not null
      union all
      select 'account-revoked', customer_id, null, null, null, revoked_at
        from read.customers where customer_id = ${customerId} and revoked_at is not null
      union all
      select 'account-reset', reset_id, null, null, null, requested_at
        from app.second_factor_reset where customer_id = ${customerId} and ended_at is null
      union all
      (select 'withdrawal-created', withdrawal_id, number, amount, currency, requested_at
        from read.withdrawals where customer_id = ${customerId} and status <> 'failed' ${newestBy('requested_at')})
      union all
      (select 'withdrawal-' || status, withdrawal_id, number, amount, currency, decided_at
        from read.withdrawals
        where customer_id = ${customerId} and decided_at is not null and status in ('completed', 'rejected')
        ${newestBy('decided_at')})
      union all
      (select 'order-completed', order_id, number, total, currency, fulfilled_at
        from read.orders where customer_id = ${customerId} and fulfilled_at is not null ${newestBy('fulfilled_at')})
      union all
      (select 'order-partly', order_id, number, total, currency, partly_fulfilled_at
        from read.orders where customer_id = ${customerId} and partly_fulfilled_at is not null
        ${newestBy('partly_fulfilled_at')})
      union all
      (select 'order-released', order_id, number, refunded_amount, currency, released_at
        from read.orders where customer_id = ${customerId} and released_at is not null ${newestBy('released_at')})
      union all
      (select 'order-cancelled', order_id, number, total, currency, cancelled_at
        from read.orders where customer_id = ${customerId} and cancelled_at is not null ${newestBy('cancelled_at')})
      union all
      select distinct 'credit-reminder', reminder_id, null, used, currency, sent_at
        from app.credit_reminder where customer_id = ${customerId}
    ) happened order by time desc, object_id limit ${MAX_NOTIFICATIONS}
  ) item
  left join app.notification_read mark
    on mark.customer_id = ${customerId} and mark.notification_id = item.kind || ':' || item.object_id
  left join app.notification_read_all all_read on all_read.customer_id = ${customerId}`;

const newestBy = (time: string) => sql.fragment`order by ${sql.identifier([time])} desc limit ${MAX_NOTIFICATIONS}`;

export type Counts = { readonly total: number; readonly unread: number };

export async function countNotifications(database: Queryable, customerId: string): Promise<Counts> {
  return database.one(sql.type(z.object({ total: z.int(), unread: z.int() }))`
    select count(*)::int as total, (count(*) filter (where read_at is null))::int as unread
    from (${feedOf(customerId)}) feed`);
}

export function readNews(database: Queryable, customerId: string): Promise<News> {
  return database.one(sql.type(News)`
    select (count(*) filter (where read_at is null))::int as unread_count,
      (array_agg(kind || ':' || object_id order by time desc, object_id))[1] as newest_id,
      (select coalesce(jsonb_object_agg(wallet_id, coalesce(shown_total, 0)::text), '{}')
        from app.cart where customer_id = ${customerId}) as cart_totals
    from (${feedOf(customerId)}) feed`);
}

export async function listNotifications(
  database: Queryable,
  customerId: string,
  request: { readonly page: number; readonly perPage: number },
): Promise<Notification[]> {
  const rows = await database.any(sql.type(Row)`
    select kind || ':' || object_id as id, kind, object_id as "objectId", number, amount, currency, time,
      read_at as "readAt"
    from (${feedOf(customerId)}) feed order by time desc, object_id
    limit ${request.perPage} offset ${(request.page - 1) * request.perPage}`);
  return rows.map(present);
}

/** False where the customer has no such notification. */
export async function markRead(database: Queryable, customerId: string, notificationId: string): Promise<boolean> {
  const found = await database.maybeOne(sql.type(z.object({ kind: z.string() }))`
    select kind from (${feedOf(customerId)}) feed
    where kind || ':' || object_id = ${notificationId} limit 1`);
  if (!found) return false;
  await database.query(sql.void`insert into app.notification_read (customer_id, notification_id)
    values (${customerId}, ${notificationId}) on conflict do nothing`);
  return true;
}

export async function markAllRead(database: Queryable, customerId: string): Promise<void> {
  await database.query(sql.void`
    insert into app.notification_read_all (customer_id, read_until) values (${customerId}, now())
    on conflict (customer_id) do update set read_until = excluded.read_until`);
}

function present({ kind, number, amount, currency, ...row }: Row): Notification {
  const [about] = kind.split('-');
  return {
    id: row.id,
    type: TYPE_OF_KIND[kind],
    data: {
      message: MESSAGES[kind](number ?? ''),
      ...(amount === null || currency === null ? {} : { amount: formatMoney({ amount, currency }), currency }),
      ...(about === 'account' ? {} : { [`${about}_id`]: row.objectId }),
      ...(about === 'order' ? { order_number: number ?? '' } : {}),
    },
    read_at: timeOrNull(row.readAt),
    created_at: row.time.toISOString(),
  };
}
