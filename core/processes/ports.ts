import type { DatedRates } from '#core/kernel/money/dated-rates.ts';

/**
 * What a paid order requests from stock. `position` (of OrderPaid in the log) makes the queue first come, first served.
 */
export type StockRequest = {
  readonly orderId: string;
  readonly position: bigint;
  /** Whether it takes what is in stock before there is enough for all of it. */
  readonly inPart?: boolean;
  readonly lines: readonly { readonly lineId: string; readonly variantId: string; readonly quantity: number }[];
};

/** Codes reserved for an order: for all lines, for some (if it takes parts), or none. `codesDigest`: SHA-256 hex over the code ids, sorted, joined by "\n". */
export type StockAllocation =
  | {
      readonly status: 'allocated' | 'partly';
      readonly orderId: string;
      readonly lines: readonly { readonly lineId: string; readonly quantity: number; readonly codesDigest: string }[];
    }
  | { readonly status: 'waiting'; readonly orderId: string };

export type ServedOrder = Extract<StockAllocation, { readonly status: 'allocated' | 'partly' }>;

/**
 * The stock of gift codes. It is in Postgres, outside the ledger, but never sells a code twice. Every call is
 * idempotent.
 */
export type StockPort = {
  /** Reserves codes for the order, or queues it behind earlier orders that wait; repeats give the same answer. */
  allocate(request: StockRequest): Promise<StockAllocation>;
  /**
   * Confirms that the order's codes are booked as delivered. Until then {@link StockPort.allocateWaiting} returns the
   * order again, so that a crash in between loses nothing.
   */
  confirmFulfilled(orderId: string): Promise<void>;
  /** Like {@link StockPort.confirmFulfilled}, for the first codes of an order that waits for the rest. */
  confirmPartly(orderId: string, codes: number): Promise<void>;
  /** Removes the order from the queue, and returns reserved codes beyond these booked ones to stock. */
  releaseRest(orderId: string, booked: ReadonlyMap<string, number>): Promise<void>;
  /** Returns reserved codes to stock and removes the order from the queue. Must not be called for a fulfilled order. */
  release(orderId: string): Promise<void>;
  /**
   * After stock arrived: serves waiting orders oldest first, and returns at most `limit` of those that have their codes and
   * were not confirmed yet, without the orders in `except`.
   */
  allocateWaiting(limit: number, except?: readonly string[]): Promise<ServedOrder[]>;
};

/** The exchange rates: recorded in Postgres, outside the ledger. */
export type RatesPort = {
  on(day: string): Promise<DatedRates>;
};

/** For a store that converts nothing. */
export const NO_RATES: RatesPort = { on: async () => ({}) };
