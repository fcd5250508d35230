import type { ScreenRoute } from '#web/lib/screen.tsx';

/**
 * Every screen of the back office: a line each, its code fetched when it is first needed. `access` is 'guest' for the login
 * page and 'member' for the rest; a path without a line is a 404.
 *
 *   { path: '/admin/orders/:id', title: 'Order', access: 'member',
 *     screen: screen(() => import('./orders/order-page.tsx').then((m) => m.OrderPage)) },
 */
export const adminRoutes: readonly ScreenRoute[] = [];
