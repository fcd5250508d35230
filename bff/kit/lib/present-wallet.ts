import { minorJson } from '#bff/contract/base/money-json.ts';
import type { Wallet } from '#bff/contract/base/wallet.ts';
import type { WalletView } from '#projections/models/wallets.ts';

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
