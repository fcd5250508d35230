import { registerAdminAdministrators } from './identity/administrators/admin-routes.ts';
import { registerAdminSession } from './identity/administrators/session-routes.ts';
import { registerApiKey } from './identity/api-keys/routes.ts';
import { registerAdminAudit } from './identity/audit/admin-routes.ts';
import { registerAuth } from './identity/auth/routes.ts';
import { registerAdminSecurityEvents } from './identity/security-events/admin-routes.ts';
import type { RegisterFeature } from './kit/http/register-routes.ts';
import { registerAdminApprovals } from './money/approvals/admin-routes.ts';
import { registerAdminBank } from './money/bank-desk/admin-routes.ts';
import { registerAdminCredit } from './money/credit/admin-routes.ts';
import { registerAdminDeposits } from './money/deposits/admin-routes.ts';
import { registerDeposits } from './money/deposits/routes.ts';
import { registerBanking } from './money/payees/routes.ts';
import { registerAdminPayouts } from './money/payouts/admin-routes.ts';
import { registerAdminRates } from './money/rates/admin-routes.ts';
import { registerAdminCorrections } from './money/wallets/admin-correction-routes.ts';
import { registerAdminTransactions } from './money/wallets/admin-transaction-routes.ts';
import { registerWallets } from './money/wallets/routes.ts';
import { registerAdminWithdrawals } from './money/withdrawals/admin-routes.ts';
import { registerWithdrawals } from './money/withdrawals/routes.ts';
import { registerAdminDashboard } from './office/dashboard/admin-routes.ts';
import { registerAdminLedger } from './office/ledger/admin-routes.ts';
import { registerAdminSystem } from './office/system/admin-routes.ts';
import { registerAdminVat } from './office/vat/admin-routes.ts';
import { registerWebhooks } from './outside/webhooks/routes.ts';
import { registerLog } from './papers/log/routes.ts';
import { registerCompany } from './people/company/routes.ts';
import { registerAdminUsers } from './people/customers/admin-routes.ts';
import { registerUser } from './people/customers/routes.ts';
import { registerAdminNotifications } from './people/notifications/admin-routes.ts';
import { registerNotifications } from './people/notifications/routes.ts';
import { registerAdminPersonalData } from './people/personal-data/admin-routes.ts';
import { registerPersonalData } from './people/personal-data/routes.ts';
import { registerAdminSupport } from './people/support/admin-routes.ts';
import { registerSupport } from './people/support/routes.ts';
import { registerAdminBrands } from './shop/brands/admin-routes.ts';
import { registerAdminCarousel } from './shop/carousel/admin-routes.ts';
import { registerCart } from './shop/cart/routes.ts';
import { registerCatalogue } from './shop/catalogue/routes.ts';
import { registerCheckout } from './shop/checkout/routes.ts';
import { registerAdminOrders } from './shop/orders/admin-routes.ts';
import { registerOrders } from './shop/orders/routes.ts';
import { registerAdminProducts } from './shop/products/admin-routes.ts';

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
