import { z } from 'zod';
import type { RecordedLedgerEvent } from '#core/aggregates/events.ts';
import { TRANSACTION_STATUSES, TRANSACTION_TYPES, type TransactionType } from '#core/aggregates/states.ts';
import { DocumentRef } from '#core/kernel/log/event.ts';
import { bigint, bytewise, currency, oneOf, optional, text, time, uuid } from '#projections/kernel/columns.ts';
import { objectIdOf, type Projection } from '#projections/kernel/projection.ts';
import { type Database, every, type Fragment, sql, withinDays } from '#projections/kernel/sql.ts';
import { defineTable, type Rows, rowOf } from '#projections/kernel/table.ts';
import { computed, conditionsOf, defineView, extendView, findRows, type ItemOf } from '#projections/kernel/view.ts';
import { ACCOUNT, withAccount } from '#projections/lists/accounts.ts';
import { defineList, ownListOf } from '#projections/lists/list.ts';
import { tallied } from '#projections/lists/tally.ts';
import { wallets } from './wallets.ts';

/** One row for each movement on a wallet, from its first event to its last. */
const transactions = tallied(
  defineTable(
    'transactions',
    ['wallet_id', 'reference'],
    {
      wallet_id: uuid(),
      /** The id of the movement's first event. */
      id: uuid(),
      customer_id: uuid(),
      document_id: uuid(),
      /** The position of the movement's first event. */
      position: bigint(),
      created_at: time(),
      /** When it was completed or failed. */
      settled_at: optional(time()),
      /** Minor units; negative for money that leaves the wallet. */
      amount: bigint(),
      conversion_fee: bigint(),
      /** Balance of the wallet; null unless completed. */
      balance_after: optional(bigint()),
      /** 'deposit:<id>', 'deposit-fee:<id>', 'order:<id>', 'refund:<id>', 'hold:<id>' */
      reference: bytewise(text()),
      currency: currency(),
      type: bytewise(oneOf(Object.keys(TRANSACTION_TYPES) as TransactionType[])),
      status: bytewise(oneOf(TRANSACTION_STATUSES)),
      document_kind: oneOf(DocumentRef.shape.kind.options),
      document_number: text(),
    },
    {
      indexes: {
        by_id: { on: ['id'], isUnique: true },
        by_time: ['created_at', 'position'],
        by_amount: ['amount', 'position'],
        by_customer: ['customer_id', 'created_at', 'position'],
        by_customer_type: ['customer_id', 'type', 'created_at', 'position'],
        by_wallet: ['wallet_id', 'created_at', 'position'],
        by_type: ['type', 'created_at', 'position'],
        by_type_amount: ['type', 'amount', 'position'],
        unsettled: { on: ['status', 'created_at', 'position'], where: "status <> 'completed'" },
        pending: { on: ['wallet_id'], where: "status = 'pending'" },
        by_document: ['document_id'],
      },
    },
  ),
  {
    subject: 'transaction',
    began: 'created_at',
    type: 'type',
    status: 'status',
    currency: 'currency',
    amount: 'amount',
    scopes: ['customer_id', 'wallet_id'],
  },
);

/** A movement on a wallet, from its first event to its last. Runs after the wallets, whose balances it records. */
export const transactionsProjection: Projection = {
  tables: [transactions],
  reads(event) {
    const reference = referenceOf(event);
    if (reference === undefined) return [];
    const walletId = objectIdOf(event);
    return [rowOf(transactions, walletId, reference), rowOf(wallets, walletId)];
  },
  apply(event, rows) {
    switch (event.type) {
      case 'WalletCredited':
        return begin(event, rows, TYPE_OF[event.data.reason], 'completed');
      case 'WalletDebited':
        // A payment that had been queued keeps its place and its id.
        if (rows.get(transactions, objectIdOf(event), event.data.reference)) {
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

type Beginning = Extract<
  RecordedLedgerEvent,
  { type: 'WalletCredited' | 'WalletDebited' | 'WalletPaymentQueued' | 'WalletFundsHeld' }
>;

function begin(event: Beginning, rows: Rows, type: TransactionType, status: 'completed' | 'pending'): void {
  const wallet = rows.require(wallets, objectIdOf(event));
  const { amount, document } = event.data;
  const isSettled = status === 'completed';
  rows.insert(transactions, {
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
  });
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

const view = defineView(transactions, {
  without: ['reference', 'position'],
  add: {
    /** 'Order GL-000123', 'Deposit DEP-000045' … */
    description: computed(
      z.string(),
      `case transactions.type when 'deposit' then 'Deposit ' when 'deposit_fee' then 'Deposit fee ' when 'payment'
        then 'Order ' when 'refund' then 'Refund of order ' when 'payout_returned' then 'Returned payout '
        when 'deposit_taken_back' then 'Deposit taken back ' else 'Withdrawal ' end || transactions.document_number`,
    ),
  },
});
export type TransactionView = ItemOf<typeof view>;
const named = withAccount(view, { customerName: ACCOUNT.name });
export type TransactionListItem = ItemOf<typeof named>;

/** Movements, newest first unless asked otherwise. */
export const listTransactions = defineList({
  table: transactions,
  view: named,
  sorts: ['created_at', 'amount'],
  filters: ['customer_id', 'wallet_id', 'type', 'status'],
});
export const listOwnTransactions = ownListOf(listTransactions);

/** Rows. */
const MAX_EXPORT_CHUNK = 5_000;
const exported = extendView(view, { position: computed(z.bigint(), 'transactions.position') });

type Exported = {
  readonly customerId: string;
  readonly walletId: string;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
};
const exportedOf = (request: Exported): Fragment[] => [
  ...conditionsOf(transactions, { wallet_id: request.walletId, customer_id: request.customerId }),
  ...withinDays(sql.fragment`created_at`, request),
];

/** How many movements an export has, counted up to `most`. */
export async function countExported(database: Database, request: Exported, most: number): Promise<number> {
  const { count } = await database.one(sql.type(z.object({ count: z.int() }))`
    select count(*)::int as count from (select 1 from read.transactions where ${every(exportedOf(request))} limit ${most}) counted`);
  return count;
}

/**
 * The next chunk of a wallet's movements in the order of time, for exports: pass the last row's `position` as `after`
 * until a chunk is empty. Every chunk costs the same, however long the history.
 */
export async function exportTransactions(
  database: Database,
  request: Exported & { readonly after?: { readonly createdAt: Date; readonly position: bigint } | undefined },
): Promise<readonly ItemOf<typeof exported>[]> {
  const { after } = request;
  const conditions = exportedOf(request);
  if (after) {
    const { createdAt, position } = after;
    conditions.push(
      sql.fragment`(created_at, position) > (${createdAt.toISOString()}::timestamptz, ${position}::int8)`,
    );
  }
  return findRows(
    database,
    exported,
    sql.fragment`where ${every(conditions)} order by created_at, transactions.position limit ${MAX_EXPORT_CHUNK}`,
  );
}

/** Where in the log the movements of a paper begin. */
export async function placesOfMovements(database: Database, documentId: string): Promise<readonly bigint[]> {
  const rows = await database.any(
    sql.type(
      z.object({ position: z.bigint() }),
    )`select position from read.transactions where document_id = ${documentId}`,
  );
  return rows.map(({ position }) => position);
}

const Movement = z.object({ walletId: z.uuid(), id: z.uuid(), reference: z.string() });

/** What is needed to find the events of a customer's own movement. */
export const findOwnMovement = (
  database: Database,
  customerId: string,
  id: string,
): Promise<z.infer<typeof Movement> | null> =>
  database.maybeOne(
    sql.type(Movement)`select wallet_id as "walletId", id, reference from read.transactions
      where id = ${id}::uuid and customer_id = ${customerId}::uuid`,
  );
