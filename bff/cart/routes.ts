import type { FastifyInstance } from 'fastify';
import type { CartSaved } from '#bff/contract/cart.ts';
import { cartRoutes } from '#bff/contract/shopping-routes.ts';
import type { BffDeps } from '#bff/deps.ts';
import { registerRoutes } from '#bff/http/register-routes.ts';
import { ApiError, found, invalidField, notFound } from '#bff/lib/api-error.ts';
import { requireOwnWallet } from '#bff/wallets/own-wallet.ts';
import { MAX_LINES, MAX_QUANTITY } from '#core/order/limits.ts';
import type { WalletView } from '#projections/wallets/queries.ts';
import { showCart } from './cart-service.ts';
import {
  addCartItem,
  clearCart,
  ensureCart,
  findOfferedVariant,
  removeCartItem,
  setCartItemQuantity,
  settleNotices,
} from './cart-store.ts';
import { cartJson } from './cart-view.ts';

export function registerCart(app: FastifyInstance, deps: BffDeps): void {
  const { database } = deps;

  async function openCart(customerId: string, walletId: string): Promise<WalletView> {
    const wallet = await requireOwnWallet(database, customerId, walletId, 'No wallet selected');
    await ensureCart(database, customerId, walletId);
    return wallet;
  }

  async function changed(wallet: WalletView, message: string): Promise<CartSaved> {
    await settleNotices(database, wallet.walletId);
    return { message, ...cartJson(await showCart(deps, wallet)) };
  }

  registerRoutes(app, deps, cartRoutes, {
    async show({ actor, query }) {
      return cartJson(await showCart(deps, await openCart(actor.customerId, query.wallet_id)));
    },
    async add({ actor, body, newId }) {
      const wallet = await openCart(actor.customerId, body.wallet_id);
      const variant = found(
        await findOfferedVariant(database, body.variant_id),
        'This product is no longer sold. Your cart was not changed.',
      );
      if (variant.isPermanentOutOfStock) {
        throw new ApiError(409, 'out_of_stock', 'This product is out of stock for good. Your cart was not changed.');
      }
      const outcome = await addCartItem(
        database,
        { id: newId('cart-item'), walletId: wallet.walletId, quantity: body.quantity, ...variant },
        { lines: MAX_LINES, quantity: MAX_QUANTITY },
      );
      if (outcome === 'too-many-pieces') {
        throw invalidField('quantity', `A cart holds at most ${MAX_QUANTITY} of one product.`);
      }
      if (outcome === 'too-many-lines') {
        throw invalidField('variant_id', `A cart holds at most ${MAX_LINES} different products.`);
      }
      return changed(wallet, 'Added to your cart.');
    },
    async update({ actor, params, body }) {
      const wallet = await openCart(actor.customerId, body.wallet_id);
      const isDone =
        body.quantity < 1
          ? await removeCartItem(database, wallet.walletId, params.id)
          : await setCartItemQuantity(database, wallet.walletId, params.id, body.quantity);
      if (!isDone) throw notFound('This item is not in your cart any more.');
      return changed(wallet, 'Your cart was updated.');
    },
    async remove({ actor, params, query }) {
      const wallet = await openCart(actor.customerId, query.wallet_id);
      if (!(await removeCartItem(database, wallet.walletId, params.id))) {
        throw notFound('This item is not in your cart any more.');
      }
      return changed(wallet, 'Removed from your cart.');
    },
    async clear({ actor, query }) {
      const wallet = await openCart(actor.customerId, query.wallet_id);
      await clearCart(database, wallet.walletId);
      return changed(wallet, 'Your cart is empty.');
    },
  });
}
