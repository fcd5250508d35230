import { z } from 'zod';
import {
  Currency,
  DateOnly,
  DecimalInput,
  dataOf,
  Money,
  named,
  Owner,
  PageQuery,
  pageOf,
  SearchTerm,
  SortOrder,
  Timestamp,
  TimeZone,
  Uuid,
  withDaysInOrder,
} from '#bff/contract/base/common.ts';
import { RATE_SOURCES } from '#core/kernel/money/rate-sources.ts';

/**
 * Used for both payment and fulfilment. `processing`: delivered in part, and the rest is awaited; `partial`: the rest was released. No
 * order of this ledger is `failed` (see core's table of states).
 */
export const OrderStatus = z
  .enum(['pending', 'processing', 'completed', 'partial', 'failed', 'cancelled'])
  .meta({ id: 'OrderStatus' });
export type OrderStatus = z.infer<typeof OrderStatus>;

export const CheckoutBody = z.object({
  wallet_id: z.guid('No wallet selected').toLowerCase(),
  /**
   * Whether the customer agrees to get what is in stock before the rest. Left out: the choice in their settings. It has no effect where the
   * store delivers only whole orders.
   */
  allow_partial: z.boolean().optional(),
  /** The total that was shown. The checkout is refused (409 `cart_changed`) where the cart costs another amount by now. */
  expect_total: DecimalInput.optional(),
  /** The lines that were shown, each with what it costs. The checkout is refused in the same way where the cart has others, also of one total. */
  expect_lines: z.array(z.object({ variant_id: Uuid, quantity: z.int32(), total: DecimalInput })).optional(),
});
export type ShownLine = NonNullable<z.infer<typeof CheckoutBody>['expect_lines']>[number];

/** `amount`: the `undelivered` that was shown. The request is refused where more was delivered since. */
export const ReleaseRestBody = z.object({ amount: DecimalInput });

const orderFields = {
  id: Uuid,
  order_number: z.string(),
  created_at: Timestamp,
  wallet_id: Uuid,
  currency: Currency,
  items_count: z.int(),
  subtotal: Money,
  discount: Money,
  conversion_fees: Money,
  total: Money,
  payment_status: OrderStatus,
  fulfillment_status: OrderStatus,
  /** It may be delivered in part and wait for the rest. */
  allow_partial: z.boolean(),
  /** The amount held for the rest of an order that was delivered in part; null for any other. */
  undelivered: Money.nullable(),
  /** When an unpaid order is cancelled (48 hours after it was placed). */
  expires_at: Timestamp,
  paid_at: Timestamp.nullable(),
  /** When the first part was delivered. */
  partly_fulfilled_at: Timestamp.nullable(),
  fulfilled_at: Timestamp.nullable(),
  /** When the rest was given up. */
  released_at: Timestamp.nullable(),
  cancelled_at: Timestamp.nullable(),
  /** It was not paid in time, or who cancelled it. */
  cancel_reason: z.enum(['expired', 'customer', 'administrator']).nullable(),
  refunded_at: Timestamp.nullable(),
  refunded: Money.nullable(),
};

export const Order = named('Order', orderFields);
export type Order = z.infer<typeof Order>;

export const OrderRate = named('OrderRate', {
  currency: Currency,
  /** The value of one unit in US dollars. */
  rate: z.string(),
  /** The first day of the rate; '1970-01-01' for a rate of the configuration. */
  from: z.iso.date(),
  source: z.enum(RATE_SOURCES),
});
export type OrderRate = z.infer<typeof OrderRate>;

export const OrderItem = named('OrderItem', {
  id: Uuid,
  product_id: Uuid,
  product_name: z.string(),
  variant_name: z.string(),
  brand_name: z.string(),
  region: z.string(),
  quantity: z.int(),
  /** Price of one as the product has it, where its currency is another than the wallet's. */
  list_price: Money.nullable(),
  /** Price of one. */
  price: Money,
  discount_amount: Money,
  conversion_fee: Money,
  total_price: Money,
  /** Codes that are delivered; the rest of the quantity is awaited, or was released. */
  delivered_quantity: z.int(),
  /** Last four characters of each allocated code; empty until delivered. */
  codes_last_four: z.array(z.string()),
});
export type OrderItem = z.infer<typeof OrderItem>;

const RevealedBy = z.enum(['customer', 'api-key']);

export const CodeReveal = named('CodeReveal', {
  id: Uuid,
  order: z.object({ id: Uuid, number: z.string() }),
  revealed_at: Timestamp,
  by: RevealedBy,
  /** All codes that the order had at that time. */
  codes_count: z.int(),
  /** Null for reveals from before devices were recorded. */
  device: z.string().nullable(),
  address: z.string().nullable(),
});
export type CodeReveal = z.infer<typeof CodeReveal>;

/** The invoice of a paid order, or its credit note. */
export const OrderInvoice = named('OrderInvoice', {
  id: Uuid,
  kind: z.enum(['invoice', 'credit-note']),
  number: z.string(),
  issued_at: Timestamp,
  amount: Money,
});
export type OrderInvoice = z.infer<typeof OrderInvoice>;
export const CreditNoteParams = z.object({ id: Uuid, creditNoteId: Uuid });

const revealFilters = {
  /** The order's number. */
  order: SearchTerm.optional(),
  by: RevealedBy.optional(),
  start_date: DateOnly.optional(),
  end_date: DateOnly.optional(),
  time_zone: TimeZone.optional(),
};
export const CodeRevealListQuery = withDaysInOrder(PageQuery.extend(revealFilters));
export const CodeRevealExportQuery = withDaysInOrder(z.object(revealFilters));

/** The life of a code, without the code. */
export const CodeLife = named('CodeLife', {
  id: Uuid,
  product_name: z.string(),
  last_four: z.string(),
  allocated_at: Timestamp,
  reveals_count: z.int(),
  first_revealed_at: Timestamp.nullable(),
  last_revealed_at: Timestamp.nullable(),
});
export type CodeLife = z.infer<typeof CodeLife>;
export const OrderCodeParams = z.object({ id: Uuid, codeId: Uuid });

export const OrderDetail = Order.extend({
  items: z.array(OrderItem),
  /** The invoice, then its credit notes; empty until the order is paid. */
  invoices: z.array(OrderInvoice),
  /** Empty where nothing was converted, or the order is from before rates were stored. */
  rates: z.array(OrderRate),
  /** Newest first. */
  code_reveals: z.array(CodeReveal),
}).meta({ id: 'OrderDetail' });
export type OrderDetail = z.infer<typeof OrderDetail>;

export const CheckoutAnswer = z.object({ message: z.string(), order: OrderDetail });

export const OrderPage = pageOf(Order);

export const OrderSaved = z.object({ message: z.string(), data: OrderDetail });

export const GiftCodeGroup = z.object({ title: z.string(), product_id: Uuid, codes: z.array(z.string()) });
export type GiftCodeGroup = z.infer<typeof GiftCodeGroup>;
/** The screen reads this doubled envelope. */
export const GiftCodesAnswer = z.object({ data: z.object({ data: z.array(GiftCodeGroup) }) });

export const AdminOrder = named('AdminOrder', { ...orderFields, user: Owner });
export type AdminOrder = z.infer<typeof AdminOrder>;

export const AdminOrderDetail = OrderDetail.extend({
  user: Owner,
  /** Statuses that PATCH …/status would accept now. */
  allowed_statuses: z.array(OrderStatus),
  can_fulfill: z.boolean(),
}).meta({ id: 'AdminOrderDetail' });
export type AdminOrderDetail = z.infer<typeof AdminOrderDetail>;

export const AdminOrderListQuery = PageQuery.extend({
  sort_by: z
    .enum(['created_at', 'order_number', 'total', 'payment_status', 'fulfillment_status'])
    .default('created_at'),
  sort_order: SortOrder.default('desc'),
  payment_status: OrderStatus.optional(),
  fulfillment_status: OrderStatus.optional(),
  user_id: Uuid.optional(),
});
export type AdminOrderListQuery = z.infer<typeof AdminOrderListQuery>;
export const AdminOrderSearchQuery = AdminOrderListQuery.extend({ term: SearchTerm.min(1) });
export const AdminOrderPage = pageOf(AdminOrder);
export type AdminOrderPage = z.infer<typeof AdminOrderPage>;
export const AdminOrderAnswer = dataOf(AdminOrderDetail);
export const AdminOrderSaved = z.object({ message: z.string(), data: AdminOrderDetail });

export const OrderStatusBody = z.object({
  status: OrderStatus,
  /** Of a cancellation: the amount that was shown to go back to the wallet; 0 where nothing was paid. */
  expect_refund: DecimalInput.optional(),
});
