import { z } from 'zod';
import { givingNext } from '#bff/kit/tables/document-numbers.ts';
import { type Queryable, sql, WITHOUT_WAITING } from '#bff/kit/tables/sql.ts';
import { writesOf } from '#bff/kit/tables/table.ts';
import {
  type CartOwner,
  CartRow,
  cartColumns,
  cartOf,
  cartTables,
  ofCart,
  type StoredCart,
} from '#bff/shop/cart/cart-store.ts';
import { OrderLine } from '#core/aggregates/order/events.ts';
import { AppliedRate } from '#core/kernel/money/dated-rates.ts';

export type Checkout = {
  readonly orderId: string;
  readonly walletId: string;
  readonly customerId: string;
  readonly number: string;
  /** Their ids are those of the cart's lines, which are removed from the cart afterwards. */
  readonly lines: readonly OrderLine[];
  /** The rates that converted their prices; null in checkouts from before rates were stored. */
  readonly rates: readonly AppliedRate[] | null;
  readonly total: bigint;
  /** The customer agreed to get what is in stock before the rest. */
  readonly mayDeliverInPart: boolean;
  readonly placedAt: Date;
  readonly expiresAt: Date;
  /** Of the settings by which it was priced, which are those of its order; null in checkouts from before it was stored. */
  readonly settingsVersion: number | null;
};

const OrderLines = z.array(OrderLine);
const CheckoutRow = z.object({
  orderId: z.uuid(),
  walletId: z.uuid(),
  customerId: z.uuid(),
  number: z.string(),
  lines: z.unknown().transform((stored) => z.decode(OrderLines, stored as z.input<typeof OrderLines>)),
  rates: z.array(AppliedRate).nullable(),
  total: z.coerce.bigint(),
  mayDeliverInPart: z.boolean(),
  placedAt: z.coerce.date(),
  expiresAt: z.coerce.date(),
  settingsVersion: z.int().nullable(),
});

/** As JSON, in which minor units are text, because a JSON number could lose digits. */
const asJson = sql.fragment`json_build_object('orderId', order_id, 'walletId', wallet_id, 'customerId', customer_id, 'number', number,
  'lines', lines, 'rates', rates, 'total', total::text,
  'mayDeliverInPart', may_deliver_in_part, 'placedAt', placed_at, 'expiresAt', expires_at,
  'settingsVersion', settings_version)`;

/** The state of a checkout request: what is in the cart, and the outcome of earlier attempts. */
export type Standing = {
  readonly cart: StoredCart;
  /** The checkout that an attempt under way, or cut off, has stored under the id of the cart's next order. */
  readonly pending: Checkout | null;
  /** The order that an earlier attempt of this very request placed, even where its answer never arrived. */
  readonly placedOrderId: string | null;
  /** A number for an order of this cart. */
  readonly number: bigint | null;
};

const Earlier = z.object({
  pending: CheckoutRow.nullable(),
  placedOrderId: z.uuid().nullable(),
  number: z.bigint().nullable(),
});
const StandingRow = z.intersection(CartRow, Earlier);

/**
 * Reads all of it at one moment, and the number with the same statement: the bench's row 'transactions of Postgres for a purchase'.
 * @throws ApiError 422 for a wallet that is not the customer's
 */
export async function readStanding(
  database: Queryable,
  owner: CartOwner,
  requestId: string,
  now: Date,
): Promise<Standing> {
  const isFilled = sql.fragment`exists (
    select from app.cart filled join app.cart_item using (wallet_id)
    where filled.wallet_id = ${owner.walletId} and filled.customer_id = ${owner.customerId})`;
  const rows = await database.any(sql.type(StandingRow)`
    with ${givingNext('order', isFilled)} select ${cartColumns(now)}, (select last from given) as number,
      (select ${asJson} from app.checkout where order_id = cart.next_order_id) as pending,
      (select request.order_id from app.checkout_request request where request_id = ${requestId}
        and request.order_id is distinct from cart.next_order_id) as "placedOrderId"
    from ${cartTables} ${ofCart(owner)}`);
  const cart = cartOf(rows);
  const { pending = null, placedOrderId = null, number = null } = rows[0] ?? {};
  return { cart, pending, placedOrderId, number };
}

/**
 * Stores the checkout before its order is placed, and which order the request is about. Where a simultaneous click was first, returns the
 * checkout that it stored, or null where that one is already complete (the cart's next order then has another id).
 */
export async function keepCheckout(
  database: Queryable,
  checkout: Checkout,
  requestId: string,
): Promise<Checkout | null> {
  const lines = JSON.stringify(z.encode(OrderLines, [...checkout.lines]));
  const { rowCount } = await database.query(sql.void`
    with kept as (
      insert into app.checkout (order_id, wallet_id, customer_id, number, lines, rates, total,
        may_deliver_in_part, placed_at, expires_at, settings_version)
      select cart.next_order_id, cart.wallet_id, cart.customer_id, ${checkout.number}, ${lines}::jsonb,
        ${checkout.rates && JSON.stringify(checkout.rates)}::jsonb,
        ${checkout.total}::int8, ${checkout.mayDeliverInPart}::boolean, ${checkout.placedAt.toISOString()}::timestamptz,
        ${checkout.expiresAt.toISOString()}::timestamptz, ${checkout.settingsVersion}::int4
      from app.cart where wallet_id = ${checkout.walletId} and next_order_id = ${checkout.orderId} for update
      on conflict (order_id) do nothing returning order_id)
    insert into app.checkout_request (request_id, order_id) select ${requestId}::uuid, order_id from kept
    on conflict (request_id) do update set order_id = excluded.order_id`);
  if (rowCount > 0) return checkout;
  const row = await database.maybeOne(sql.type(z.object({ kept: CheckoutRow }))`
    select ${asJson} as kept from app.checkout
    where order_id = ${checkout.orderId}`);
  if (row) await noteRequest(database, requestId, checkout.orderId);
  return row?.kept ?? null;
}

/** Stores which order a request is about, before it is placed. */
export async function noteRequest(database: Queryable, requestId: string, orderId: string): Promise<void> {
  await database.query(sql.void`
    insert into app.checkout_request (request_id, order_id) values (${requestId}, ${orderId})
    on conflict (request_id) do update set order_id = excluded.order_id`);
}

/** An order that the ledger has, with its lines as the ledger has them. */
type Ordered = Pick<Checkout, 'orderId' | 'walletId'> & {
  readonly lines: readonly Pick<OrderLine, 'lineId' | 'quantity'>[];
};

/**
 * Runs after the ledger has the order: takes what was ordered out of the cart and lets the next checkout make another order. What was added
 * to a line meanwhile stays. It is repeatable, so it does not wait for the disk: where a crash loses it, the next attempt does it again. It
 * changes nothing where the other of two clicks has done it, because later items of the cart were added since.
 */
export async function finishCheckout(
  database: Queryable,
  { orderId, walletId, lines }: Ordered,
  now: Date,
): Promise<void> {
  const ids = sql.array(
    lines.map(({ lineId }) => lineId),
    'uuid',
  );
  const quantities = sql.array(
    lines.map(({ quantity }) => quantity),
    'int4',
  );
  // A merge judges the line that it finds once it has waited for another writer.
  await database.query(sql.void`
    with moved as (
      update app.cart set next_order_id = uuidv7(), last_order_id = ${orderId},
        last_checkout_at = ${now.toISOString()}::timestamptz, shown_total = null, updated_at = now()
      from ${WITHOUT_WAITING} where wallet_id = ${walletId} and next_order_id = ${orderId}
      returning wallet_id
    ), taken_out as (
      merge into app.cart_item as item
      using (select * from moved, unnest(${ids}, ${quantities}) as line (id, quantity)) as ordered
      on item.id = ordered.id and item.wallet_id = ordered.wallet_id
      when matched and item.quantity > ordered.quantity then update set quantity = item.quantity - ordered.quantity
      when matched then delete
    )
    delete from app.checkout using moved where order_id = ${orderId}`);
}

/**
 * Deletes a checkout that the ledger refused or that no longer matches the cart. The cart stays as it is, with the id of its next order:
 * where another request is sending this checkout at the moment, the ledger takes one order of that id and no second one.
 */
export const dropCheckout = (database: Queryable, orderId: string): Promise<number> =>
  writesOf('checkout').remove(database, { orderId });
