import { minorJson } from '#bff/contract/base/money-json.ts';
import type { CodeReveal, Order, OrderDetail, OrderItem } from '#bff/contract/shop/order.ts';
import { timeOrNull } from '#bff/kit/lib/present.ts';
import { ratesOfOrder } from '#bff/kit/tables/rates.ts';
import type { InvoicedOrder, OrderLineWithCodes } from '#projections/models/order-lines.ts';
import type { OrderView } from '#projections/models/orders.ts';

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
    allow_partial: order.mayDeliverInPart,
    undelivered: order.held === null ? null : money(order.held),
    expires_at: order.expiresAt.toISOString(),
    paid_at: timeOrNull(order.paidAt),
    partly_fulfilled_at: timeOrNull(order.partlyFulfilledAt),
    fulfilled_at: timeOrNull(order.fulfilledAt),
    released_at: timeOrNull(order.releasedAt),
    cancelled_at: timeOrNull(order.cancelledAt),
    cancel_reason: order.cancelReason,
    refunded_at: timeOrNull(order.refundedAt),
    refunded: order.refundedAmount === null ? null : money(order.refundedAmount),
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
    rates: ratesOfOrder(order),
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
    list_price:
      line.listPrice === null || line.listCurrency === null ? null : minorJson(line.listPrice, line.listCurrency),
    price: money(line.unitPrice),
    discount_amount: money(line.discount),
    conversion_fee: money(line.conversionFee),
    total_price: money(line.total),
    delivered_quantity: line.delivered,
    // Codes are reserved a moment before their delivery is booked. Until then nobody may see them.
    codes_last_four: line.codesLastFour.slice(0, line.delivered),
  };
}
