import { useAtomValue } from 'jotai';
import { toast } from '#web/ui/toast.ts';
import { useCartActions } from './cart.ts';
import { sessionAtoms } from './session-atoms.ts';

export type CartAddition = { variantId: string; name: string; quantity: number };

/** Puts a product in the cart of the selected wallet and says so; `isAdding` while the server is asked. */
export function useAddToCart(): { addToCart: (addition: CartAddition) => void; isAdding: boolean } {
  const session = useAtomValue(sessionAtoms.customer);
  const { add, walletId } = useCartActions();
  const addToCart = ({ variantId, name, quantity }: CartAddition) => {
    if (add.isPending) return;
    if (session.status !== 'signed-in') {
      toast.error('Please log in', 'You need to be logged in to add items to your cart.');
      return;
    }
    if (!walletId) {
      toast.error('No wallet selected', 'Choose a wallet in the top bar, then add the product again.');
      return;
    }
    add.mutate(
      { body: { variant_id: variantId, quantity, wallet_id: walletId } },
      { onSuccess: () => toast.success('Added to cart', `${quantity.toLocaleString('en-US')} × ${name}`) },
    );
  };
  return { addToCart, isAdding: add.isPending };
}
