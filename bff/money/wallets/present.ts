import { minorJson } from '#bff/contract/base/money-json.ts';
import type { Transaction } from '#bff/contract/money/transaction.ts';
import type { TransactionView } from '#projections/models/transactions.ts';

export function presentTransaction(row: TransactionView): Transaction {
  return {
    id: row.id,
    type: row.type,
    amount: minorJson(row.amount, row.currency),
    description: row.description,
    status: row.status,
    created_at: row.createdAt.toISOString(),
    wallet_id: row.walletId,
    currency: row.currency,
    document: { kind: row.documentKind, id: row.documentId, number: row.documentNumber },
    balance_after: row.balanceAfter === null ? null : minorJson(row.balanceAfter, row.currency),
  };
}
