import { type Currency, money } from '#core/kernel/money.ts';
import type { OrderLine } from '#core/order/events.ts';
import { type PricingTerms, priceLine } from '#core/order/pricing.ts';
import type { PlannedProduct } from './planned.ts';
import { seedId } from './random.ts';

/** A line of an order at the store's price, without a discount. */
export function orderLine(
  lineId: string,
  line: { readonly product: PlannedProduct; readonly quantity: number },
  currency: Currency,
  terms: PricingTerms,
): OrderLine {
  const { product, quantity } = line;
  const { brand, card } = product;
  const price = money(card.priceMinor, card.currency);
  const { gross: _gross, ...priced } = priceLine({ price, quantity, discountBasisPoints: 0 }, currency, terms);
  return {
    lineId: seedId(lineId),
    productId: product.productId,
    variantId: product.variantId,
    productName: `${brand.title} ${card.value}`,
    variantName: card.value,
    brandName: brand.title,
    region: card.region,
    quantity,
    ...priced,
  };
}
