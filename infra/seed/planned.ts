import type { SeedBrand, SeedCard, SeedCurrency } from './catalogue.ts';

export type PlannedProduct = { productId: string; variantId: string; brand: SeedBrand; card: SeedCard; sold: number };
export type PlannedCustomer = {
  customerId: string;
  index: number;
  /** Unique over all batches. */
  number: number;
  /** The customer that the start-up message names. */
  isDemo: boolean;
  registeredAt: Date;
  /** The stage of the account: a few stop at each stage, so that every queue has entries. */
  stage: 'registered' | 'verified' | 'waiting' | 'approved';
  approvedAt: Date;
};

export type PlannedLine = { readonly product: PlannedProduct; readonly quantity: number };

type At = { at: Date; customer: PlannedCustomer };
export type PlannedAction =
  | (At & { kind: 'register' | 'verify' | 'complete-company' | 'request-approval' | 'approve' })
  | (At & { kind: 'credit-limit'; currency: SeedCurrency; amountMinor: bigint })
  | (At & { kind: 'discount'; product: PlannedProduct; basisPoints: number })
  | (At & {
      kind: 'deposit';
      depositId: string;
      number: string;
      currency: SeedCurrency;
      amountMinor: bigint;
      outcome: 'approved' | 'approved-once' | 'reduced' | 'rejected' | 'pending-with-proof' | 'pending';
      decidedAt: Date;
    })
  | (At & {
      kind: 'order';
      orderId: string;
      number: string;
      currency: SeedCurrency;
      lines: PlannedLine[];
      /** Placed while the wallet cannot cover it: it expires, or still waits if it is recent. */
      isUnfunded: boolean;
      reveals: boolean;
    })
  | (At & {
      kind: 'withdrawal';
      withdrawalId: string;
      number: string;
      currency: SeedCurrency;
      amountMinor: bigint;
      outcome: 'completed' | 'approved-once' | 'rejected' | 'pending';
      decidedAt: Date;
    });
