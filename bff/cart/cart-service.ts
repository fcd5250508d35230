import type { BffDeps } from '#bff/deps.ts';
import { pricingTerms } from '#core/order/pricing.ts';
import { type CartOwner, noteShownTotal, readCart, type StoredCart } from './cart-store.ts';
import { type PricedCart, priceCart } from './cart-view.ts';

type CartDeps = Pick<BffDeps, 'database' | 'config'>;

/** A cart at today's prices. */
export const pricedCart = (config: BffDeps['config'], { walletId, walletCurrency, lines }: StoredCart): PricedCart =>
  priceCart({ walletId, currency: walletCurrency }, lines, pricingTerms(config));

/** The cart of a wallet for an answer: the total that leaves is the one that a checkout will charge. */
export async function showCart(deps: CartDeps, owner: CartOwner): Promise<PricedCart> {
  const cart = pricedCart(deps.config, await readCart(deps.database, owner));
  await noteShownTotal(deps.database, owner.walletId, cart.sums.total.amount);
  return cart;
}
