export const PAST_HTTP = 'commands past HTTP';

/** The requests that were answered with success: in the end the ledger must contain each of them, and no others. */
export type Journal = {
  /** Deposit id → its wallet. */
  readonly deposits: Map<string, { readonly walletId: string }>;
  readonly deletedDeposits: Set<string>;
  /** Deposit id → approved minor units. */
  readonly approvals: Map<string, bigint>;
  readonly rejections: Set<string>;
  /** Order id → its wallet. */
  readonly orders: Map<string, { readonly walletId: string }>;
  readonly cancelledOrders: Set<string>;
  /** Withdrawal id → its wallet and minor units. */
  readonly withdrawals: Map<string, { readonly walletId: string; readonly minor: bigint }>;
  readonly completedWithdrawals: Set<string>;
  readonly rejectedWithdrawals: Set<string>;
  /** Gift codes that were put on the shelf. */
  readonly codes: Set<string>;
  /** Order id → the codes that its customer saw. */
  readonly shownCodes: Map<string, readonly string[]>;
  /** Commands that bypass HTTP, by command id; `events` are the types of the appended events, if an answer has them. */
  readonly commands: Map<string, { readonly type: string; readonly events: readonly string[] }>;
  /** Number of successful answers by request, for the report. */
  readonly acknowledged: Map<string, number>;
  readonly total: number;
  readonly byHttp: number;
  acknowledge(what: string): void;
  /** The longest time in which nothing was acknowledged. */
  readonly longestSilenceMs: number;
};

export function createJournal(): Journal {
  let total = 0;
  let lastAtMs = performance.now();
  let longestSilenceMs = 0;
  const acknowledged = new Map<string, number>();
  return {
    deposits: new Map(),
    deletedDeposits: new Set(),
    approvals: new Map(),
    rejections: new Set(),
    orders: new Map(),
    cancelledOrders: new Set(),
    withdrawals: new Map(),
    completedWithdrawals: new Set(),
    rejectedWithdrawals: new Set(),
    codes: new Set(),
    shownCodes: new Map(),
    commands: new Map(),
    acknowledged,
    get total() {
      return total;
    },
    get byHttp() {
      return total - (acknowledged.get(PAST_HTTP) ?? 0);
    },
    get longestSilenceMs() {
      return longestSilenceMs;
    },
    acknowledge(what) {
      total += 1;
      acknowledged.set(what, (acknowledged.get(what) ?? 0) + 1);
      const now = performance.now();
      longestSilenceMs = Math.max(longestSilenceMs, now - lastAtMs);
      lastAtMs = now;
    },
  };
}
