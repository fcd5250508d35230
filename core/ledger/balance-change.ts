import type { LedgerEvent } from '#core/aggregates/events.ts';

/** The change of a wallet's balance by an event, in minor units, with its paper and reason; undefined when there is none. */
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
