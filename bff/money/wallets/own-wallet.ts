import type { AsOfQuery } from '#bff/contract/base/as-of.ts';
import { found, invalidField } from '#bff/kit/lib/api-error.ts';
import type { Queryable } from '#bff/kit/tables/sql.ts';
import { findWallet, listWallets, listWalletsAsOf, type WalletView } from '#projections/models/wallets.ts';

/** The wallet in a form, which must be the customer's own. @throws ApiError 422 for any other. */
export async function requireOwnWallet(
  database: Queryable,
  customerId: string,
  walletId: string,
  message: string,
): Promise<WalletView> {
  const wallet = await findWallet(database, walletId, customerId);
  if (!wallet) throw invalidField('wallet_id', message);
  return wallet;
}

/** A customer's wallets, now or at the end of a day. */
export const walletsAt = (
  database: Queryable,
  customerId: string,
  { at, by }: Pick<AsOfQuery, 'at' | 'by'>,
): ReturnType<typeof listWalletsAsOf> =>
  at === undefined ? listWallets(database, customerId) : listWalletsAsOf(database, customerId, { at, by });

/** The wallet in a path, which must be the customer's own. @throws ApiError 404 for any other. */
export async function findOwnWallet(database: Queryable, customerId: string, walletId: string): Promise<WalletView> {
  return found(await findWallet(database, walletId, customerId), 'Wallet not found');
}
