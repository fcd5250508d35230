import { walletIdOf } from '../wallet/wallet-id.ts';
import { reactionTo } from './reaction.ts';

/** A customer registered → a wallet in every currency of the store, unusable until the account is approved. */
export const openWallets = reactionTo('CustomerRegistered', 'open-wallets', async ({ data }, { send, currencies }) => {
  const { customerId } = data;
  for (const currency of currencies) {
    await send(currency, { type: 'OpenWallet', walletId: walletIdOf(customerId, currency), customerId, currency });
  }
});
