import { queryKey } from './query-key.ts';

export const cartKey = (walletId: string) => queryKey('GET /cart', { query: { wallet_id: walletId } });
