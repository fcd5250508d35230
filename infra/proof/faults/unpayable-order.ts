import type { LedgerCommand } from '#core/ledger/ledger.ts';
import { orderLine } from '#core/testing/test-ledger.ts';

/** More than any wallet here will ever hold. */
const PRICE_MINOR = 100_000_000n;

type Placement = Extract<LedgerCommand, { type: 'PlaceOrder' }>;

/** An order of one card that waits for its payment until it is cancelled or its time is over. */
export function unpayableOrder(
  order: Pick<Placement, 'orderId' | 'number' | 'customerId' | 'walletId' | 'currency'> & {
    readonly productId: string;
    readonly variantId: string;
    readonly placedAt: Date;
    readonly expiresAt: Date;
  },
): LedgerCommand {
  const { productId, variantId, placedAt, expiresAt, ...rest } = order;
  return {
    type: 'PlaceOrder',
    ...rest,
    placedAt: placedAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    lines: [{ ...orderLine(variantId, 1, PRICE_MINOR, rest.currency), productId }],
  };
}
