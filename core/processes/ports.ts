import type { DatedRates } from '../kernel/dated-rates.ts';

/** What a paid order wants from stock. `position` (of OrderPaid in the log) makes the queue first come, first served. */
export type StockRequest = {
  readonly orderId: string;
  readonly position: bigint;
  /** Whether it takes what is there before there is enough for all of it. */
  readonly inPart?: boolean;
  readonly lines: readonly { readonly lineId: string; readonly variantId: string; readonly quantity: number }[];
};

/** Codes reserved for an order: of all lines, of some (where it takes parts), or none. `codesDigest`: SHA-256 hex over the code ids, sorted, joined by "\n". */
export type StockAllocation =
  | {
      readonly status: 'allocated' | 'partly';
      readonly orderId: string;
      readonly lines: readonly { readonly lineId: string; readonly quantity: number; readonly codesDigest: string }[];
    }
  | { readonly status: 'waiting'; readonly orderId: string };

/** Of an order that has codes. */
export type ServedOrder = Extract<StockAllocation, { readonly status: 'allocated' | 'partly' }>;

/** The stock of gift codes: outside the ledger, in Postgres, but it never sells one twice. Every call is idempotent. */
export type StockPort = {
  /** Reserves codes for the order, or queues it behind earlier orders that wait; repeats give the same answer. */
  allocate(request: StockRequest): Promise<StockAllocation>;
  /**
   * The order's codes are booked as delivered. Until then {@link StockPort.allocateWaiting} names the order again, so that a
   * crash between the two loses nothing.
   */
  confirmFulfilled(orderId: string): Promise<void>;
  /** As {@link StockPort.confirmFulfilled}, of so many codes of an order that waits for the rest. */
  confirmPartly(orderId: string, codes: number): Promise<void>;
  /** Leaves the queue, and gives back what was reserved beyond these codes of its lines, which were booked. */
  releaseRest(orderId: string, booked: ReadonlyMap<string, number>): Promise<void>;
  /** Gives reserved codes back and leaves the queue. Must not be called for a fulfilled order. */
  release(orderId: string): Promise<void>;
  /**
   * After stock arrived: serves waiting orders oldest first, and returns at most `limit` of those that have their codes and
   * were not confirmed yet.
   */
  allocateWaiting(limit: number): Promise<ServedOrder[]>;
};

/** The exchange rates: recorded outside the ledger, in Postgres. */
export type RatesPort = {
  /** What held on that day. */
  on(day: string): Promise<DatedRates>;
};

/** Of a store that converts nothing. */
export const NO_RATES: RatesPort = { on: async () => ({}) };

/** Where a process notes how far it has followed the log. */
export type CheckpointPort = {
  /** null when nothing was noted yet. */
  load(): Promise<bigint | null>;
  save(position: bigint): Promise<void>;
};
