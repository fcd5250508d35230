import { minorJson } from '#bff/contract/money-json.ts';
import type { CodeReveal, Order, OrderDetail, OrderItem } from '#bff/contract/order.ts';
import { timeOrNull } from '#bff/lib/present.ts';
import type { InvoicedOrder, OrderLineWithCodes, OrderView } from '#projections/orders/queries.ts';

export function presentOrder(order: OrderView): Order {
  const money = (amount: bigint) => minorJson(amount, order.currency);
  return {
    id: order.orderId,
    order_number: order.number,
    created_at: order.placedAt.toISOString(),
    wallet_id: order.walletId,
    currency: order.currency,
    items_count: order.items,
    subtotal: money(order.subtotal),
    discount: money(order.discount),
    conversion_fees: money(order.conversionFees),
    total: money(order.total),
    payment_status: order.paymentStatus,
    fulfillment_status: order.fulfilmentStatus,
    expires_at: order.expiresAt.toISOString(),
    paid_at: timeOrNull(order.paidAt),
    fulfilled_at: timeOrNull(order.fulfilledAt),
    cancelled_at: timeOrNull(order.cancelledAt),
    refunded_at: timeOrNull(order.refundedAt),
  };
}

export function presentOrderDetail(
  order: InvoicedOrder,
  lines: readonly OrderLineWithCodes[],
  reveals: readonly CodeReveal[],
): OrderDetail {
  return {
    ...presentOrder(order),
    items: lines.map((line) => presentLine(line, order)),
    invoices: order.invoices.map(({ issuedAt, amount, ...invoice }) => ({
      ...invoice,
      issued_at: issuedAt.toISOString(),
      amount: minorJson(amount, order.currency),
    })),
    code_reveals: [...reveals],
  };
}

function presentLine(line: OrderLineWithCodes, order: OrderView): OrderItem {
  const money = (amount: bigint) => minorJson(amount, order.currency);
  return {
    id: line.lineId,
    product_id: line.productId,
    product_name: line.productName,
    variant_name: line.variantName,
    brand_name: line.brandName,
    region: line.region,
    quantity: line.quantity,
    price: money(line.unitPrice),
    discount_amount: money(line.discount),
    conversion_fee: money(line.conversionFee),
    total_price: money(line.total),
    // Codes are reserved a moment before the order is fulfilled: until then they are nobody's to see.
    codes_last_four: order.fulfilledAt === null ? [] : line.codesLastFour,
  };
}
