import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { accessToken } from '#bff/identity/sessions/access-tokens.ts';
import { createAdministrator } from '#infra/proof/api/administrators.ts';
import type { FaultStack } from '../../faults/stack.ts';
import { CURRENCY } from './episodes.ts';

type Headers = Readonly<Record<string, string>>;
/** A customer of the history with a session, and some of what is theirs. */
export type Caller = {
  readonly id: string;
  readonly headers: Headers;
  readonly walletId: string;
  readonly orders: number;
  readonly orderId: string;
  readonly depositId: string;
  readonly transactionId: string;
};
export type Callers = {
  readonly administrator: Headers & { readonly authorization: string };
  readonly administratorId: string;
  /** With the most orders, and with a few. */
  readonly big: Caller;
  readonly small: Caller;
  readonly withdrawalId: string;
  /** An order. */
  readonly refunded: string;
  readonly productId: string;
  readonly totals: Readonly<Record<'orders' | 'transactions' | 'customers' | 'events', number>>;
};

const SESSION_MS = 6 * 3_600_000;
/** A customer with few orders. */
const FEW = 8;

export async function callersOf(stack: FaultStack): Promise<Callers> {
  const { pool } = stack;
  const one = async <R extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<R> => {
    const { rows } = await pool.query<R>(text, values);
    if (!rows[0]) throw new Error(`The history has none: ${text}`);
    return rows[0];
  };
  const caller = async (id: string): Promise<Caller> => {
    const own = await one<Omit<Caller, 'id' | 'headers'>>(
      `select (select wallet_id from read.wallets where customer_id = $1 and currency = '${CURRENCY}') as "walletId",
        (select count(*)::int from read.orders where customer_id = $1) as orders,
        (select order_id from read.orders where customer_id = $1 and fulfilled_at is not null order by placed_at desc limit 1) as "orderId",
        (select deposit_id from read.deposits where customer_id = $1 and decided_at is not null limit 1) as "depositId",
        (select id from read.transactions where customer_id = $1 and type = 'payment' limit 1) as "transactionId"`,
      [id],
    );
    return { id, headers: await sessionOf(stack, id), ...own };
  };
  const counted = `select customer_id as id, count(*) as count from read.orders
    where payment_status = 'completed' and fulfilled_at is not null group by 1`;
  const big = await one<{ id: string }>(`${counted} order by 2 desc limit 1`);
  const small = await one<{ id: string }>(`${counted} having count(*) <= ${FEW} order by 2 desc, 1 limit 1`);
  const administrator = await createAdministrator(stack);
  await pool.query(`update app.administrator_session set expires_at = now() + interval '6 hours'`);
  const count = async (from: string) =>
    (await one<{ count: number }>(`select count(*)::int as count from ${from}`)).count;
  return {
    administrator: administrator.headers,
    administratorId: (await one<{ id: string }>('select administrator_id as id from app.administrator limit 1')).id,
    big: await caller(big.id),
    small: await caller(small.id),
    withdrawalId: (
      await one<{ id: string }>(
        'select withdrawal_id as id from read.withdrawals order by customer_id = $1 desc limit 1',
        [big.id],
      )
    ).id,
    refunded: (
      await one<{ id: string }>('select order_id as id from read.orders where refunded_at is not null limit 1')
    ).id,
    productId: (await one<{ id: string }>('select id from app.product limit 1')).id,
    totals: {
      orders: await count('read.orders'),
      transactions: await count('read.transactions'),
      customers: await count('read.customers'),
      events: await count('read.audit_events'),
    },
  };
}

async function sessionOf(stack: FaultStack, customerId: string): Promise<Headers> {
  const sessionId = randomUUID();
  await stack.pool.query('insert into app.session (session_id, customer_id, remember) values ($1, $2, false)', [
    sessionId,
    customerId,
  ]);
  const token = accessToken.sign(stack.app, new Date(Date.now() + SESSION_MS), { sub: customerId, sid: sessionId });
  return { authorization: `Bearer ${token}` };
}
