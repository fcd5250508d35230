import type { BffDeps } from '#bff/deps.ts';
import { pricingTerms } from '#core/order/pricing.ts';
import { listDiscounts } from '#projections/customers/queries.ts';
import type { WalletView } from '#projections/wallets/queries.ts';
import { listCartLines, noteShownTotal } from './cart-store.ts';
import { type PricedCart, priceCart } from './cart-view.ts';

type CartDeps = Pick<BffDeps, 'database' | 'config'>;

/** The cart of a wallet at today's prices. */
export async function loadCart(deps: CartDeps, wallet: WalletView): Promise<PricedCart> {
  const [rows, discounts] = await Promise.all([
    listCartLines(deps.database, wallet.walletId),
    listDiscounts(deps.database, wallet.customerId),
  ]);
  return priceCart(
    { walletId: wallet.walletId, currency: wallet.currency },
    rows,
    new Map(discounts.map((discount) => [discount.productId, discount.basisPoints])),
    pricingTerms(deps.config),
  );
}

/** {@link loadCart} for an answer: the total that leaves is the one that a checkout will charge. */
export async function showCart(deps: CartDeps, wallet: WalletView): Promise<PricedCart> {
  const cart = await loadCart(deps, wallet);
  await noteShownTotal(deps.database, wallet.walletId, cart.sums.total.amount);
  return cart;
}
