import { queryKey } from './query-key.ts';

/** The cache key of a wallet's cart. */
export const cartKey = (walletId: string) => queryKey('GET /cart', { query: { wallet_id: walletId } });
