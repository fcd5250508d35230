import type { FastifyInstance } from 'fastify';
import type { BffDeps } from '#bff/deps.ts';
import { registerAdminAudit } from './audit/routes.ts';
import { registerAdminBrands } from './brands/routes.ts';
import { registerAdminCarousel } from './carousel/routes.ts';
import { registerAdminDashboard } from './dashboard/routes.ts';
import { registerAdminDeposits } from './deposits/routes.ts';
import { registerAdminLedger } from './ledger/routes.ts';
import { registerAdminNotifications } from './notifications/routes.ts';
import { registerAdminOrders } from './orders/routes.ts';
import { registerAdminProducts } from './products/routes.ts';
import { registerAdminSupport } from './support/routes.ts';
import { registerAdminSystem } from './system/routes.ts';
import { registerAdminTransactions } from './transactions/routes.ts';
import { registerAdminUsers } from './users/routes.ts';
import { registerAdminWithdrawals } from './withdrawals/routes.ts';

/** What administrators do, but for signing in. */
export const ADMIN_FEATURES: readonly ((app: FastifyInstance, deps: BffDeps) => void)[] = [
  registerAdminDashboard,
  registerAdminUsers,
  registerAdminDeposits,
  registerAdminWithdrawals,
  registerAdminTransactions,
  registerAdminOrders,
  registerAdminProducts,
  registerAdminBrands,
  registerAdminCarousel,
  registerAdminNotifications,
  registerAdminSupport,
  registerAdminAudit,
  registerAdminLedger,
  registerAdminSystem,
];
