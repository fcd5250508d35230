import type { Permission } from '#bff/contract/roles.ts';
import { type ScreenRoute, screen } from '#web/lib/screen.tsx';

/** One for those without a session, or else one that takes a permission: the one of what it reads. */
export type AdminRoute = ScreenRoute &
  ({ access: 'guest'; permission?: never } | { access: 'member'; permission: Permission });

/** Every screen of the back office: a line each, its code fetched when it is first needed. A path without a line is a 404. */
export const adminRoutes: readonly AdminRoute[] = [
  {
    path: '/admin/login',
    title: 'Sign in',
    access: 'guest',
    screen: screen(() => import('./auth/admin-login-page.tsx').then((m) => m.AdminLoginPage)),
  },
  {
    path: '/admin/password/:token',
    title: 'Choose your password',
    access: 'guest',
    screen: screen(() => import('./auth/choose-password-page.tsx').then((m) => m.ChoosePasswordPage)),
  },
  {
    path: '/admin/dashboard',
    title: 'Dashboard',
    access: 'member',
    permission: 'dashboard:read',
    screen: screen(() => import('./dashboard/dashboard-page.tsx').then((m) => m.DashboardPage)),
  },
  {
    path: '/admin/security',
    title: 'Your account',
    access: 'member',
    permission: 'own',
    screen: screen(() => import('./security/security-page.tsx').then((m) => m.SecurityPage)),
  },
  {
    path: '/admin/approvals',
    title: 'Approvals',
    access: 'member',
    permission: 'approvals:read',
    screen: screen(() => import('./approvals/approvals-page.tsx').then((m) => m.ApprovalsPage)),
  },
  {
    path: '/admin/deposits',
    title: 'Deposits',
    access: 'member',
    permission: 'deposits:read',
    screen: screen(() => import('./deposits/deposits-page.tsx').then((m) => m.DepositsPage)),
  },
  {
    path: '/admin/withdrawals',
    title: 'Withdrawals',
    access: 'member',
    permission: 'withdrawals:read',
    screen: screen(() => import('./withdrawals/withdrawals-page.tsx').then((m) => m.WithdrawalsPage)),
  },
  {
    path: '/admin/transactions',
    title: 'Transactions',
    access: 'member',
    permission: 'transactions:read',
    screen: screen(() => import('./transactions/transactions-page.tsx').then((m) => m.TransactionsPage)),
  },
  {
    path: '/admin/ledger',
    title: 'Ledger',
    access: 'member',
    permission: 'ledger:read',
    screen: screen(() => import('./ledger/ledger-page.tsx').then((m) => m.LedgerPage)),
  },
  {
    path: '/admin/ledger/periods',
    title: 'Periods',
    access: 'member',
    permission: 'ledger:read',
    screen: screen(() => import('./ledger/periods-page.tsx').then((m) => m.PeriodsPage)),
  },
  {
    path: '/admin/users',
    title: 'Users',
    access: 'member',
    permission: 'customers:read',
    screen: screen(() => import('./users/users-page.tsx').then((m) => m.UsersPage)),
  },
  {
    path: '/admin/users/:id',
    title: 'User',
    access: 'member',
    permission: 'customers:read',
    screen: screen(() => import('./users/user-page.tsx').then((m) => m.UserPage)),
  },
  {
    path: '/admin/orders',
    title: 'Orders',
    access: 'member',
    permission: 'orders:read',
    screen: screen(() => import('./orders/orders-page.tsx').then((m) => m.OrdersPage)),
  },
  {
    path: '/admin/orders/:id',
    title: 'Order',
    access: 'member',
    permission: 'orders:read',
    screen: screen(() => import('./orders/order-page.tsx').then((m) => m.OrderPage)),
  },
  {
    path: '/admin/products',
    title: 'Products',
    access: 'member',
    permission: 'catalogue:read',
    screen: screen(() => import('./products/products-page.tsx').then((m) => m.ProductsPage)),
  },
  {
    path: '/admin/brands',
    title: 'Brands',
    access: 'member',
    permission: 'catalogue:read',
    screen: screen(() => import('./brands/brands-page.tsx').then((m) => m.BrandsPage)),
  },
  {
    path: '/admin/carousel-image',
    title: 'Carousel Images',
    access: 'member',
    permission: 'catalogue:read',
    screen: screen(() => import('./carousel/carousel-page.tsx').then((m) => m.CarouselPage)),
  },
  {
    path: '/admin/support',
    title: 'Support',
    access: 'member',
    permission: 'support:read',
    screen: screen(() => import('./support/support-page.tsx').then((m) => m.SupportPage)),
  },
  {
    path: '/admin/system',
    title: 'System',
    access: 'member',
    permission: 'system:read',
    screen: screen(() => import('./system/system-page.tsx').then((m) => m.SystemPage)),
  },
  {
    path: '/admin/personal-data',
    title: 'Personal data',
    access: 'member',
    permission: 'personal-data:decide',
    screen: screen(() => import('./personal-data/personal-data-page.tsx').then((m) => m.PersonalDataPage)),
  },
  {
    path: '/admin/administrators',
    title: 'Administrators',
    access: 'member',
    permission: 'administrators:manage',
    screen: screen(() => import('./administrators/administrators-page.tsx').then((m) => m.AdministratorsPage)),
  },
  {
    path: '/admin/security-events',
    title: 'Security log',
    access: 'member',
    permission: 'security:read',
    screen: screen(() => import('./security-events/security-events-page.tsx').then((m) => m.SecurityEventsPage)),
  },
  {
    path: '/admin/audit',
    title: 'Audit',
    access: 'member',
    permission: 'audit:read',
    screen: screen(() => import('./audit/audit-page.tsx').then((m) => m.AuditPage)),
  },
];
