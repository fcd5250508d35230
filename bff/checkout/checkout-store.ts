import { z } from 'zod';
import { type DatabasePool, type Queryable, sql } from '#bff/lib/sql.ts';
import { OrderLine } from '#core/order/events.ts';

/** An order as the customer confirmed it. */
export type Checkout = {
  readonly orderId: string;
  readonly walletId: string;
  readonly customerId: string;
  readonly number: string;
  /** Their ids are those of the cart's lines: that is what is taken out of the cart afterwards. */
  readonly lines: readonly OrderLine[];
  readonly total: bigint;
  readonly placedAt: Date;
  readonly expiresAt: Date;
};

const OrderLines = z.array(OrderLine);
const CheckoutRow = z.object({
  orderId: z.uuid(),
  walletId: z.uuid(),
  customerId: z.uuid(),
  number: z.string(),
  lines: z.unknown().transform((stored) => z.decode(OrderLines, stored as z.input<typeof OrderLines>)),
  total: z.bigint(),
  placedAt: z.date(),
  expiresAt: z.date(),
});

const columns = sql.fragment`order_id as "orderId", wallet_id as "walletId", customer_id as "customerId", number, lines,
  total, placed_at as "placedAt", expires_at as "expiresAt"`;

export function findCheckout(database: Queryable, orderId: string): Promise<Checkout | null> {
  return database.maybeOne(sql.type(CheckoutRow)`select ${columns} from app.checkout where order_id = ${orderId}`);
}

/**
 * Keeps what is about to be placed; when a click at the same moment was first, returns what that one kept, and null when
 * that one is through already (the cart's next order is another then).
 */
export async function keepCheckout(database: Queryable, checkout: Checkout): Promise<Checkout | null> {
  const lines = JSON.stringify(z.encode(OrderLines, [...checkout.lines]));
  await database.query(
    sql.typeAlias('void')`insert into app.checkout
        (order_id, wallet_id, customer_id, number, lines, total, placed_at, expires_at)
      select cart.next_order_id, cart.wallet_id, cart.customer_id, ${checkout.number}, ${lines}::jsonb, ${checkout.total},
        ${checkout.placedAt.toISOString()}::timestamptz, ${checkout.expiresAt.toISOString()}::timestamptz
      from app.cart where wallet_id = ${checkout.walletId} and next_order_id = ${checkout.orderId} for update
      on conflict (order_id) do nothing`,
  );
  return findCheckout(database, checkout.orderId);
}

/** Notes which order a request is about, before it is placed. */
export async function noteRequest(database: Queryable, requestId: string, orderId: string): Promise<void> {
  await database.query(
    sql.typeAlias('void')`insert into app.checkout_request (request_id, order_id) values (${requestId}, ${orderId})
      on conflict (request_id) do update set order_id = excluded.order_id`,
  );
}

/** The order that an earlier attempt of this very request placed, though its answer may never have arrived. */
export async function findPlacedByRequest(database: Queryable, requestId: string): Promise<string | null> {
  const row = await database.maybeOne(
    sql.type(z.object({ orderId: z.uuid() }))`select request.order_id as "orderId" from app.checkout_request request
      where request_id = ${requestId} and not exists (
        select from app.checkout pending where pending.order_id = request.order_id)`,
  );
  return row?.orderId ?? null;
}

/** After the ledger has the order: takes its lines out of the cart and lets the next checkout make another order. Repeatable. */
export function finishCheckout(database: DatabasePool, checkout: Checkout, now: Date): Promise<void> {
  return database.transaction(async (transaction) => {
    const { rowCount } = await transaction.query(
      sql.typeAlias('void')`update app.cart set next_order_id = gen_random_uuid(), last_order_id = ${checkout.orderId},
          last_checkout_at = ${now.toISOString()}::timestamptz, shown_total = null, updated_at = now()
        where wallet_id = ${checkout.walletId} and next_order_id = ${checkout.orderId}`,
    );
    // The other of two clicks has done it: what is in the cart now was put there since.
    if (rowCount === 0) return;
    const lineIds = sql.array(
      checkout.lines.map((line) => line.lineId),
      'uuid',
    );
    await transaction.query(
      sql.typeAlias('void')`delete from app.cart_item
        where wallet_id = ${checkout.walletId} and id = any(${lineIds})`,
    );
    await transaction.query(sql.typeAlias('void')`delete from app.checkout where order_id = ${checkout.orderId}`);
  });
}

/** Forgets a checkout that the ledger refused or that no longer says what is in the cart; the cart stays as it is. */
export function dropCheckout(database: DatabasePool, orderId: string): Promise<void> {
  return database.transaction(async (transaction) => {
    await transaction.query(
      sql.typeAlias('void')`update app.cart set next_order_id = gen_random_uuid(), updated_at = now()
        where next_order_id = ${orderId}`,
    );
    await transaction.query(sql.typeAlias('void')`delete from app.checkout where order_id = ${orderId}`);
    await transaction.query(sql.typeAlias('void')`delete from app.checkout_request where order_id = ${orderId}`);
  });
}
