import type { RecordedLedgerEvent } from '#core/events.ts';
import type { TransactionType } from '#core/states.ts';
import { objectIdOf, type Projection } from '../kernel/projection.ts';
import { type Rows, rowOf } from '../kernel/table.ts';
import { wallets } from '../wallets/table.ts';
import { transactions } from './table.ts';

/** A movement on a wallet, from its first event to its last. Runs after the wallets, whose balances it records. */
export const transactionsProjection: Projection = {
  name: 'transactions',
  tables: [transactions],
  reads(event) {
    const reference = referenceOf(event);
    if (reference === undefined) return [];
    const walletId = objectIdOf(event);
    const wallet = rowOf(wallets, walletId);
    if (isNeverSeenAgain(event)) return [wallet];
    return [rowOf(transactions, walletId, reference), wallet];
  },
  apply(event, rows) {
    switch (event.type) {
      case 'WalletCredited':
        return begin(event, rows, TYPE_OF[event.data.reason], 'completed');
      case 'WalletDebited':
        // A payment that had been queued keeps its place and its id.
        if (!isNeverSeenAgain(event) && rows.get(transactions, objectIdOf(event), event.data.reference)) {
          return settle(event, rows, 'completed');
        }
        return begin(event, rows, TYPE_OF[event.data.reason], 'completed');
      case 'WalletPaymentQueued':
        return begin(event, rows, 'payment', 'pending');
      case 'WalletPaymentCancelled':
        // It may have been cancelled before it ever arrived: then there is no row.
        if (rows.get(transactions, objectIdOf(event), event.data.reference)) settle(event, rows, 'failed');
        return;
      case 'WalletFundsHeld':
        return begin(event, rows, 'withdrawal', 'pending');
      case 'WalletHoldCaptured':
        return settle(event, rows, 'completed');
      case 'WalletHoldReleased':
        return settle(event, rows, 'failed');
    }
  },
};

const TYPE_OF = {
  deposit: 'deposit',
  refund: 'refund',
  'payout-returned': 'payout_returned',
  order: 'payment',
  'deposit-fee': 'deposit_fee',
  'deposit-taken-back': 'deposit_taken_back',
} as const satisfies Readonly<Record<string, TransactionType>>;

/** The reference of the movement within its wallet; undefined for events that move nothing. */
function referenceOf(event: RecordedLedgerEvent): string | undefined {
  switch (event.type) {
    case 'WalletCredited':
    case 'WalletDebited':
    case 'WalletPaymentQueued':
    case 'WalletPaymentCancelled':
      return event.data.reference;
    case 'WalletFundsHeld':
    case 'WalletHoldCaptured':
    case 'WalletHoldReleased':
      return `hold:${event.data.holdId}`;
    default:
      return undefined;
  }
}

/** Movements that one event creates and settles. */
const isNeverSeenAgain = (event: RecordedLedgerEvent): boolean =>
  event.type === 'WalletCredited' || (event.type === 'WalletDebited' && event.data.reason !== 'order');

type Beginning = Extract<
  RecordedLedgerEvent,
  { type: 'WalletCredited' | 'WalletDebited' | 'WalletPaymentQueued' | 'WalletFundsHeld' }
>;

function begin(event: Beginning, rows: Rows, type: TransactionType, status: 'completed' | 'pending'): void {
  const wallet = rows.require(wallets, objectIdOf(event));
  const { amount, document } = event.data;
  const isSettled = status === 'completed';
  const row = {
    wallet_id: wallet.wallet_id,
    id: event.id,
    customer_id: wallet.customer_id,
    document_id: document.id,
    position: event.position,
    created_at: event.metadata.time,
    settled_at: isSettled ? event.metadata.time : null,
    amount: event.type === 'WalletCredited' ? amount.amount : -amount.amount,
    conversion_fee: 'conversionFee' in event.data ? event.data.conversionFee.amount : 0n,
    balance_after: isSettled ? wallet.balance : null,
    reference: referenceOf(event) ?? event.id,
    currency: wallet.currency,
    type,
    status,
    document_kind: document.kind,
    document_number: document.number,
  };
  if (isNeverSeenAgain(event)) rows.append(transactions, row);
  else rows.insert(transactions, row);
}

function settle(event: RecordedLedgerEvent, rows: Rows, status: 'completed' | 'failed'): void {
  const walletId = objectIdOf(event);
  const before = rows.require(transactions, walletId, referenceOf(event) ?? event.id);
  rows.put(transactions, {
    ...before,
    status,
    balance_after: status === 'completed' ? rows.require(wallets, walletId).balance : null,
    settled_at: event.metadata.time,
  });
}
