import type { ShownLine } from '#bff/contract/shop/order.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import type { ExecuteOptions } from '#bff/kit/http/call.ts';
import { ApiError, conflict, invalidField, savedButNotShown } from '#bff/kit/lib/api-error.ts';
import { isRefusal } from '#bff/kit/lib/is-refusal.ts';
import { readAmount } from '#bff/kit/lib/read-amount.ts';
import { documentNumber, nextNumber } from '#bff/kit/tables/document-numbers.ts';
import { pricedCart } from '#bff/shop/cart/cart-service.ts';
import { type CartOwner, noteShownTotal, type StoredCart } from '#bff/shop/cart/cart-store.ts';
import type { PricedCart } from '#bff/shop/cart/cart-view.ts';
import type { OrderLine } from '#core/aggregates/order/events.ts';
import { isSameData } from '#core/kernel/commands/same-data.ts';
import { isDomainError } from '#core/kernel/errors.ts';
import { appliedRates } from '#core/kernel/money/dated-rates.ts';
import { type Currency, formatMoney, MAX_MINOR_UNITS } from '#core/kernel/money/money.ts';
import type { CommandResult, LedgerCommand } from '#core/ledger/ledger.ts';
import { findOrderWithLines } from '#projections/models/order-lines.ts';
import {
  type Checkout,
  dropCheckout,
  finishCheckout,
  keepCheckout,
  noteRequest,
  readStanding,
} from './checkout-store.ts';

/** A checkout of an empty cart within this time counts as the second click of the first. */
const SECOND_CLICK_MS = 10_000;
/** Each attempt fails only where another click or tab changed the cart meanwhile. */
const MAX_ATTEMPTS = 5;
/** Before any order, so that none of them is over. */
const LONG_AGO = '1970-01-01T00:00:00.000Z';
const HOUR_MS = 3_600_000;

/** Whether an order may be delivered in part: the request's own choice, else the customer's standing one. */
type DeliveryChoice = { readonly said: boolean | undefined; readonly standing: boolean };
type CheckoutDeps = Pick<BffDeps, 'database' | 'rules' | 'clock'>;
/** `position`: the log's position after the order, null where no command was sent. */
type CheckedOut = { readonly orderId: string; readonly isPlacedHere: boolean; readonly position: bigint | null };
type Execute = (command: LedgerCommand, options?: ExecuteOptions) => Promise<CommandResult>;

/**
 * Makes one order from a wallet's cart, however often it is requested: the cart has the id of its next order beforehand, and the checkout
 * is stored until the ledger has the order. `requestId` stays the same when a request is repeated under its key. `expectTotal` and `expectLines` are what the
 * caller's screen shows; without it, the total that the last reader of the cart was shown. Returns whether this
 * request placed the order: then its payment is known as well, else it may still be under way. It waits for the read models only where the
 * cart was ordered otherwise.
 * @throws ApiError where there is nothing to order, or the cart is not as it was shown; DomainError of the ledger.
 */
export async function checkout(
  deps: CheckoutDeps,
  owner: CartOwner,
  execute: Execute,
  requestId: string,
  { said, standing }: DeliveryChoice = { said: undefined, standing: false },
  expectTotal?: string,
  expectLines?: readonly ShownLine[],
): Promise<CheckedOut> {
  const mayDeliverInPart = said ?? standing;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const { cart, pending, placedOrderId, number } = await readStanding(deps.database, owner, requestId, deps.clock());
    if (placedOrderId !== null) return { orderId: placedOrderId, isPlacedHere: false, position: null };
    const priced = pricedCart(deps.rules(), cart);
    const isOtherwise = said !== undefined && pending !== null && pending.mayDeliverInPart !== said;
    if (pending && (isOtherwise || !isSameOrder(pending, priced))) {
      await settle(deps, pending, execute);
      continue;
    }
    const isEmpty = priced.lines.length === 0 || cart.nextOrderId === null;
    const expected = expectTotal === undefined ? cart.shownTotal : totalOf(expectTotal, priced);
    const isCountable = priced.sums.total.amount <= MAX_MINOR_UNITS;
    if (!isEmpty && isCountable && expectTotal !== undefined) await requireTotal(deps, priced, expected);
    if (pending) {
      requireLines(priced, expectLines);
      await noteRequest(deps.database, requestId, pending.orderId);
      return place(deps, pending, execute);
    }
    if (isEmpty || cart.nextOrderId === null) return orderOfFirstClick(deps, cart);
    await requireAsShown(deps, priced, expected);
    requireLines(priced, expectLines);
    const confirmed = confirm(deps, { ...owner, rates: cart.rates }, priced, {
      orderId: cart.nextOrderId,
      mayDeliverInPart,
      number: number === null ? await nextNumber(deps.database, 'order') : documentNumber('order', number),
    });
    const kept = await keepCheckout(deps.database, confirmed, requestId);
    // A simultaneous click made the other choice, or orders what this one was not shown: the next attempt finds it under way.
    if (kept && said !== undefined && kept.mayDeliverInPart !== said) continue;
    if (kept && expectTotal !== undefined && kept.total !== expected) continue;
    if (kept && expectLines !== undefined && !isSameOrder(kept, priced)) continue;
    if (kept) return place(deps, kept, execute);
  }
  throw conflict('conflict', 'Your cart is being changed elsewhere. Nothing was ordered: please try again.');
}

function orderOfFirstClick(deps: CheckoutDeps, { lastOrderId, lastCheckoutAt }: StoredCart): CheckedOut {
  const sinceLast = deps.clock().getTime() - (lastCheckoutAt?.getTime() ?? 0);
  if (lastOrderId !== null && sinceLast < SECOND_CLICK_MS) {
    return { orderId: lastOrderId, isPlacedHere: false, position: null };
  }
  throw invalidField('wallet_id', 'Your cart is empty');
}

function confirm(
  deps: CheckoutDeps,
  owner: CartOwner & Pick<StoredCart, 'rates'>,
  priced: PricedCart,
  order: Pick<Checkout, 'orderId' | 'mayDeliverInPart' | 'number'>,
): Checkout {
  const now = deps.clock();
  const { orderTermHours, version } = deps.rules();
  const currencies = [priced.currency, ...priced.lines.map(({ row }) => row.currency)];
  return {
    ...order,
    walletId: owner.walletId,
    customerId: owner.customerId,
    lines: priced.lines.map(orderLine),
    rates: appliedRates(currencies, owner.rates),
    total: priced.sums.total.amount,
    placedAt: now,
    expiresAt: new Date(now.getTime() + orderTermHours * HOUR_MS),
    settingsVersion: version,
  };
}

async function place(deps: CheckoutDeps, kept: Checkout, execute: Execute): Promise<CheckedOut> {
  const first = kept.lines[0];
  if (!first) throw new Error(`The checkout of order ${kept.orderId} has no lines.`);
  let done: CommandResult;
  try {
    done = await execute(
      {
        type: 'PlaceOrder',
        orderId: kept.orderId,
        number: kept.number,
        customerId: kept.customerId,
        walletId: kept.walletId,
        currency: first.total.currency,
        lines: [...kept.lines],
        ...(kept.rates && { rates: kept.rates }),
        placedAt: kept.placedAt.toISOString(),
        expiresAt: kept.expiresAt.toISOString(),
        ...(kept.mayDeliverInPart && { mayDeliverInPart: true }),
      },
      // A request that places another cart when it is repeated sends another command. The version is that by which it was priced, also where
      // a later request places it.
      {
        step: `place-${kept.number}`,
        wait: false,
        ...(kept.settingsVersion !== null && { settingsVersion: kept.settingsVersion }),
      },
    );
  } catch (error) {
    // Another request of this cart was first.
    if (isDomainError(error, 'already_exists')) await settle(deps, kept, execute);
    // After a refusal nothing was written. After any other error the order may exist, and a retry must find the same one.
    else if (isRefusal(error)) await dropCheckout(deps.database, kept.orderId);
    throw error;
  }
  await finishCheckout(deps.database, kept, deps.clock());
  return { orderId: kept.orderId, isPlacedHere: done.events.length > 0, position: done.position };
}

/**
 * The checkout is not of the cart as it is now: an earlier attempt was cut off, or another request is under way. The ledger knows whether the
 * order was placed: a command to expire it long ago changes nothing, and fails where there is no such order. Then the checkout is dropped.
 * @throws ApiError 409 where the order was placed, with whatever lines: they are out of the cart then
 */
async function settle(
  deps: CheckoutDeps,
  { orderId, walletId, customerId }: Pick<Checkout, 'orderId' | 'walletId' | 'customerId'>,
  execute: Execute,
): Promise<void> {
  try {
    await execute({ type: 'ExpireOrder', orderId, now: LONG_AGO }, { step: 'settle-interrupted', wait: 'shown' });
  } catch (error) {
    if (!isDomainError(error, 'not_found')) throw error;
    await dropCheckout(deps.database, orderId);
    return;
  }
  const placed = await findOrderWithLines(deps.database, orderId, customerId);
  if (!placed) throw savedButNotShown();
  await finishCheckout(deps.database, { orderId, walletId, lines: placed.lines }, deps.clock());
  const { number, total, currency } = placed.order;
  throw conflict(
    'earlier_checkout_done',
    `Your cart was ordered already, as order ${number} with a total of ${formatMoney({ amount: total, currency })}; its items left the cart. Nothing else was ordered: please check your cart and try again.`,
  );
}

/** The customer is charged what was shown: a price that changed meanwhile stops the checkout once. */
async function requireAsShown(deps: CheckoutDeps, cart: PricedCart, shownTotal: bigint | null): Promise<void> {
  const [problem] = cart.invalid;
  if (problem) {
    const errors = { cart: cart.invalid.map((issue) => issue.message) };
    const [code, message] = REFUSED[problem.code];
    throw new ApiError(409, code, `${message} Nothing was ordered.`, { errors });
  }
  await requireTotal(deps, cart, shownTotal);
}

/** The refusal for what stands in the way first. */
const REFUSED: Readonly<Record<PricedCart['invalid'][number]['code'], readonly [code: string, message: string]>> = {
  unavailable: ['cart_invalid', 'There are issues with some items in your cart.'],
  too_much: ['too_much', 'This cart costs more than one order may: please take something out.'],
  nothing_to_pay: ['nothing_to_pay', 'This cart costs nothing: please order it together with something that is paid.'],
};

/** @throws ApiError 409 that names both totals */
async function requireTotal(deps: CheckoutDeps, cart: PricedCart, shownTotal: bigint | null): Promise<void> {
  const total = cart.sums.total;
  if (shownTotal === total.amount) return;
  await noteShownTotal(deps.database, cart.walletId, total.amount);
  // What was added while the cart was ordered is in it, and nobody was shown the rest.
  const news =
    shownTotal === null
      ? `is ${formatMoney(total)} now`
      : `changed from ${formatMoney({ ...total, amount: shownTotal })} to ${formatMoney(total)}`;
  throw conflict('cart_changed', `The total of your cart ${news}. Nothing was ordered: please check it and try again.`);
}

/** Two carts of one total are two carts, and a line that costs nothing is a line. @throws ApiError 409 */
function requireLines({ lines, currency }: PricedCart, shown: readonly ShownLine[] | undefined): void {
  const now = lines.map(({ row, priced }) => ({ ...row, total: priced.total.amount }));
  if (areAsShown(now, currency, shown)) return;
  throw conflict(
    'cart_changed',
    'What is in your cart changed since it was shown. Nothing was ordered: please check it and try again.',
  );
}

type Line = { readonly variantId: string; readonly quantity: number; readonly total: bigint };

/** Whether these are the lines that were shown, each with what it costs. */
export function areAsShown(
  lines: readonly Line[],
  currency: Currency,
  shown: readonly ShownLine[] | undefined,
): boolean {
  if (shown === undefined) return true;
  const key = ({ variantId, quantity, total }: Line) => `${variantId} ${quantity} ${total}`;
  const seen = shown.map(({ variant_id: variantId, quantity, total }) =>
    key({ variantId, quantity, total: readAmount('expect_lines', total, currency).amount }),
  );
  return lines.map(key).toSorted().join() === seen.toSorted().join();
}

const totalOf = (expectTotal: string, { currency }: PricedCart) =>
  readAmount('expect_total', expectTotal, currency).amount;

const orderLine = ({ row, priced }: PricedCart['lines'][number]): OrderLine => ({
  lineId: row.id,
  productId: row.productId,
  variantId: row.variantId,
  productName: row.productName,
  variantName: row.variantName,
  brandName: row.brandName,
  region: row.region,
  quantity: row.quantity,
  ...(row.currency !== priced.unitPrice.currency && {
    listPrice: { amount: row.priceMinor, currency: row.currency },
  }),
  unitPrice: priced.unitPrice,
  discount: priced.discount,
  conversionFee: priced.conversionFee,
  total: priced.total,
});

const isSameOrder = (pending: Checkout, cart: PricedCart): boolean =>
  isSameData(pending.lines, cart.lines.map(orderLine));
