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
