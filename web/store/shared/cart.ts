import { type QueryClient, useIsMutating, useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { api } from '#web/lib/api/api.ts';
import { apiQuery } from '#web/lib/api/api-query.ts';
import { sessionAtoms } from '#web/lib/api/session-atoms.ts';
import { useWrite } from '#web/lib/api/use-write.ts';
import { cartKey } from '#web/lib/cache/cart-key.ts';
import { hold } from '#web/lib/cache/query-key.ts';
import type { Answer } from '#web/lib/call/api-types.ts';
import { toastError } from '#web/lib/toast/toast-error.ts';
import { useSelectedWallet, useWallets } from './wallets.ts';

/** The cart of the selected wallet; `data` is undefined until loaded. Without wallets there is none, so their failure is its own. */
export function useCart() {
  const session = useAtomValue(sessionAtoms.customer);
  const wallets = useWallets();
  const { wallet } = useSelectedWallet();
  const walletId = wallet?.id ?? '';
  const cart = useQuery({
    ...apiQuery('GET /cart', { query: { wallet_id: walletId } }),
    enabled: session.status === 'signed-in' && walletId !== '',
    // Another tab may have changed it.
    refetchOnWindowFocus: 'always',
  });
  const { error, isPending, refetch } = wallets.data ? cart : wallets;
  return { data: cart.data, error, isPending, refetch };
}

/** Marks every write to the cart. They run one after the other, so that quick presses arrive in order. */
const CART = {
  mutationKey: ['cart'],
  scope: { id: 'cart' },
  done: null,
  // Every answer is the whole cart, which replaces the displayed one.
  after: ({ data, meta }: Answer<'POST /cart'>, client: QueryClient) =>
    client.setQueryData(cartKey(meta.wallet_id), { data, meta }),
} as const;

export const useIsCartBusy = (): boolean => useIsMutating({ mutationKey: CART.mutationKey }) > 0;

export function useCartActions() {
  const { wallet } = useSelectedWallet();
  const walletId = wallet?.id ?? '';
  const query = { wallet_id: walletId };
  /** Adds a product; the shared handler shows its failure. */
  const add = useWrite('POST /cart', { ...CART, failed: (error) => toastError(error) });
  /** Below 1 the line is removed. */
  const update = useWrite(
    ({ id, quantity }: { id: string; quantity: number }) =>
      quantity < 1
        ? api('DELETE /cart/:id', { params: { id }, query })
        : api('PUT /cart/:id', { params: { id }, body: { quantity, wallet_id: walletId } }),
    { ...CART, failed: 'Failed to update item quantity' },
  );
  /** Removes a line: at once, and restores it with a reason where the server refuses. */
  const remove = useWrite((id: string) => api('DELETE /cart/:id', { params: { id }, query }), {
    ...CART,
    atOnce: async (id, client) => {
      const queryKey = cartKey(walletId);
      const putBack = await hold(client, { queryKey });
      client.setQueryData(queryKey, (cart) => cart && { ...cart, data: cart.data.filter((item) => item.id !== id) });
      return putBack;
    },
    failed: 'Failed to remove item from cart',
  });
  const clear = useWrite(() => api('DELETE /cart', { query }), { ...CART, failed: 'Failed to clear cart' });
  return { add, update, remove, clear, walletId };
}
