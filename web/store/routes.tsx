import type { ScreenRoute } from '#web/lib/screen.tsx';

/**
 * Every screen of the store: a line each, its code fetched when it is first needed. `access` says who may see it (see
 * shell/guard.ts); a path without a line is a 404.
 *
 *   { path: '/orders/:id', title: 'Order', access: 'member',
 *     screen: screen(() => import('./orders/order-page.tsx').then((m) => m.OrderPage)) },
 */
export const storeRoutes: readonly ScreenRoute[] = [];
