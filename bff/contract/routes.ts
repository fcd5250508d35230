import type { RouteContract, RouteTable } from './base/route.ts';
import { adminAdministratorRoutes } from './identity/admin-administrator.ts';
import { adminAuditRoutes } from './identity/admin-audit.ts';
import { adminAuthRoutes } from './identity/admin-auth.ts';
import { adminSecurityEventRoutes } from './identity/admin-security-event-routes.ts';
import { adminSecurityRoutes } from './identity/admin-security-routes.ts';
import { apiKeyRoutes } from './identity/api-key-routes.ts';
import { authRoutes } from './identity/auth.ts';
import { secondFactorRoutes } from './identity/second-factor-routes.ts';
import { setupRoutes } from './identity/setup.ts';
import { adminApprovalRoutes } from './money/admin-approval.ts';
import { adminBankRoutes } from './money/admin-bank-routes.ts';
import { adminCorrectionRoutes } from './money/admin-correction-routes.ts';
import { adminCreditRoutes } from './money/admin-credit.ts';
import { adminPayoutRoutes } from './money/admin-payout-routes.ts';
import { adminRateRoutes } from './money/admin-rate-routes.ts';
import { adminVatRoutes } from './money/admin-vat-routes.ts';
import { bankingRoutes } from './money/banking.ts';
import { adminDepositRoutes, depositRoutes } from './money/deposit.ts';
import { adminTransactionRoutes, transactionRoutes } from './money/transaction.ts';
import { walletRoutes } from './money/wallet.ts';
import { adminWithdrawalRoutes, withdrawalRoutes } from './money/withdrawal.ts';
import { adminDashboardRoutes } from './office/admin-dashboard.ts';
import { adminLedgerRoutes } from './office/admin-ledger.ts';
import { adminPeriodRoutes } from './office/admin-period.ts';
import { adminSettingsRoutes, sellerRoutes } from './office/admin-settings.ts';
import { adminSetupRoutes } from './office/admin-setup.ts';
import { adminSystemRoutes } from './office/admin-system.ts';
import { adminMailRoutes } from './office/mails.ts';
import { adminTextRoutes, textRoutes } from './office/texts.ts';
import { webhookRoutes } from './outside/webhook.ts';
import { adminCustomerRoutes } from './people/admin-customer.ts';
import { companyRoutes } from './people/company.ts';
import { adminDiscountPlanRoutes } from './people/discount-plan.ts';
import { adminNotificationRoutes, notificationRoutes } from './people/notification.ts';
import { adminPersonalDataRoutes, personalDataRoutes } from './people/personal-data.ts';
import { adminSupportRoutes, supportRoutes } from './people/support.ts';
import { userRoutes } from './people/user.ts';
import { adminCatalogueRoutes } from './shop/admin-catalogue.ts';
import { adminProductRoutes } from './shop/admin-product.ts';
import { adminBrandRoutes } from './shop/brand.ts';
import { adminCarouselRoutes } from './shop/carousel.ts';
import { cartRoutes } from './shop/cart.ts';
import { catalogueRoutes } from './shop/catalogue.ts';
import { adminOrderRoutes, checkoutRoutes, orderRoutes } from './shop/order-routes.ts';

/** Every route, by feature, with its exact type: the browser's client infers a call's path, input and answer from it. */
export const ROUTES = [
  authRoutes,
  secondFactorRoutes,
  userRoutes,
  companyRoutes,
  bankingRoutes,
  apiKeyRoutes,
  webhookRoutes,
  supportRoutes,
  personalDataRoutes,
  notificationRoutes,
  sellerRoutes,
  textRoutes,
  catalogueRoutes,
  cartRoutes,
  checkoutRoutes,
  orderRoutes,
  walletRoutes,
  transactionRoutes,
  depositRoutes,
  withdrawalRoutes,
  setupRoutes,
  adminAuthRoutes,
  adminAdministratorRoutes,
  adminSecurityRoutes,
  adminSecurityEventRoutes,
  adminDashboardRoutes,
  adminApprovalRoutes,
  adminPayoutRoutes,
  adminBankRoutes,
  adminCorrectionRoutes,
  adminBrandRoutes,
  adminCarouselRoutes,
  adminProductRoutes,
  adminCatalogueRoutes,
  adminCustomerRoutes,
  adminDiscountPlanRoutes,
  adminDepositRoutes,
  adminWithdrawalRoutes,
  adminTransactionRoutes,
  adminOrderRoutes,
  adminNotificationRoutes,
  adminSupportRoutes,
  adminPersonalDataRoutes,
  adminAuditRoutes,
  adminSettingsRoutes,
  adminTextRoutes,
  adminSetupRoutes,
  adminMailRoutes,
  adminCreditRoutes,
  adminVatRoutes,
  adminRateRoutes,
  adminLedgerRoutes,
  adminPeriodRoutes,
  adminSystemRoutes,
] as const satisfies readonly RouteTable[];

/** Every route with the id of its operation. */
export const operations = ROUTES.flatMap((table: RouteTable) =>
  Object.entries(table).map(([id, route]) => ({ id, route })),
);
export type Operation = (typeof operations)[number];

/** All routes in one list, for tests and documents that iterate over them. */
export const allRoutes: readonly RouteContract[] = operations.map(({ route }) => route);
