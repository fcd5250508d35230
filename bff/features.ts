import { registerAdminAdministrators } from './administrators/admin-routes.ts';
import { registerApiKey } from './api-key/routes.ts';
import { registerAdminApprovals } from './approvals/admin-routes.ts';
import { registerAdminAudit } from './audit/admin-routes.ts';
import { registerAdminSession } from './auth/admin-routes.ts';
import { registerAuth } from './auth/routes.ts';
import { registerAdminBank } from './bank/admin-routes.ts';
import { registerBanking } from './banking/routes.ts';
import { registerAdminBrands } from './brands/admin-routes.ts';
import { registerAdminCarousel } from './carousel/admin-routes.ts';
import { registerCart } from './cart/routes.ts';
import { registerCatalogue } from './catalogue/routes.ts';
import { registerCheckout } from './checkout/routes.ts';
import { registerCompany } from './company/routes.ts';
import { registerAdminCorrections } from './corrections/admin-routes.ts';
import { registerAdminCredit } from './credit/admin-routes.ts';
import { registerAdminUsers } from './customers/admin-routes.ts';
import { registerUser } from './customers/routes.ts';
import { registerAdminDashboard } from './dashboard/admin-routes.ts';
import { registerAdminDeposits } from './deposits/admin-routes.ts';
import { registerDeposits } from './deposits/routes.ts';
import type { RegisterFeature } from './http/register-routes.ts';
import { registerAdminLedger } from './ledger/admin-routes.ts';
import { registerLog } from './log/routes.ts';
import { registerAdminNotifications } from './notifications/admin-routes.ts';
import { registerNotifications } from './notifications/routes.ts';
import { registerAdminOrders } from './orders/admin-routes.ts';
import { registerOrders } from './orders/routes.ts';
import { registerAdminPayouts } from './payouts/admin-routes.ts';
import { registerAdminPersonalData } from './personal-data/admin-routes.ts';
import { registerPersonalData } from './personal-data/routes.ts';
import { registerAdminProducts } from './products/admin-routes.ts';
import { registerAdminRates } from './rates/admin-routes.ts';
import { registerAdminSecurityEvents } from './security-events/admin-routes.ts';
import { registerAdminSupport } from './support/admin-routes.ts';
import { registerSupport } from './support/routes.ts';
import { registerAdminSystem } from './system/admin-routes.ts';
import { registerAdminTransactions } from './transactions/admin-routes.ts';
import { registerAdminVat } from './vat/admin-routes.ts';
import { registerWallets } from './wallets/routes.ts';
import { registerWebhooks } from './webhooks/routes.ts';
import { registerAdminWithdrawals } from './withdrawals/admin-routes.ts';
import { registerWithdrawals } from './withdrawals/routes.ts';

/** Every feature, each from its own folder: routes.ts for customers, admin-routes.ts for administrators. A new one is added here. */
export const FEATURES: readonly RegisterFeature[] = [
  registerAuth,
  registerUser,
  registerCompany,
  registerBanking,
  registerApiKey,
  registerWebhooks,
  registerNotifications,
  registerSupport,
  registerPersonalData,
  registerAdminSession,
  registerCatalogue,
  registerWallets,
  registerCart,
  registerCheckout,
  registerOrders,
  registerDeposits,
  registerWithdrawals,
  registerLog,
  registerAdminAdministrators,
  registerAdminApprovals,
  registerAdminAudit,
  registerAdminBank,
  registerAdminCorrections,
  registerAdminBrands,
  registerAdminCarousel,
  registerAdminDashboard,
  registerAdminDeposits,
  registerAdminCredit,
  registerAdminVat,
  registerAdminLedger,
  registerAdminNotifications,
  registerAdminOrders,
  registerAdminPersonalData,
  registerAdminProducts,
  registerAdminRates,
  registerAdminSecurityEvents,
  registerAdminSupport,
  registerAdminSystem,
  registerAdminTransactions,
  registerAdminUsers,
  registerAdminPayouts,
  registerAdminWithdrawals,
];
