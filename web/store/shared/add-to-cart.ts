import { useAtomValue } from 'jotai';
import { useEffect } from 'react';
import { sessionAtoms } from '#web/lib/api/session-atoms.ts';
import { readStorage, STORAGE_KEYS, writeStorage } from '#web/lib/browser/storage.ts';
import { loginPageFrom } from '#web/lib/call/realm.ts';
import { toast } from '#web/lib/toast/toast.ts';
import { useCartActions } from './cart.ts';

type CartAddition = { variantId: string; name: string; quantity: number };

/** Adds a product to the cart of the selected wallet and shows a toast; `isAdding` while the request is under way. */
export function useAddToCart(): { addToCart: (addition: CartAddition) => void; isAdding: boolean } {
  const session = useAtomValue(sessionAtoms.customer);
  const { isAdding, put, walletId } = usePut();
  const addToCart = (addition: CartAddition) => {
    if (isAdding) return;
    if (session.status !== 'signed-in') askToSignIn(addition);
    else if (walletId) void put(addition);
    else toast.error('No wallet selected', 'Choose a wallet in the top bar, then add the product again.');
  };
  return { addToCart, isAdding };
}

/** Once a member's wallet is loaded, adds what they chose as a visitor. */
export function useEarlierChoices(isMember: boolean): void {
  const { put, walletId } = usePut();
  const isReady = isMember && walletId !== '';
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when there is a cart to put them in.
  useEffect(() => {
    if (!isReady) return;
    const choices = earlierChoices();
    writeStorage(STORAGE_KEYS.choices, null, 'sessionStorage');
    for (const choice of choices) void put(choice);
  }, [isReady]);
}

function usePut() {
  const { add, walletId } = useCartActions();
  const put = async ({ variantId, name, quantity }: CartAddition) => {
    try {
      await add.mutateAsync({ body: { variant_id: variantId, quantity, wallet_id: walletId } });
      toast.success('Added to cart', `${quantity.toLocaleString('en-US')} × ${name}`);
    } catch {
      // The mutation shows its own failure.
    }
  };
  return { isAdding: add.isPending, put, walletId };
}

/** Stores a visitor's choice for this tab, and offers the sign-in that leads back. */
function askToSignIn(addition: CartAddition): void {
  writeStorage(STORAGE_KEYS.choices, JSON.stringify([...earlierChoices(), addition]), 'sessionStorage');
  toast.error('Please log in', 'You need to be logged in to add items to your cart. Your choice is kept until then.', {
    action: {
      label: 'Sign in',
      onPress: () => history.pushState(null, '', loginPageFrom('customer', location)),
    },
  });
}

const earlierChoices = (): readonly CartAddition[] =>
  JSON.parse(readStorage(STORAGE_KEYS.choices, 'sessionStorage') ?? '[]');
