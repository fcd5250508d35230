import {
  apiKeyRoutes,
  bankingRoutes,
  companyRoutes,
  notificationRoutes,
  supportRoutes,
  userRoutes,
} from './account-routes.ts';
import { adminAdministratorRoutes } from './admin-administrator-routes.ts';
import { adminBankRoutes } from './admin-bank-routes.ts';
import { adminCorrectionRoutes } from './admin-correction-routes.ts';
import { adminCreditRoutes } from './admin-credit-routes.ts';
import { adminCustomerRoutes } from './admin-customer-routes.ts';
import { adminLedgerRoutes, adminPeriodRoutes } from './admin-ledger-routes.ts';
import {
  adminApprovalRoutes,
  adminDashboardRoutes,
  adminDepositRoutes,
  adminOrderRoutes,
  adminTransactionRoutes,
  adminWithdrawalRoutes,
} from './admin-money-routes.ts';
import { adminPayoutRoutes } from './admin-payout-routes.ts';
import { adminRateRoutes } from './admin-rate-routes.ts';
import { adminSecurityEventRoutes } from './admin-security-event-routes.ts';
import { adminSecurityRoutes } from './admin-security-routes.ts';
import { adminBrandRoutes, adminCarouselRoutes, adminProductRoutes } from './admin-store-routes.ts';
import {
  adminAuditRoutes,
  adminAuthRoutes,
  adminNotificationRoutes,
  adminSupportRoutes,
  adminSystemRoutes,
} from './admin-system-routes.ts';
import { adminVatRoutes } from './admin-vat-routes.ts';
import { authRoutes } from './auth-routes.ts';
import { catalogueRoutes } from './catalogue-routes.ts';
import { depositRoutes, transactionRoutes, walletRoutes, withdrawalRoutes } from './money-routes.ts';
import { adminPersonalDataRoutes, personalDataRoutes } from './personal-data-routes.ts';
import type { RouteContract, RouteTable } from './route.ts';
import { secondFactorRoutes } from './second-factor-routes.ts';
import { cartRoutes, checkoutRoutes, orderRoutes } from './shopping-routes.ts';
import { webhookRoutes } from './webhook-routes.ts';

/** Every route, by feature, with its exact type: the browser's client infers a call's path, input and answer from it. */
export const ROUTES = {
  auth: authRoutes,
  secondFactor: secondFactorRoutes,
  user: userRoutes,
  company: companyRoutes,
  banking: bankingRoutes,
  apiKey: apiKeyRoutes,
  webhook: webhookRoutes,
  support: supportRoutes,
  personalData: personalDataRoutes,
  notification: notificationRoutes,
  catalogue: catalogueRoutes,
  cart: cartRoutes,
  checkout: checkoutRoutes,
  order: orderRoutes,
  wallet: walletRoutes,
  transaction: transactionRoutes,
  deposit: depositRoutes,
  withdrawal: withdrawalRoutes,
  adminAuth: adminAuthRoutes,
  adminAdministrator: adminAdministratorRoutes,
  adminSecurity: adminSecurityRoutes,
  adminSecurityEvent: adminSecurityEventRoutes,
  adminDashboard: adminDashboardRoutes,
  adminApproval: adminApprovalRoutes,
  adminPayout: adminPayoutRoutes,
  adminBank: adminBankRoutes,
  adminCorrections: adminCorrectionRoutes,
  adminBrand: adminBrandRoutes,
  adminCarousel: adminCarouselRoutes,
  adminProduct: adminProductRoutes,
  adminCustomer: adminCustomerRoutes,
  adminDeposit: adminDepositRoutes,
  adminWithdrawal: adminWithdrawalRoutes,
  adminTransaction: adminTransactionRoutes,
  adminOrder: adminOrderRoutes,
  adminNotification: adminNotificationRoutes,
  adminSupport: adminSupportRoutes,
  adminPersonalData: adminPersonalDataRoutes,
  adminAudit: adminAuditRoutes,
  adminCredit: adminCreditRoutes,
  adminVat: adminVatRoutes,
  adminRate: adminRateRoutes,
  adminLedger: adminLedgerRoutes,
  adminPeriods: adminPeriodRoutes,
  adminSystem: adminSystemRoutes,
} as const satisfies Readonly<Record<string, RouteTable>>;

/** All routes in one list, for tests and documents that iterate over them. */
export const allRoutes: readonly RouteContract[] = Object.values(ROUTES).flatMap((table: RouteTable) =>
  Object.values(table),
);
