import { found, invalidField } from '#bff/lib/api-error.ts';
import type { Queryable } from '#bff/lib/sql.ts';
import { findWallet, type WalletView } from '#projections/wallets/queries.ts';

/** The customer's own wallet that a form names. @throws ApiError 422 for any other. */
export async function requireOwnWallet(
  database: Queryable,
  customerId: string,
  walletId: string,
  message = 'Please select one of your wallets',
): Promise<WalletView> {
  const wallet = await findWallet(database, walletId, customerId);
  if (!wallet) throw invalidField('wallet_id', message);
  return wallet;
}

/** The customer's own wallet of a path. @throws ApiError 404 for any other. */
export async function findOwnWallet(database: Queryable, customerId: string, walletId: string): Promise<WalletView> {
  return found(await findWallet(database, walletId, customerId), 'Wallet not found');
}
