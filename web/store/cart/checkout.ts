import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import type { Cart } from '#bff/contract/cart.ts';
import { minorJson } from '#bff/contract/money-json.ts';
import type { CheckoutAnswer, CheckoutBody, OrderAnswer } from '#bff/contract/order.ts';
import { apiFetch } from '#web/lib/api.ts';
import { isApiError } from '#web/lib/api-error.ts';
import { keys } from '#web/lib/query-keys.ts';
import { toastError } from '#web/lib/toast-error.ts';
import { useWrite } from '#web/lib/use-write.ts';
import { toast } from '#web/ui/toast.ts';

const FAILED = 'Checkout failed. Please try again.';

/**
 * Places one order of the cart, however often it is pressed: the key is kept until an answer came. Then it leads to the order.
 */
export function useCheckout(walletId: string) {
  const client = useQueryClient();
  const [, navigate] = useLocation();
  return useWrite(
    (body: CheckoutBody, idempotencyKey) =>
      apiFetch<CheckoutAnswer>('/checkout', { method: 'POST', body, idempotencyKey }),
    {
      scope: { id: 'cart' },
      onSuccess: ({ message, order }) => {
        client.setQueryData<OrderAnswer>(keys.orders.one(order.id), { data: order });
        client.setQueryData<Cart>(keys.cart.of(walletId), (cart) => cart && emptied(cart));
        for (const key of [
          keys.cart.all,
          keys.wallets,
          keys.user,
          keys.transactions.all,
          [...keys.orders.all, 'list'],
        ]) {
          void client.invalidateQueries({ queryKey: key });
        }
        toast.success(message);
        navigate(order.id ? `/orders/${order.id}` : '/orders');
      },
      onError: (error) => {
        const isRefused = isApiError(error) && error.status >= 400 && error.status < 500;
        toastError(
          error,
          isRefused ? FAILED : `${FAILED} If your order was placed, this opens it; nothing is charged twice.`,
        );
        // A refusal may mean that the cart is not what it was: show what it is now. After a call without an answer the cart
        // stays as it is, so that pressing again finds out what became of the order.
        if (isRefused) void client.invalidateQueries({ queryKey: keys.cart.all });
      },
    },
  );
}

/** The cart after its order was placed. */
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
