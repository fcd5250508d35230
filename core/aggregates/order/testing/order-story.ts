import type { OrderCommand } from '#core/aggregates/order/commands.ts';
import { orderDecider } from '#core/aggregates/order/decider.ts';
import type { OrderEvent, OrderLine } from '#core/aggregates/order/events.ts';
import { SealedText } from '#core/kernel/log/event.ts';
import { money } from '#core/kernel/money/money.ts';
import { specificationOf } from '#core/kernel/testing/given-when-then.ts';

export const { given } = specificationOf(orderDecider);
export const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
export const orderId = id(1);
const [customerId, walletId] = [id(2), id(3)];
export const usd = (amount: bigint) => money(amount, 'USD');
const note = SealedText.parse('sealed');
export const digest = (letter: string) => letter.repeat(64);

export const line = (n: number, change: Partial<OrderLine> = {}): OrderLine => ({
  lineId: id(n),
  productId: 'p',
  variantId: 'v',
  productName: 'Card',
  variantName: '10',
  brandName: 'Brand',
  region: 'Global',
  quantity: 2,
  unitPrice: usd(1000n),
  discount: usd(100n),
  conversionFee: usd(38n),
  total: usd(1938n),
  ...change,
});
const lines = [line(11), line(12, { quantity: 1, discount: usd(0n), conversionFee: usd(0n), total: usd(1000n) })];
const details = { orderId, number: 'ORD-1', customerId, walletId, currency: 'USD' as const };
export const times = { placedAt: '2026-01-01T00:00:00Z', expiresAt: '2026-01-03T00:00:00Z' };
export const place: Extract<OrderCommand, { type: 'PlaceOrder' }> = { type: 'PlaceOrder', ...details, lines, ...times };
export const placed: OrderEvent = {
  type: 'OrderPlaced',
  data: {
    ...details,
    lines,
    subtotal: usd(3000n),
    discount: usd(100n),
    conversionFees: usd(38n),
    total: usd(2938n),
    ...times,
  },
};
export const pay = (paymentReference = 'order:1', amount = usd(2938n)): OrderCommand => ({
  type: 'MarkOrderPaid',
  orderId,
  paymentReference,
  amount,
});
export const paid: OrderEvent = { type: 'OrderPaid', data: { paymentReference: 'order:1', amount: usd(2938n) } };
export const codes = [
  { lineId: id(11), quantity: 2, codesDigest: digest('a') },
  { lineId: id(12), quantity: 1, codesDigest: digest('b') },
];
export const fulfil = (with_ = codes): OrderCommand => ({ type: 'FulfilOrder', orderId, lines: with_ });
export const fulfilled: OrderEvent = { type: 'OrderFulfilled', data: { lines: codes } };
export const cancel: OrderCommand = { type: 'CancelOrder', orderId, reason: 'customer', note };
export const cancelled = (wasPaid: boolean): OrderEvent => ({
  type: 'OrderCancelled',
  data: { reason: 'customer', wasPaid, note },
});
export const expire = (now = times.expiresAt): OrderCommand => ({ type: 'ExpireOrder', orderId, now });
export const expired: OrderEvent = { type: 'OrderCancelled', data: { reason: 'expired', wasPaid: false, note: null } };
export const refund = (refundReference = 'refund:1', amount = usd(2938n)): OrderCommand => ({
  type: 'MarkOrderRefunded',
  orderId,
  refundReference,
  amount,
});
export const refunded: OrderEvent = {
  type: 'OrderRefunded',
  data: { refundReference: 'refund:1', amount: usd(2938n) },
};
export const reveal = (count: number): OrderCommand => ({ type: 'RevealCodes', orderId, codes: count });
