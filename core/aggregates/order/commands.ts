import type { Commands } from '#core/kernel/commands/decider.ts';
import type { SealedText } from '#core/kernel/log/event.ts';
import type { AppliedRate, DatedRates } from '#core/kernel/money/dated-rates.ts';
import type { Currency, Money } from '#core/kernel/money/money.ts';
import type { OrderLine } from './events.ts';

type Inputs = {
  /** The decider computes the totals from the lines. Times are ISO 8601 in UTC. */
  PlaceOrder: {
    number: string;
    customerId: string;
    walletId: string;
    currency: Currency;
    lines: OrderLine[];
    /** The rates of the prices; left out when they are not known. */
    rates?: readonly AppliedRate[];
    placedAt: string;
    expiresAt: string;
    mayDeliverInPart?: boolean;
  };
  /** `rates`: those of the day on which the wallet paid. */
  MarkOrderPaid: { paymentReference: string; amount: Money; rates?: DatedRates };
  /** `lines`: all codes of the order so far; fewer than ordered only if the customer agreed to it. */
  FulfilOrder: { lines: { lineId: string; quantity: number; codesDigest: string }[] };
  /** A paid order waits for stock: what was paid is held until it is delivered. Does nothing in any other state. */
  DeferOrder: object;
  /** Allowed until fulfilled; a paid order is refunded by the process that follows. */
  CancelOrder: { reason: 'customer' | 'administrator'; note: SealedText | null };
  /** Gives back what is not delivered yet. `amount` is its worth: the command is refused if more was delivered meanwhile. */
  ReleaseRest: { amount: Money };
  /** Does nothing unless the order is unpaid and `now` (ISO 8601) has reached its expiry. */
  ExpireOrder: { now: string };
  MarkOrderRefunded: { refundReference: string; amount: Money };
  /**
   * Records that `codes` gift codes of the order were shown to the actor, which ones, and from where they were
   * requested.
   */
  RevealCodes: { codes: number; codesRoot?: string; from?: SealedText };
};
export type OrderCommands = Commands<{ orderId: string }, Inputs>;
export type OrderCommand = OrderCommands[keyof OrderCommands];
