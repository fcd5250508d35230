import type { DatedRates } from '../rates/rates.ts';

/** What a paid order wants from stock. `position` (of OrderPaid in the log) makes the queue first come, first served. */
export type StockRequest = {
  readonly orderId: string;
  readonly position: bigint;
  readonly lines: readonly { readonly lineId: string; readonly variantId: string; readonly quantity: number }[];
};

/** Codes reserved for an order, all lines or none. `codesDigest`: SHA-256 hex over the code ids, sorted, joined by "\n". */
export type StockAllocation =
  | {
      readonly status: 'allocated';
      readonly orderId: string;
      readonly lines: readonly { readonly lineId: string; readonly quantity: number; readonly codesDigest: string }[];
    }
  | { readonly status: 'waiting'; readonly orderId: string };

/** The stock of gift codes: outside the ledger, in Postgres, but it never sells one twice. Every call is idempotent. */
export type StockPort = {
  /** Reserves codes for the order, or queues it behind earlier orders that wait; repeats give the same answer. */
  allocate(request: StockRequest): Promise<StockAllocation>;
  /**
   * The order's codes are booked as delivered. Until then {@link StockPort.allocateWaiting} names the order again, so that a
   * crash between the two loses nothing.
   */
  confirmFulfilled(orderId: string): Promise<void>;
  /** Gives reserved codes back and leaves the queue. Must not be called for a fulfilled order. */
  release(orderId: string): Promise<void>;
  /**
   * After stock arrived: serves waiting orders oldest first, and returns at most `limit` of those that have their codes and
   * were not confirmed as fulfilled yet.
   */
  allocateWaiting(limit: number): Promise<Extract<StockAllocation, { status: 'allocated' }>[]>;
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
