import { randomUUID } from 'node:crypto';
import { type Currency, money } from '#core/kernel/money.ts';
import type { LedgerCommand } from '#core/ledger.ts';

/** More than any wallet here will ever hold. */
const PRICE_MINOR = 100_000_000n;

/** An order of one card that waits for its payment until it is cancelled or its time is over. */
export function unpayableOrder(order: {
  readonly orderId: string;
  readonly number: string;
  readonly customerId: string;
  readonly walletId: string;
  readonly currency: Currency;
  readonly productId: string;
  readonly variantId: string;
  readonly placedAt: Date;
  readonly expiresAt: Date;
}): LedgerCommand {
  const { productId, variantId, placedAt, expiresAt, ...rest } = order;
  const [price, none] = [money(PRICE_MINOR, order.currency), money(0n, order.currency)];
  return {
    type: 'PlaceOrder',
    ...rest,
    lines: [
      {
        lineId: randomUUID(),
        productId,
        variantId,
        productName: 'Gift card',
        variantName: '10',
        brandName: 'Brand',
        region: 'Global',
        quantity: 1,
        unitPrice: price,
        discount: none,
        conversionFee: none,
        total: price,
      },
    ],
    placedAt: placedAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  };
}
