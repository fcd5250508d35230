import { money, multiplyHalfEven, parseRatio, type Ratio } from '#core/kernel/money.ts';
import type { OrderLine } from '#core/order/events.ts';
import { seedId } from './random.ts';

/** As configured: dollars for a euro, and the share that a conversion costs. */
export type SeedRates = { eurUsd: Ratio; conversionFee: Ratio };

/** @throws where one of them is no decimal number. */
export const seedRates = (eurUsd: string, conversionFeePercent: string): SeedRates => {
  const fee = parseRatio(conversionFeePercent);
  return {
    eurUsd: parseRatio(eurUsd),
    conversionFee: { numerator: fee.numerator, denominator: fee.denominator * 100n },
  };
};

/** A line of an order as the store would price it, converted half-even where the card has the other currency. */
export function priceLine(
  orderId: string,
  index: number,
  line: {
    product: {
      productId: string;
      variantId: string;
      brand: { title: string };
      card: { value: string; region: string; currency: 'USD' | 'EUR'; priceMinor: bigint };
    };
    quantity: number;
  },
  currency: 'USD' | 'EUR',
  rates: SeedRates,
): OrderLine {
  const { brand, card } = line.product;
  const isConverted = card.currency !== currency;
  const rate =
    currency === 'USD' ? rates.eurUsd : { numerator: rates.eurUsd.denominator, denominator: rates.eurUsd.numerator };
  const unit = isConverted ? multiplyHalfEven(card.priceMinor, rate) : card.priceMinor;
  const gross = unit * BigInt(line.quantity);
  const fee = isConverted ? multiplyHalfEven(gross, rates.conversionFee) : 0n;
  return {
    lineId: seedId(`line:${orderId}:${index}`),
    productId: line.product.productId,
    variantId: line.product.variantId,
    productName: `${brand.title} ${card.value}`,
    variantName: card.value,
    brandName: brand.title,
    region: card.region,
    quantity: line.quantity,
    unitPrice: money(unit, currency),
    discount: money(0n, currency),
    conversionFee: money(fee, currency),
    total: money(gross + fee, currency),
  };
}
