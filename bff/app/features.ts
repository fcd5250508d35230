import { registerAdminAdministrators } from '#bff/identity/administrators/admin-routes.ts';
import { registerAdminSession } from '#bff/identity/administrators/session-routes.ts';
import { registerApiKey } from '#bff/identity/api-keys/routes.ts';
import { registerAdminAudit } from '#bff/identity/audit/admin-routes.ts';
import { registerAdminSecurityEvents } from '#bff/identity/security-events/admin-routes.ts';
import { registerSetup } from '#bff/identity/setup/routes.ts';
import { registerAuth } from '#bff/identity/sign-in/routes.ts';
import type { RegisterFeature } from '#bff/kit/http/register-routes.ts';
import { registerAdminApprovals } from '#bff/money/approvals/admin-routes.ts';
import { registerAdminBank } from '#bff/money/bank-desk/admin-routes.ts';
import { registerAdminCredit } from '#bff/money/credit/admin-routes.ts';
import { registerAdminDeposits } from '#bff/money/deposits/admin-routes.ts';
import { registerDeposits } from '#bff/money/deposits/routes.ts';
import { registerBanking } from '#bff/money/payees/routes.ts';
import { registerAdminPayouts } from '#bff/money/payouts/admin-routes.ts';
import { registerAdminRates } from '#bff/money/rates/admin-routes.ts';
import { registerAdminCorrections } from '#bff/money/wallets/admin-correction-routes.ts';
import { registerAdminTransactions } from '#bff/money/wallets/admin-transaction-routes.ts';
import { registerWallets } from '#bff/money/wallets/routes.ts';
import { registerAdminWithdrawals } from '#bff/money/withdrawals/admin-routes.ts';
import { registerWithdrawals } from '#bff/money/withdrawals/routes.ts';
import { registerAdminDashboard } from '#bff/office/dashboard/admin-routes.ts';
import { registerAdminLedger } from '#bff/office/ledger/admin-routes.ts';
import { registerAdminMails } from '#bff/office/mails/admin-routes.ts';
import { registerAdminSettings } from '#bff/office/settings/admin-routes.ts';
import { registerSeller } from '#bff/office/settings/routes.ts';
import { registerAdminSetup } from '#bff/office/setup/admin-routes.ts';
import { registerAdminSystem } from '#bff/office/system/admin-routes.ts';
import { registerAdminTexts } from '#bff/office/texts/admin-routes.ts';
import { registerTexts } from '#bff/office/texts/routes.ts';
import { registerAdminVat } from '#bff/office/vat/admin-routes.ts';
import { registerWebhooks } from '#bff/outside/webhooks/routes.ts';
import { registerLog } from '#bff/papers/log/routes.ts';
import { registerCompany } from '#bff/people/company/routes.ts';
import { registerAdminUsers } from '#bff/people/customers/admin-routes.ts';
import { registerUser } from '#bff/people/customers/routes.ts';
import { registerAdminDiscountPlans } from '#bff/people/discounts/plan-routes.ts';
import { registerAdminNotifications } from '#bff/people/notifications/admin-routes.ts';
import { registerNotifications } from '#bff/people/notifications/routes.ts';
import { registerAdminPersonalData } from '#bff/people/personal-data/admin-routes.ts';
import { registerPersonalData } from '#bff/people/personal-data/routes.ts';
import { registerAdminSupport } from '#bff/people/support/admin-routes.ts';
import { registerSupport } from '#bff/people/support/routes.ts';
import { registerAdminBrands } from '#bff/shop/brands/admin-routes.ts';
import { registerAdminCatalogue } from '#bff/shop/bulk/admin-routes.ts';
import { registerAdminCarousel } from '#bff/shop/carousel/admin-routes.ts';
import { registerCart } from '#bff/shop/cart/routes.ts';
import { registerCatalogue } from '#bff/shop/catalogue/routes.ts';
import { registerCheckout } from '#bff/shop/checkout/routes.ts';
import { registerAdminOrders } from '#bff/shop/orders/admin-routes.ts';
import { registerOrders } from '#bff/shop/orders/routes.ts';
import { registerAdminProducts } from '#bff/shop/products/admin-routes.ts';

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
  registerSetup,
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
  registerAdminDiscountPlans,
  registerAdminCredit,
  registerAdminVat,
  registerAdminSettings,
  registerAdminSetup,
  registerSeller,
  registerTexts,
  registerAdminTexts,
  registerAdminMails,
  registerAdminLedger,
  registerAdminNotifications,
  registerAdminOrders,
  registerAdminPersonalData,
  registerAdminProducts,
  registerAdminCatalogue,
  registerAdminRates,
  registerAdminSecurityEvents,
  registerAdminSupport,
  registerAdminSystem,
  registerAdminTransactions,
  registerAdminUsers,
  registerAdminPayouts,
  registerAdminWithdrawals,
];
