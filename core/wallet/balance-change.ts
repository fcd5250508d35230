import type { LedgerEvent } from '../events.ts';

/** What an event adds to the balance of its wallet, in minor units, for which paper and why; undefined where it moves nothing of it. */
export function balanceChangeOf({ type, data }: LedgerEvent) {
  switch (type) {
    case 'WalletCredited':
      return { change: data.amount.amount, document: data.document, reason: data.reason };
    case 'WalletDebited':
      return { change: -data.amount.amount, document: data.document, reason: data.reason };
    case 'WalletHoldCaptured':
      return { change: -data.amount.amount, document: data.document, reason: 'withdrawal' as const };
    default:
      return undefined;
  }
}
export type BalanceChange = NonNullable<ReturnType<typeof balanceChangeOf>>;
