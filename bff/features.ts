import type { FastifyInstance } from 'fastify';
import { registerCart } from './cart/routes.ts';
import { registerCatalogue } from './catalogue/routes.ts';
import { registerCheckout } from './checkout/routes.ts';
import { registerDeposits } from './deposits/routes.ts';
import type { BffDeps } from './deps.ts';
import { registerOrders } from './orders/routes.ts';
import { registerWallets } from './wallets/routes.ts';
import { registerWithdrawals } from './withdrawals/routes.ts';

export type RegisterFeature = (app: FastifyInstance, deps: BffDeps) => void;

/** Every feature, each from its own folder's routes.ts. Add yours here. */
export const FEATURES: readonly RegisterFeature[] = [
  registerCatalogue,
  registerWallets,
  registerCart,
  registerCheckout,
  registerOrders,
  registerDeposits,
  registerWithdrawals,
];
