import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { minorJson } from '#bff/contract/base/money-json.ts';
import type { Cart } from '#bff/contract/shop/cart.ts';
import { useWrite } from '#web/lib/api/use-write.ts';
import { cartKey } from '#web/lib/cache/cart-key.ts';
import { invalidate, queryKey } from '#web/lib/cache/query-key.ts';
import { isApiError } from '#web/lib/call/api-error.ts';
import { toastError } from '#web/lib/toast/toast-error.ts';

const FAILED = 'Checkout failed. Please try again.';

/** Places one order of the cart, however often it is pressed: the key stays until an answer comes. Then it opens the order. */
export function useCheckout(walletId: string) {
  const client = useQueryClient();
  const [, navigate] = useLocation();
  return useWrite('POST /checkout', {
    scope: { id: 'cart' },
    after: ({ order }) => {
      client.setQueryData(queryKey('GET /orders/:id', { params: { id: order.id } }), { data: order });
      client.setQueryData(cartKey(walletId), (cart) => cart && emptied(cart));
      void invalidate(client, '/cart', '/wallets', 'GET /user', '/transactions', 'GET /orders');
      navigate(order.id ? `/orders/${order.id}` : '/orders');
    },
    failed: (error) => {
      const isRefused = isApiError(error) && error.status >= 400 && error.status < 500;
      toastError(
        error,
        isRefused ? FAILED : `${FAILED} If your order was placed, this opens it; nothing is charged twice.`,
      );
      // A refusal may mean that the cart has changed, so it is reloaded. After a call without an answer the cart stays as it is, so that
      // another press finds the order's outcome.
      if (isRefused) void invalidate(client, '/cart');
    },
  });
}

function emptied(cart: Cart): Cart {
  const zero = minorJson(0n, cart.meta.totals.total.currency);
  return {
    data: [],
    meta: {
      ...cart.meta,
      totals: { items_count: 0, subtotal: zero, discount: zero, conversion_fees: zero, total: zero },
      validation: { valid: true, has_changes: false, invalid_items: [], removed_items: [], updated_items: [] },
    },
  };
}
