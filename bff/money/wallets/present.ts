import { minorJson } from '#bff/contract/base/money-json.ts';
import type { Wallet } from '#bff/contract/base/wallet.ts';
import type { Transaction } from '#bff/contract/money/transaction.ts';
import type { TransactionView } from '#projections/transactions.ts';
import type { WalletView } from '#projections/wallets.ts';

type Funds = Pick<WalletView, 'walletId' | 'currency' | 'balance' | 'available' | 'held' | 'creditLimit'>;

export function presentWallet(wallet: Funds): Wallet {
  const money = (amount: bigint) => minorJson(amount, wallet.currency);
  return {
    id: wallet.walletId,
    name: `${wallet.currency} Wallet`,
    currency: wallet.currency,
    balance: money(wallet.balance),
    available: money(wallet.available),
    held: money(wallet.held),
    credit_limit: money(wallet.creditLimit),
  };
}

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
