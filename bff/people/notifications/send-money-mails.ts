import { z } from 'zod';
import type { MoneyMail } from '#bff/contract/people/money-mail-kinds.ts';
import { mailCustomer } from '#bff/identity/accounts/mail-customer.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import { repeatedJob } from '#bff/kit/jobs/repeated-job.ts';
import { sql } from '#bff/kit/tables/sql.ts';
import { presentDeposit } from '#bff/money/deposits/present.ts';
import { presentWithdrawal } from '#bff/money/withdrawals/present.ts';
import { invoiceMinute } from '#bff/papers/invoices/dates.ts';
import { type MoneyMailFacts, moneyMail } from '#bff/papers/mails/money-mails.ts';
import type { CheckpointPort } from '#core/kernel/following/checkpoint.ts';
import { CURRENCY_CODES } from '#core/kernel/money/currencies.ts';
import { formatMoney, money } from '#core/kernel/money/money.ts';
import { timed } from '#core/kernel/work.ts';
import { areBuilt, lastPlace, placeAt, positionAfter } from '#projections/models/audit-places.ts';
import { findDeposit } from '#projections/models/deposits.ts';
import { findWithdrawal } from '#projections/models/withdrawals.ts';
import { isMailOff } from './mail-choices.ts';

export const MONEY_MAILS_JOB = repeatedJob('money-mails', 15_000);
/** The next run continues. */
const MAX_MAILS_PER_RUN = 200;

const KIND_OF_EVENT = {
  DepositApproved: 'deposit-credited',
  DepositRejected: 'deposit-rejected',
  OrderPaid: 'order-paid',
  OrderFulfilled: 'order-delivered',
  OrderCancelled: 'order-cancelled',
  WithdrawalCompleted: 'withdrawal-completed',
  WithdrawalRejected: 'withdrawal-rejected',
} as const satisfies Readonly<Record<string, MoneyMail>>;
type MailedEvent = keyof typeof KIND_OF_EVENT;
const EVENTS = Object.keys(KIND_OF_EVENT) as [MailedEvent, ...MailedEvent[]];

type Checkpoint = Pick<CheckpointPort, 'load' | 'save'>;
type Deps = Pick<BffDeps, 'database' | 'mails' | 'notes' | 'clock' | 'config' | 'rules' | 'settings'>;
type Told = { readonly customerId: string; readonly facts: MoneyMailFacts };
type ToldOrders = ReadonlyMap<string, Told & { readonly isDelivered: boolean }>;

/**
 * Mails customers what happened to their money since the last run, and warns of orders that are about to be cancelled. The first run begins
 * at the end of the log, so that nobody gets mails about the past. Safe to repeat: each mail has an id of its own. Returns how many were sent.
 */
export async function sendMoneyMails(deps: Deps, checkpoint: Checkpoint): Promise<number> {
  // In read models that an update is building again the past is news, and an order that was paid still waits for its money.
  if (!(await areBuilt(deps.database))) return 0;
  return (await mailWhatHappened(deps, checkpoint)) + (await warnOfExpiry(deps));
}

const Happened = z.object({
  position: z.bigint(),
  eventId: z.uuid(),
  type: z.enum(EVENTS),
  objectId: z.uuid(),
  correlationId: z.string(),
});

async function mailWhatHappened(deps: Deps, checkpoint: Checkpoint): Promise<number> {
  const place = await checkpoint.load();
  if (place === null) {
    await checkpoint.save((await lastPlace(deps.database)) ?? { position: 0n, event: null });
    return 0;
  }
  const after = await positionAfter(deps.database, place);
  const happened = await deps.database.any(sql.type(Happened)`
    select position, event_id as "eventId", type, object_id as "objectId",
      correlation_id as "correlationId"
    from read.audit_events
    where type = any(${sql.array([...EVENTS], 'text')}) and position > ${after}
    order by position limit ${MAX_MAILS_PER_RUN}`);
  const orders = await tellOfOrders(deps, happened);
  let sent = 0;
  for (const { position, eventId, type, objectId, correlationId } of happened) {
    const kind = KIND_OF_EVENT[type];
    const tell = async () => {
      const told = await tellOf(deps, type, objectId, orders);
      return told !== undefined && send(deps, kind, told, `${kind}-${eventId}`);
    };
    // The mail stands in the trace of what it tells of, not in that of this run.
    if (await timed('react', `mail ${kind}`, tell, [correlationId])) sent += 1;
    // After each: a crash of Postgres takes the ids of the jobs, by which a mail that is queued again is known.
    await checkpoint.save((await placeAt(deps.database, position)) ?? { position, event: null });
  }
  return sent;
}

/** Undefined where the object is gone. */
async function tellOf(deps: Deps, type: MailedEvent, id: string, orders: ToldOrders): Promise<Told | undefined> {
  const { database, notes, config } = deps;
  if (type === 'DepositApproved' || type === 'DepositRejected') {
    const view = await findDeposit(database, id);
    if (!view) return undefined;
    const { reference, amount, approved_amount, rejection_reason } = await presentDeposit(deps, view);
    const url = `${config.publicUrl}/deposits?open=${id}`;
    const facts = { reference, amount: (approved_amount ?? amount).formatted, reason: rejection_reason, url };
    return { customerId: view.customerId, facts };
  }
  if (type === 'WithdrawalCompleted' || type === 'WithdrawalRejected') {
    const view = await findWithdrawal(database, id);
    if (!view) return undefined;
    const { reference, amount, user_notes } = await presentWithdrawal(notes, view, undefined);
    const url = `${config.publicUrl}/withdraw?open=${id}`;
    return { customerId: view.customerId, facts: { reference, amount: amount.formatted, reason: user_notes, url } };
  }
  const told = orders.get(id);
  // An order that is delivered as it is paid gets one mail: that its codes are ready.
  return type === 'OrderPaid' && told?.isDelivered ? undefined : told;
}

const OrderRow = z.object({
  orderId: z.uuid(),
  customerId: z.uuid(),
  number: z.string(),
  total: z.bigint(),
  currency: z.enum(CURRENCY_CODES),
  isDelivered: z.boolean(),
});

/** Those of these objects that are orders, in one look. */
async function tellOfOrders(
  { database, config }: Deps,
  objects: readonly { readonly objectId: string }[],
): Promise<ToldOrders> {
  const ids = objects.map(({ objectId }) => objectId);
  const rows = await database.any(sql.type(OrderRow)`
    select order_id as "orderId", customer_id as "customerId", number, total, currency, fulfilled_at is not null as "isDelivered"
    from read.orders where order_id = any(${sql.array(ids, 'uuid')})`);
  return new Map(
    rows.map(({ orderId, customerId, number, total, currency, isDelivered }) => {
      const amount = formatMoney(money(total, currency));
      const facts = { reference: number, amount, url: `${config.publicUrl}/orders/${orderId}` };
      return [orderId, { customerId, isDelivered, facts }];
    }),
  );
}

const Expiring = z.object({ objectId: z.uuid(), expiresAt: z.date() });

/** Each order is warned of once, in the hours before it expires that the policy names. */
async function warnOfExpiry(deps: Deps): Promise<number> {
  const now = deps.clock();
  const until = new Date(now.getTime() + deps.rules().orderWarningHours * 3_600_000);
  const expiring = await deps.database.any(sql.type(Expiring)`
    select order_id as "objectId", expires_at as "expiresAt" from read.orders
    where payment_status = 'pending' and expires_at > ${sql.timestamp(now)} and expires_at <= ${sql.timestamp(until)}
      and not exists (select from app.order_expiry_warning warning where warning.order_id = orders.order_id)
    order by expires_at limit ${MAX_MAILS_PER_RUN}`);
  const orders = await tellOfOrders(deps, expiring);
  let sent = 0;
  for (const { objectId, expiresAt } of expiring) {
    const told = orders.get(objectId);
    if (!told) continue;
    const facts = { ...told.facts, until: invoiceMinute(expiresAt) };
    if (await send(deps, 'order-expiring', { ...told, facts }, `order-expiring-${objectId}`)) sent += 1;
    await deps.database.query(sql.void`
      insert into app.order_expiry_warning (order_id, customer_id, warned_at)
      select ${objectId}::uuid, customer_id, ${sql.timestamp(now)} from app.account where customer_id = ${told.customerId}
      on conflict do nothing`);
  }
  return sent;
}

async function send(deps: Deps, kind: MoneyMail, { customerId, facts }: Told, id: string): Promise<boolean> {
  if (await isMailOff(deps.database, customerId, kind)) return false;
  return mailCustomer(deps, customerId, 'money', moneyMail(kind, facts), id);
}
