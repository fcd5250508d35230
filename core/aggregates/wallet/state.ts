import type { FirstYes } from '#core/kernel/commands/second-eyes.ts';
import type { DocumentRef } from '#core/kernel/log/event.ts';
import type { Currency, Money } from '#core/kernel/money/money.ts';
import { type AppendOnlyIndex, lookUp } from './append-only-index.ts';

export type QueuedPayment = {
  readonly reference: string;
  readonly amount: Money;
  readonly conversionFee: Money;
  readonly document: DocumentRef;
};

export type Hold = { readonly holdId: string; readonly amount: Money; readonly document: DocumentRef };

/** The use of a reference: just enough to recognise a repetition and to reverse a payment. */
export type Applied =
  | {
      readonly kind: 'deposit' | 'deposit-fee' | 'refund' | 'payout-returned' | 'deposit-taken-back';
      readonly amount: bigint;
      readonly documentId: string;
    }
  | { readonly kind: 'payment'; readonly amount: Money; readonly conversionFee: Money; readonly document: DocumentRef }
  | ({ readonly kind: 'hold'; readonly outcome: 'captured' | 'released' } & Omit<Hold, 'holdId'>)
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'refunded' };

export type OpenWallet = {
  readonly walletId: string;
  readonly customerId: string;
  readonly currency: Currency;
  /** Minor units, the held part included; below zero when credit is spent. */
  readonly balance: bigint;
  readonly held: bigint;
  readonly creditLimit: bigint;
  readonly proposedLimit: FirstYes<{ readonly limit: Money }> | null;
  /** Payments that wait for funds, oldest first. */
  readonly queue: readonly QueuedPayment[];
  /** Holds not yet captured or released. */
  readonly holds: readonly Hold[];
  readonly applied: AppendOnlyIndex<Applied>;
};

/** null until the wallet is opened. */
export type WalletState = OpenWallet | null;

export const findApplied = (state: OpenWallet, key: string): Applied | undefined => lookUp(state.applied, key);

/** Further keys of the index; their colons distinguish them from references. */
export const holdKey = (holdId: string): string => `hold:${holdId}`;
export const refundKey = (documentId: string): string => `refunded:${documentId}`;

const BYTES_PER_WALLET = 500;
const BYTES_PER_REFERENCE = 300;
const BYTES_PER_OPEN_ITEM = 400;

/** A rough size in memory. */
export function walletStateBytes(state: WalletState): number {
  if (!state) return BYTES_PER_WALLET;
  const open = state.queue.length + state.holds.length;
  return BYTES_PER_WALLET + state.applied.size * BYTES_PER_REFERENCE + open * BYTES_PER_OPEN_ITEM;
}
