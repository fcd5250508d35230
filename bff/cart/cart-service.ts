import type { BffDeps } from '#bff/deps.ts';
import { parseRatio, type Ratio } from '#core/kernel/money.ts';
import { listDiscounts } from '#projections/customers/queries.ts';
import type { WalletView } from '#projections/wallets/queries.ts';
import { listCartLines, noteShownTotal } from './cart-store.ts';
import { type PricedCart, priceCart } from './cart-view.ts';
import type { PricingTerms } from './pricing.ts';

type CartDeps = Pick<BffDeps, 'database' | 'config'>;

/** What the store is configured to charge. */
export function pricingTerms(config: BffDeps['config']): PricingTerms {
  return { eurUsdRate: parseRatio(config.eurUsdRate), conversionFee: percentage(config.conversionFeePercent) };
}

/** "2" (percent) → 2/100. */
function percentage(text: string): Ratio {
  const { numerator, denominator } = parseRatio(text);
  return { numerator, denominator: denominator * 100n };
}

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
