import type { BffDeps } from '#bff/kit/deps.ts';
import { pricingTerms } from '#core/aggregates/order/pricing.ts';
import { ratesOf } from '#core/kernel/money/dated-rates.ts';
import { MAX_MINOR_UNITS } from '#core/kernel/money/money.ts';
import type { Rules } from '#core/ledger/rules.ts';
import { type CartOwner, noteShownTotal, readCart, type StoredCart } from './cart-store.ts';
import { type PricedCart, priceCart } from './cart-view.ts';

type CartDeps = Pick<BffDeps, 'database' | 'rules' | 'clock'>;

/** A cart at today's prices. */
export const pricedCart = (
  { conversionFeePercent, rounding }: Pick<Rules, 'conversionFeePercent' | 'rounding'>,
  { walletId, walletCurrency, lines, rates }: StoredCart,
): PricedCart =>
  priceCart(
    { walletId, currency: walletCurrency },
    lines,
    pricingTerms({ rates: ratesOf(rates), conversionFeePercent, rounding }),
  );

/** The total is stored, because a checkout charges the total that was shown. */
export async function showCart(deps: CartDeps, owner: CartOwner): Promise<PricedCart> {
  const cart = pricedCart(deps.rules(), await readCart(deps.database, owner, deps.clock()));
  // A larger one is not ordered.
  if (cart.sums.total.amount <= MAX_MINOR_UNITS) {
    await noteShownTotal(deps.database, owner.walletId, cart.sums.total.amount);
  }
  return cart;
}
