import { z } from 'zod';
import { anyOf, type Database, escapeLike, every, type Fragment, isUuid, sql, withinDays } from '../kernel/sql.ts';
import { computed, conditionsOf, defineView, extendView, findRows, type ItemOf } from '../kernel/view.ts';
import { ACCOUNT, customersNamed, withAccount } from '../lists/accounts.ts';
import { defineList, ownListOf } from '../lists/list.ts';
import { transactions } from './table.ts';

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

/**
 * Movements, newest first unless asked otherwise. `search`: part of a customer's name or e-mail, the beginning of a document's
 * number, or an id.
 */
export const listTransactions = defineList({
  table: transactions,
  view: named,
  sorts: ['created_at', 'amount'],
  filters: ['customer_id', 'wallet_id', 'type', 'status'],
  search: (term) => matching(term.trim()),
});
export const listOwnTransactions = ownListOf(listTransactions);

function matching(term: string): Fragment {
  const ways = [
    sql.fragment`transactions.document_number like ${`${escapeLike(term.toUpperCase())}%`}`,
    sql.fragment`transactions.customer_id = any(array(${customersNamed(term)}))`,
  ];
  if (isUuid(term)) {
    ways.push(sql.fragment`transactions.id = ${term}::uuid`, sql.fragment`transactions.document_id = ${term}::uuid`);
  }
  return anyOf(ways);
}

/** Rows of one chunk of an export. */
const MAX_EXPORT_CHUNK = 5_000;
const exported = extendView(view, { position: computed(z.bigint(), 'transactions.position') });

/**
 * The next chunk of a wallet's movements in the order of time, for exports: pass the last row's `position` as `after`
 * until a chunk is empty. Every chunk costs the same, however long the history.
 */
export async function exportTransactions(
  database: Database,
  request: {
    readonly customerId: string;
    readonly walletId: string;
    readonly from?: string | undefined;
    readonly to?: string | undefined;
    readonly after?: { readonly createdAt: Date; readonly position: bigint } | undefined;
  },
): Promise<readonly ItemOf<typeof exported>[]> {
  const { after } = request;
  const conditions = [
    ...conditionsOf(transactions, { wallet_id: request.walletId, customer_id: request.customerId }),
    ...withinDays(sql.fragment`created_at`, request),
  ];
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
