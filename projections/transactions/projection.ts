import type { RecordedLedgerEvent } from '#core/events.ts';
import type { DocumentRef } from '#core/kernel/event.ts';
import { objectIdOf, type Projection } from '../kernel/projection.ts';
import type { Rows } from '../kernel/rows.ts';
import { newRowOf, rowOf, type Table } from '../kernel/table.ts';
import { type Counted, countedAs } from '../tally/tally.ts';
import { wallets } from '../wallets/projection.ts';
import type { TRANSACTION_KINDS, TransactionStatus, TransactionType } from './queries.ts';

type TransactionRow = {
  wallet_id: string;
  reference: string;
  id: string;
  customer_id: string;
  currency: string;
  type: string;
  kind: string;
  amount: bigint;
  conversion_fee: bigint;
  status: string;
  document_kind: string;
  document_id: string;
  document_number: string;
  balance_after: bigint | null;
  created_at: string;
  settled_at: string | null;
  position: bigint;
};
export const transactions: Table<TransactionRow> = {
  name: 'transactions',
  key: ['wallet_id', 'reference'],
  columns: {
    wallet_id: 'uuid',
    reference: 'text',
    id: 'uuid',
    customer_id: 'uuid',
    currency: 'text',
    type: 'text',
    kind: 'text',
    amount: 'bigint',
    conversion_fee: 'bigint',
    status: 'text',
    document_kind: 'text',
    document_id: 'uuid',
    document_number: 'text',
    balance_after: 'bigint',
    created_at: 'timestamptz',
    settled_at: 'timestamptz',
    position: 'bigint',
  },
  onChange: countedAs(counted),
};

/** A movement on a wallet, from its first event to its last. Runs after the wallets, whose balances it notes. */
export const transactionsProjection: Projection = {
  name: 'transactions',
  tableSql: new URL('table.sql', import.meta.url),
  tables: [transactions],
  reads(event) {
    // Nobody is asked to pay for an order before it is placed: this is the reference of its payment.
    if (event.type === 'OrderPlaced') {
      return [newRowOf(transactions, event.data.walletId, `order:${objectIdOf(event)}`)];
    }
    const reference = referenceOf(event);
    if (reference === undefined) return [];
    const walletId = objectIdOf(event);
    const wallet = rowOf(wallets, walletId);
    if (isNeverSeenAgain(event)) return [wallet];
    return [(isBeginning(event) ? newRowOf : rowOf)(transactions, walletId, reference), wallet];
  },
  apply(event, rows) {
    switch (event.type) {
      case 'WalletCredited':
        return begin(event, rows, {
          type: event.data.reason === 'deposit' ? 'deposit' : 'payment',
          kind: event.data.reason,
          amount: event.data.amount.amount,
          conversionFee: 0n,
          document: event.data.document,
          status: 'completed',
        });
      case 'WalletDebited':
        // A payment that had been queued keeps its place and its id.
        if (!isNeverSeenAgain(event) && rows.get(transactions, objectIdOf(event), event.data.reference)) {
          return settle(event, rows, 'completed');
        }
        return begin(event, rows, {
          type: 'payment',
          kind: event.data.reason === 'order' ? 'payment' : 'deposit-fee',
          amount: -event.data.amount.amount,
          conversionFee: event.data.conversionFee.amount,
          document: event.data.document,
          status: 'completed',
        });
      case 'WalletPaymentQueued':
        return begin(event, rows, {
          type: 'payment',
          kind: 'payment',
          amount: -event.data.amount.amount,
          conversionFee: event.data.conversionFee.amount,
          document: event.data.document,
          status: 'pending',
        });
      case 'WalletPaymentCancelled':
        // It may have been cancelled before it ever arrived: then there is nothing to show.
        if (rows.get(transactions, objectIdOf(event), event.data.reference)) settle(event, rows, 'failed');
        return;
      case 'WalletFundsHeld':
        return begin(event, rows, {
          type: 'withdrawal',
          kind: 'withdrawal',
          amount: -event.data.amount.amount,
          conversionFee: 0n,
          document: event.data.document,
          status: 'pending',
        });
      case 'WalletHoldCaptured':
        return settle(event, rows, 'completed');
      case 'WalletHoldReleased':
        return settle(event, rows, 'failed');
    }
  },
};

/** What names the movement within its wallet; undefined for events that move nothing. */
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

/** Movements that are made and settled by one event. */
const isNeverSeenAgain = (event: RecordedLedgerEvent): boolean =>
  event.type === 'WalletCredited' || (event.type === 'WalletDebited' && event.data.reason === 'deposit-fee');

/** Events that other movements begin with: there is no row to look for. */
const isBeginning = (event: RecordedLedgerEvent): boolean =>
  event.type === 'WalletPaymentQueued' || event.type === 'WalletFundsHeld';

type Beginning = {
  readonly type: TransactionType;
  readonly kind: (typeof TRANSACTION_KINDS)[number];
  readonly amount: bigint;
  readonly conversionFee: bigint;
  readonly document: DocumentRef;
  readonly status: TransactionStatus;
};

function begin(event: RecordedLedgerEvent, rows: Rows, beginning: Beginning): void {
  const wallet = rows.require(wallets, objectIdOf(event));
  const isSettled = beginning.status === 'completed';
  const row: TransactionRow = {
    wallet_id: wallet.wallet_id,
    reference: referenceOf(event) ?? event.id,
    id: event.id,
    customer_id: wallet.customer_id,
    currency: wallet.currency,
    type: beginning.type,
    kind: beginning.kind,
    amount: beginning.amount,
    conversion_fee: beginning.conversionFee,
    status: beginning.status,
    document_kind: beginning.document.kind,
    document_id: beginning.document.id,
    document_number: beginning.document.number,
    balance_after: isSettled ? wallet.balance : null,
    created_at: event.metadata.time,
    settled_at: isSettled ? event.metadata.time : null,
    position: event.position,
  };
  if (isNeverSeenAgain(event)) rows.append(transactions, row);
  else rows.insert(transactions, row);
}

function settle(event: RecordedLedgerEvent, rows: Rows, status: 'completed' | 'failed'): void {
  const walletId = objectIdOf(event);
  const before = rows.require(transactions, walletId, referenceOf(event) ?? event.id);
  const after: TransactionRow = {
    ...before,
    status,
    balance_after: status === 'completed' ? rows.require(wallets, walletId).balance : null,
    settled_at: event.metadata.time,
  };
  rows.update(transactions, before, after);
}

function counted(row: TransactionRow): Counted {
  return {
    subject: 'transaction',
    scopes: [`customer:${row.customer_id}`, `wallet:${row.wallet_id}`],
    day: row.created_at.slice(0, 10),
    currency: row.currency,
    type: row.type,
    status: row.status,
    amount: row.amount,
  };
}
