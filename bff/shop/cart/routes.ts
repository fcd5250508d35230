import { type CartSaved, cartRoutes } from '#bff/contract/shop/cart.ts';
import { feature } from '#bff/kit/http/register-routes.ts';
import { conflict, invalidField, notFound } from '#bff/kit/lib/api-error.ts';
import { requireOwnWallet } from '#bff/money/wallets/own-wallet.ts';
import { MAX_LINES, MAX_QUANTITY } from '#core/aggregates/order/limits.ts';
import { showCart } from './cart-service.ts';
import {
  type AddOutcome,
  addCartItem,
  type CartOwner,
  clearCart,
  makeCart,
  removeCartItem,
  setCartItemQuantity,
  settleNotices,
} from './cart-store.ts';
import { cartJson } from './cart-view.ts';

export const registerCart = feature(cartRoutes, (deps) => {
  const { database } = deps;

  const changed = async (owner: CartOwner, message: string): Promise<CartSaved> => ({
    message,
    ...cartJson(await showCart(deps, owner), deps.rules()),
  });

  /** Makes the cart with its first item, if the wallet is the customer's. */
  async function add(owner: CartOwner, item: Parameters<typeof addCartItem>[2]): Promise<AddOutcome> {
    const limits = { lines: MAX_LINES, quantity: MAX_QUANTITY };
    const outcome = await addCartItem(database, owner, item, limits);
    if (outcome !== 'no-cart') return outcome;
    await requireOwnWallet(database, owner.customerId, owner.walletId, 'No wallet selected');
    await makeCart(database, owner);
    return addCartItem(database, owner, item, limits);
  }

  async function settled(owner: CartOwner, message: string): Promise<CartSaved> {
    await settleNotices(database, owner.walletId);
    return changed(owner, message);
  }

  async function own(customerId: string, walletId: string): Promise<CartOwner> {
    await requireOwnWallet(database, customerId, walletId, 'No wallet selected');
    return { customerId, walletId };
  }

  return {
    async getCart({ actor, query }) {
      const owner = { customerId: actor.customerId, walletId: query.wallet_id };
      return cartJson(await showCart(deps, owner), deps.rules());
    },
    async addToCart({ actor, body, newId }) {
      const owner = { customerId: actor.customerId, walletId: body.wallet_id };
      const outcome = await add(owner, {
        id: newId('cart-item'),
        variantId: body.variant_id,
        quantity: body.quantity,
      });
      if (outcome === 'not-sold') throw notFound('This product is no longer sold. Your cart was not changed.');
      if (outcome === 'out-of-stock') {
        throw conflict('out_of_stock', 'This product is out of stock for good. Your cart was not changed.');
      }
      if (outcome === 'too-many-pieces') {
        throw invalidField('quantity', `A cart holds at most ${MAX_QUANTITY} of one product.`);
      }
      if (outcome === 'too-many-lines') {
        throw invalidField('variant_id', `A cart holds at most ${MAX_LINES} different products.`);
      }
      return changed(owner, 'Added to your cart.');
    },
    async updateCartLine({ actor, params, body }) {
      const owner = await own(actor.customerId, body.wallet_id);
      const isDone =
        body.quantity < 1
          ? await removeCartItem(database, owner.walletId, params.id)
          : await setCartItemQuantity(database, owner.walletId, params.id, body.quantity);
      if (!isDone) throw notFound('This item is not in your cart any more.');
      return settled(owner, 'Your cart was updated.');
    },
    async removeCartLine({ actor, params, query }) {
      const owner = await own(actor.customerId, query.wallet_id);
      if (!(await removeCartItem(database, owner.walletId, params.id))) {
        throw notFound('This item is not in your cart any more.');
      }
      return settled(owner, 'Removed from your cart.');
    },
    async clearCart({ actor, query }) {
      const owner = await own(actor.customerId, query.wallet_id);
      await clearCart(database, owner.walletId);
      return settled(owner, 'Your cart is empty.');
    },
  };
});
