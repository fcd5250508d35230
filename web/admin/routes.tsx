import { type ScreenRoute, screen } from '#web/lib/screen.tsx';

/**
 * Every screen of the back office: a line each, its code fetched when it is first needed. `access` is 'guest' for the login
 * page and 'member' for the rest; a path without a line is a 404.
 */
export const adminRoutes: readonly ScreenRoute[] = [
  {
    path: '/admin/users',
    title: 'Users',
    access: 'member',
    screen: screen(() => import('./users/users-page.tsx').then((m) => m.UsersPage)),
  },
  {
    path: '/admin/users/:id',
    title: 'User',
    access: 'member',
    screen: screen(() => import('./users/user-page.tsx').then((m) => m.UserPage)),
  },
  {
    path: '/admin/orders',
    title: 'Orders',
    access: 'member',
    screen: screen(() => import('./orders/orders-page.tsx').then((m) => m.OrdersPage)),
  },
  {
    path: '/admin/orders/:id',
    title: 'Order',
    access: 'member',
    screen: screen(() => import('./orders/order-page.tsx').then((m) => m.OrderPage)),
  },
  {
    path: '/admin/audit',
    title: 'Audit',
    access: 'member',
    screen: screen(() => import('./audit/audit-page.tsx').then((m) => m.AuditPage)),
  },
];
