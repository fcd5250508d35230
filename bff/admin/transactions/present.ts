import type { TransactionListItem, TransactionView } from '#projections/transactions/queries.ts';
import type { AdminTransaction, TransactionType } from '../../contract/transaction.ts';
import { ERASED_NAME, presentMoney } from '../present.ts';

const TYPE_OF_KIND: Readonly<Record<TransactionView['kind'], TransactionType>> = {
  deposit: 'deposit',
  'deposit-fee': 'deposit_fee',
  payment: 'payment',
  refund: 'refund',
  withdrawal: 'withdrawal',
};

export function presentAdminTransaction(row: TransactionListItem): AdminTransaction {
  return {
    id: row.id,
    type: TYPE_OF_KIND[row.kind],
    amount: presentMoney(row.amount, row.currency),
    description: row.description,
    status: row.status,
    created_at: row.createdAt.toISOString(),
    wallet_id: row.walletId,
    currency: row.currency,
    document: { kind: row.documentKind, id: row.documentId, number: row.documentNumber },
    balance_after: row.balanceAfter === null ? null : presentMoney(row.balanceAfter, row.currency),
    user: { id: row.customerId, name: row.customerName ?? ERASED_NAME },
  };
}
