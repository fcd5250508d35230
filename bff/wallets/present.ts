import { minorJson } from '#bff/contract/money-json.ts';
import type { Transaction, TransactionType } from '#bff/contract/transaction.ts';
import type { Wallet } from '#bff/contract/wallet.ts';
import type { TransactionView } from '#projections/transactions/queries.ts';
import type { WalletView } from '#projections/wallets/queries.ts';

export function presentWallet(wallet: WalletView): Wallet {
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

const TYPE_OF_KIND: Readonly<Record<TransactionView['kind'], TransactionType>> = {
  deposit: 'deposit',
  'deposit-fee': 'deposit_fee',
  payment: 'payment',
  refund: 'refund',
  withdrawal: 'withdrawal',
};

const KIND_OF_TYPE: Readonly<Record<TransactionType, TransactionView['kind']>> = {
  deposit: 'deposit',
  deposit_fee: 'deposit-fee',
  payment: 'payment',
  refund: 'refund',
  withdrawal: 'withdrawal',
};
export const kindOfType = (type: TransactionType): TransactionView['kind'] => KIND_OF_TYPE[type];

export function presentTransaction(row: TransactionView): Transaction {
  return {
    id: row.id,
    type: TYPE_OF_KIND[row.kind],
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
