import { adminAdministratorRoutes } from './admin-administrator.ts';
import { adminApprovalRoutes } from './admin-approval.ts';
import { adminAuditRoutes } from './admin-audit.ts';
import { adminAuthRoutes } from './admin-auth.ts';
import { adminBankRoutes } from './admin-bank-routes.ts';
import { adminCorrectionRoutes } from './admin-correction-routes.ts';
import { adminCreditRoutes } from './admin-credit.ts';
import { adminCustomerRoutes } from './admin-customer.ts';
import { adminDashboardRoutes } from './admin-dashboard.ts';
import { adminLedgerRoutes } from './admin-ledger.ts';
import { adminPayoutRoutes } from './admin-payout-routes.ts';
import { adminPeriodRoutes } from './admin-period.ts';
import { adminProductRoutes } from './admin-product.ts';
import { adminRateRoutes } from './admin-rate-routes.ts';
import { adminSecurityEventRoutes } from './admin-security-event-routes.ts';
import { adminSecurityRoutes } from './admin-security-routes.ts';
import { adminSystemRoutes } from './admin-system.ts';
import { adminVatRoutes } from './admin-vat-routes.ts';
import { apiKeyRoutes } from './api-key-routes.ts';
import { authRoutes } from './auth.ts';
import { bankingRoutes } from './banking.ts';
import { adminBrandRoutes } from './brand.ts';
import { adminCarouselRoutes } from './carousel.ts';
import { cartRoutes } from './cart.ts';
import { catalogueRoutes } from './catalogue.ts';
import { companyRoutes } from './company.ts';
import { adminDepositRoutes, depositRoutes } from './deposit.ts';
import { adminNotificationRoutes, notificationRoutes } from './notification.ts';
import { adminOrderRoutes, checkoutRoutes, orderRoutes } from './order-routes.ts';
import { adminPersonalDataRoutes, personalDataRoutes } from './personal-data.ts';
import type { RouteContract, RouteTable } from './route.ts';
import { secondFactorRoutes } from './second-factor-routes.ts';
import { adminSupportRoutes, supportRoutes } from './support.ts';
import { adminTransactionRoutes, transactionRoutes } from './transaction.ts';
import { userRoutes } from './user.ts';
import { walletRoutes } from './wallet.ts';
import { webhookRoutes } from './webhook.ts';
import { adminWithdrawalRoutes, withdrawalRoutes } from './withdrawal.ts';

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
  catalogueRoutes,
  cartRoutes,
  checkoutRoutes,
  orderRoutes,
  walletRoutes,
  transactionRoutes,
  depositRoutes,
  withdrawalRoutes,
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
  adminCustomerRoutes,
  adminDepositRoutes,
  adminWithdrawalRoutes,
  adminTransactionRoutes,
  adminOrderRoutes,
  adminNotificationRoutes,
  adminSupportRoutes,
  adminPersonalDataRoutes,
  adminAuditRoutes,
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
