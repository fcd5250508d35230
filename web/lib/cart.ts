import { useIsMutating, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import type { Cart, CartSaved } from '#bff/contract/cart.ts';
import { apiFetch } from './api.ts';
import { keys } from './query-keys.ts';
import { sessionAtoms } from './session-atoms.ts';
import { toastError } from './toast-error.ts';
import { useWrite } from './use-write.ts';
import { useSelectedWallet } from './wallets.ts';

/** The cart of the selected wallet; `data` is undefined until loaded. */
export function useCart() {
  const session = useAtomValue(sessionAtoms.customer);
  const { wallet } = useSelectedWallet();
  const walletId = wallet?.id ?? '';
  return useQuery({
    queryKey: keys.cart.of(walletId),
    queryFn: ({ signal }) => apiFetch<Cart>('/cart/', { query: { wallet_id: walletId }, signal }),
    enabled: session.status === 'signed-in' && walletId !== '',
  });
}

/** Marks every write to the cart; they run one after the other, so that quick presses arrive in order. */
const cartWrite = { mutationKey: keys.cart.all, scope: { id: 'cart' } };

/** True while any change of the cart is on its way. */
export const useIsCartBusy = (): boolean => useIsMutating({ mutationKey: keys.cart.all }) > 0;

/** What may be done to the cart. Every answer is the whole cart, which takes the place of the one shown. */
export function useCartActions() {
  const client = useQueryClient();
  const { wallet } = useSelectedWallet();
  const walletId = wallet?.id ?? '';
  const keep = (answer: CartSaved) => {
    client.setQueryData<Cart>(keys.cart.of(answer.meta.wallet_id), { data: answer.data, meta: answer.meta });
  };

  /** Adds a product; its failure is told by the shared handler. */
  const add = useWrite(
    (line: { variant_id: string; quantity: number }, idempotencyKey) =>
      apiFetch<CartSaved>('/cart/', { method: 'POST', body: { ...line, wallet_id: walletId }, idempotencyKey }),
    { ...cartWrite, onSuccess: keep, onError: (error) => toastError(error) },
  );
  /** Sets a line's quantity; below 1 it removes the line. */
  const update = useMutation({
    ...cartWrite,
    mutationFn: ({ id, quantity }: { id: string; quantity: number }) =>
      quantity < 1
        ? apiFetch<CartSaved>(`/cart/${id}`, { method: 'DELETE', query: { wallet_id: walletId } })
        : apiFetch<CartSaved>(`/cart/${id}`, { method: 'PUT', body: { quantity, wallet_id: walletId } }),
    onSuccess: keep,
    onError: (error) => toastError(error, 'Failed to update item quantity'),
  });
  /** Takes a line out: gone at once, and back with a reason when the server refuses. */
  const remove = useMutation({
    ...cartWrite,
    mutationFn: (id: string) =>
      apiFetch<CartSaved>(`/cart/${id}`, { method: 'DELETE', query: { wallet_id: walletId } }),
    onMutate: async (id) => {
      const key = keys.cart.of(walletId);
      await client.cancelQueries({ queryKey: key });
      const before = client.getQueryData<Cart>(key);
      if (before) client.setQueryData<Cart>(key, { ...before, data: before.data.filter((item) => item.id !== id) });
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
    mutationFn: () => apiFetch<CartSaved>('/cart/', { method: 'DELETE', query: { wallet_id: walletId } }),
    onSuccess: keep,
    onError: (error) => toastError(error, 'Failed to clear cart'),
  });
  return { add, update, remove, clear, walletId };
}
