import type { AppliedRate, DatedRates } from '#core/kernel/dated-rates.ts';
import type { SealedText } from '#core/kernel/event.ts';
import type { Currency, Money } from '#core/kernel/money.ts';
import type { OrderLine } from './events.ts';

type For<Type extends string, Data = unknown> = { readonly type: Type; readonly orderId: string } & Readonly<Data>;

export type OrderCommand =
  /** The totals are computed by the decider from the lines; times are ISO 8601 in UTC. */
  | For<
      'PlaceOrder',
      {
        number: string;
        customerId: string;
        walletId: string;
        currency: Currency;
        lines: OrderLine[];
        /** What the prices were converted by; left out where that is not known. */
        rates?: readonly AppliedRate[];
        placedAt: string;
        expiresAt: string;
        mayDeliverInPart?: boolean;
      }
    >
  /** `rates`: of the day on which the wallet paid. */
  | For<'MarkOrderPaid', { paymentReference: string; amount: Money; rates?: DatedRates }>
  /** `lines`: all codes that the order has by now; fewer than ordered only where the customer agreed to it. */
  | For<'FulfilOrder', { lines: { lineId: string; quantity: number; codesDigest: string }[] }>
  /** Allowed until fulfilled; a paid order is refunded by the process that follows. */
  | For<'CancelOrder', { reason: 'customer' | 'administrator'; note: SealedText | null }>
  /** Gives back what was not delivered yet. `amount` is what it is worth: where more was delivered meanwhile, it is refused. */
  | For<'ReleaseRest', { amount: Money }>
  /** Does nothing unless the order is unpaid and `now` (ISO 8601) has reached its expiry. */
  | For<'ExpireOrder', { now: string }>
  | For<'MarkOrderRefunded', { refundReference: string; amount: Money }>
  /** Records that `codes` gift codes of the order were shown to the actor, which ones, and where they were asked for. */
  | For<'RevealCodes', { codes: number; codesRoot?: string; from?: SealedText }>;

/** The command of that type. */
export type OrderCommandOf<Type extends OrderCommand['type']> = Extract<OrderCommand, { type: Type }>;
