import type { OrderLine } from '#core/aggregates/order/events.ts';
import { type PricingTerms, priceLine } from '#core/aggregates/order/pricing.ts';
import { walletIdOf } from '#core/aggregates/wallet/wallet-id.ts';
import type { Actor } from '#core/kernel/log/event.ts';
import { appliedRates } from '#core/kernel/money/dated-rates.ts';
import { type Currency, money } from '#core/kernel/money/money.ts';
import type { PlannedAction, PlannedLine } from './planned.ts';
import { seedId } from './random.ts';
import type { Scene, Step } from './step.ts';

const ORDER_LIFETIME_MS = 48 * 3_600_000;

/** Placed; then its codes are looked at, or it expires without funds. */
export function orderSteps(
  action: Extract<PlannedAction, { kind: 'order' }>,
  by: Actor,
  { terms, rates, until }: Scene,
): Step[] {
  const { at, orderId, number, customer, currency } = action;
  const { customerId } = customer;
  const expiresAt = new Date(at.getTime() + ORDER_LIFETIME_MS);
  const placed: Step = {
    at,
    by,
    name: `order:${orderId}`,
    command: () => ({
      type: 'PlaceOrder',
      orderId,
      number,
      customerId,
      currency,
      walletId: walletIdOf(customerId, currency),
      lines: action.lines.map((line, index) => orderLine(`line:${orderId}:${index}`, line, currency, terms)),
      rates: appliedRates([currency, ...action.lines.map(({ product }) => product.card.currency)], rates),
      placedAt: at.toISOString(),
      expiresAt: expiresAt.toISOString(),
    }),
  };
  if (action.isUnfunded) {
    if (expiresAt >= until) return [placed];
    const expired = new Date(expiresAt.getTime() + 30_000);
    return [
      placed,
      {
        at: expired,
        by: { kind: 'system', id: 'order-expiry' },
        name: `expire:${orderId}`,
        command: () => ({ type: 'ExpireOrder', orderId, now: expired.toISOString() }),
      },
    ];
  }
  if (!action.reveals) return [placed];
  const codes = action.lines.reduce((sum, line) => sum + line.quantity, 0);
  return [
    placed,
    {
      at: new Date(at.getTime() + 240_000),
      by,
      name: `reveal:${orderId}`,
      command: () => ({ type: 'RevealCodes', orderId, codes }),
      // An order that waits for funds or stock has no codes yet that anybody could look at.
      isOptional: true,
    },
  ];
}

/** A line of an order at the store's price, without a discount. */
function orderLine(name: string, line: PlannedLine, currency: Currency, terms: PricingTerms): OrderLine {
  const { product, quantity } = line;
  const { brand, card } = product;
  const price = money(card.priceMinor, card.currency);
  const { gross: _gross, ...priced } = priceLine({ price, quantity, discountBasisPoints: 0 }, currency, terms);
  return {
    lineId: seedId(name),
    productId: product.productId,
    variantId: product.variantId,
    productName: `${brand.title} ${card.value}`,
    variantName: card.value,
    brandName: brand.title,
    region: card.region,
    quantity,
    ...(price.currency !== currency && { listPrice: price }),
    ...priced,
  };
}
