import { useIsMutating, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { api } from './api.ts';
import { apiQuery } from './api-query.ts';
import type { Answer } from './api-types.ts';
import { queryKey } from './query-key.ts';
import { sessionAtoms } from './session-atoms.ts';
import { toastError } from './toast-error.ts';
import { useWrite } from './use-write.ts';
import { useSelectedWallet } from './wallets.ts';

/** The cache key of a wallet's cart. */
export const cartKey = (walletId: string) => queryKey('GET /cart', { query: { wallet_id: walletId } });

/** The cart of the selected wallet; `data` is undefined until loaded. */
export function useCart() {
  const session = useAtomValue(sessionAtoms.customer);
  const { wallet } = useSelectedWallet();
  const walletId = wallet?.id ?? '';
  return useQuery({
    ...apiQuery('GET /cart', { query: { wallet_id: walletId } }),
    enabled: session.status === 'signed-in' && walletId !== '',
  });
}

/** Marks every write to the cart. They run one after the other, so that quick presses arrive in order. */
const cartWrite = { mutationKey: ['cart'], scope: { id: 'cart' } };

/** True while any change of the cart is on its way. */
export const useIsCartBusy = (): boolean => useIsMutating({ mutationKey: cartWrite.mutationKey }) > 0;

/** The changes to the cart. Every answer is the whole cart, which replaces the displayed one. */
export function useCartActions() {
  const client = useQueryClient();
  const { wallet } = useSelectedWallet();
  const walletId = wallet?.id ?? '';
  const keep = ({ data, meta }: Answer<'POST /cart'>) => {
    client.setQueryData(cartKey(meta.wallet_id), { data, meta });
  };

  const query = { wallet_id: walletId };
  /** Adds a product; the shared handler shows its failure. */
  const add = useWrite('POST /cart', { ...cartWrite, onSuccess: keep, onError: (error) => toastError(error) });
  /** Sets a line's quantity; below 1 it removes the line. */
  const update = useMutation({
    ...cartWrite,
    mutationFn: ({ id, quantity }: { id: string; quantity: number }) =>
      quantity < 1
        ? api('DELETE /cart/:id', { params: { id }, query })
        : api('PUT /cart/:id', { params: { id }, body: { quantity, wallet_id: walletId } }),
    onSuccess: keep,
    onError: (error) => toastError(error, 'Failed to update item quantity'),
  });
  /** Removes a line: at once, and restores it with a reason where the server refuses. */
  const remove = useMutation({
    ...cartWrite,
    mutationFn: (id: string) => api('DELETE /cart/:id', { params: { id }, query }),
    onMutate: async (id) => {
      const key = cartKey(walletId);
      await client.cancelQueries({ queryKey: key });
      const before = client.getQueryData(key);
      if (before) client.setQueryData(key, { ...before, data: before.data.filter((item) => item.id !== id) });
      return { key, before };
    },
    onSuccess: keep,
    onError: (error, _id, context) => {
      if (context?.before) client.setQueryData(context.key, context.before);
      toastError(error, 'Failed to remove item from cart');
    },
  });
  const clear = useMutation({
    ...cartWrite,
    mutationFn: () => api('DELETE /cart', { query }),
    onSuccess: keep,
    onError: (error) => toastError(error, 'Failed to clear cart'),
  });
  return { add, update, remove, clear, walletId };
}
