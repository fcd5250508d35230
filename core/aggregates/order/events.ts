import { z } from 'zod';
import { DocumentRef, type EventOf, SealedText } from '#core/kernel/log/event.ts';
import { AppliedRate } from '#core/kernel/money/dated-rates.ts';
import { Currency, MoneySchema, PositiveMoneySchema } from '#core/kernel/money/money.ts';
import { Postings } from '#core/kernel/money/postings.ts';
import { MAX_LINES, MAX_QUANTITY, MIN_QUANTITY } from './limits.ts';

/** SHA-256 in hexadecimal. */
const Digest = z.string().regex(/^[0-9a-f]{64}$/);

export const OrderLine = z.object({
  lineId: z.uuid(),
  productId: z.string(),
  variantId: z.string(),
  productName: z.string().max(300),
  variantName: z.string().max(300),
  brandName: z.string().max(200),
  region: z.string().max(100),
  quantity: z.number().int().min(MIN_QUANTITY).max(MAX_QUANTITY),
  /** Price of one as the product has it, when its currency differs from the wallet's. */
  listPrice: PositiveMoneySchema.optional(),
  /** Price of one in the wallet's currency, before discount. */
  unitPrice: PositiveMoneySchema,
  /** For the whole line. */
  discount: MoneySchema,
  /** For the whole line; zero when the product is priced in the wallet's currency. */
  conversionFee: MoneySchema,
  /** quantity × unitPrice − discount + conversionFee. */
  total: MoneySchema,
});
export type OrderLine = z.output<typeof OrderLine>;

/** By line, everything delivered so far: the number of codes, and the SHA-256 over their ids, sorted, one a line. */
const DeliveredLines = z.array(z.object({ lineId: z.uuid(), quantity: z.number().int(), codesDigest: z.string() }));

/** A purchase of gift codes. Stream: `order-<uuid>`. All money is in the wallet's currency. */
export const orderEvents = {
  OrderPlaced: z.object({
    orderId: z.uuid(),
    number: z.string().min(1).max(40),
    customerId: z.uuid(),
    walletId: z.uuid(),
    currency: Currency,
    lines: z.array(OrderLine).min(1).max(MAX_LINES),
    subtotal: MoneySchema,
    discount: MoneySchema,
    conversionFees: MoneySchema,
    total: PositiveMoneySchema,
    /** The rates of its prices: empty when nothing was converted; absent in orders that were placed before rates were kept. */
    rates: z.array(AppliedRate).optional(),
    placedAt: z.iso.datetime(),
    expiresAt: z.iso.datetime(),
    /** The customer agreed to a delivery of what is in stock before the rest. */
    mayDeliverInPart: z.boolean().optional(),
  }),
  OrderPaid: z.object({ paymentReference: z.string(), amount: PositiveMoneySchema }),
  /**
   * The rates moved between an order and its payment. The worth of the goods on the day of the payment is the sale, and
   * the rest a gain or a loss on currencies. A refund books the opposite.
   */
  OrderRateDifferenceBooked: z.object({
    reason: z.enum(['payment', 'refund']),
    /** A gain above zero, a loss below; in the wallet's currency. */
    amount: MoneySchema,
    /** The rates of the day of the payment. */
    rates: z.array(AppliedRate),
    document: DocumentRef,
    postings: Postings,
  }),
  /**
   * A part of the codes was allocated, possibly the last. `held` is the worth of the rest, a liability until it is
   * delivered.
   */
  OrderPartlyFulfilled: z.object({ lines: DeliveredLines, held: MoneySchema, postings: Postings.optional() }),
  /**
   * There were no codes when it was paid: the payment is a liability until the order is delivered, or is refunded. Orders
   * of before waited without it, and their payment stayed income.
   */
  OrderDeferred: z.object({ held: MoneySchema, postings: Postings }),
  /** Codes were allocated to every line. `postings`: of an order that was deferred. */
  OrderFulfilled: z.object({ lines: DeliveredLines, postings: Postings.optional() }),
  /** The rest will never be delivered: `amount`, which may be zero, goes back to the wallet. */
  OrderRestReleased: z.object({
    lines: z.array(z.object({ lineId: z.uuid(), quantity: z.number().int().min(1) })),
    amount: MoneySchema,
  }),
  OrderCancelled: z.object({
    reason: z.enum(['expired', 'customer', 'administrator']),
    wasPaid: z.boolean(),
    note: SealedText.nullable(),
    /** The payment of a deferred order, which is refunded from what is held. */
    held: MoneySchema.optional(),
  }),
  OrderRefunded: z.object({ refundReference: z.string(), amount: PositiveMoneySchema }),
  /**
   * All codes that the order had at that time were shown to the actor. `codesRoot`: the root of a Merkle tree over
   * them, in which each is a salted digest (core/proofs/check/code.ts). `from`: the device and the address, as
   * JSON. Older events have neither.
   */
  OrderCodesRevealed: z.object({
    codes: z.number().int().min(1),
    codesRoot: Digest.optional(),
    from: SealedText.optional(),
  }),
} as const;
export type OrderEvent = EventOf<typeof orderEvents>;
