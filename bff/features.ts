import type { FastifyInstance } from 'fastify';
import { ADMIN_FEATURES } from './admin/features.ts';
import { registerAdminSession } from './admin/session/routes.ts';
import { registerApiKey } from './api-key/routes.ts';
import { registerAuth } from './auth/routes.ts';
import { registerBanking } from './banking/routes.ts';
import { registerCart } from './cart/routes.ts';
import { registerCatalogue } from './catalogue/routes.ts';
import { registerCheckout } from './checkout/routes.ts';
import { registerCompany } from './company/routes.ts';
import { registerDeposits } from './deposits/routes.ts';
import type { BffDeps } from './deps.ts';
import { registerNotifications } from './notifications/routes.ts';
import { registerOrders } from './orders/routes.ts';
import { registerSupport } from './support/routes.ts';
import { registerUser } from './user/routes.ts';
import { registerWallets } from './wallets/routes.ts';
import { registerWithdrawals } from './withdrawals/routes.ts';

export type RegisterFeature = (app: FastifyInstance, deps: BffDeps) => void;

/** Every feature, each from its own folder's routes.ts. Add yours here. */
export const FEATURES: readonly RegisterFeature[] = [
  registerAuth,
  registerUser,
  registerCompany,
  registerBanking,
  registerApiKey,
  registerNotifications,
  registerSupport,
  registerAdminSession,
  registerCatalogue,
  registerWallets,
  registerCart,
  registerCheckout,
  registerOrders,
  registerDeposits,
  registerWithdrawals,
  ...ADMIN_FEATURES,
];
