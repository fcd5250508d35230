import type { FastifyInstance } from 'fastify';
import { checkoutRoutes } from '#bff/contract/shopping-routes.ts';
import type { BffDeps } from '#bff/deps.ts';
import { registerRoutes } from '#bff/http/register-routes.ts';
import { savedButNotShown } from '#bff/lib/api-error.ts';
import { findOwnOrderDetail } from '#bff/orders/own-order.ts';
import { requireOwnWallet } from '#bff/wallets/own-wallet.ts';
import { checkout } from './checkout.ts';

export function registerCheckout(app: FastifyInstance, deps: BffDeps): void {
  registerRoutes(app, deps, checkoutRoutes, {
    async checkout({ actor, body, execute, newId }) {
      const wallet = await requireOwnWallet(deps.database, actor.customerId, body.wallet_id, 'No wallet selected');
      const orderId = await checkout(deps, wallet, execute, newId('checkout'));
      const order = await findOwnOrderDetail(deps.database, actor.customerId, orderId);
      if (!order) throw savedButNotShown();
      const message =
        order.payment_status === 'completed'
          ? 'Your order was placed and paid.'
          : 'Your order was placed. It is paid as soon as your wallet covers it.';
      return { message, order };
    },
  });
}
