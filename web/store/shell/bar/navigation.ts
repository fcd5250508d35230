import type { CurrentUser } from '#bff/contract/identity/current-user.ts';

type StoreLink = { label: string; href: string };

const MAIN_LINKS: readonly StoreLink[] = [
  { label: 'Home', href: '/' },
  { label: 'Products', href: '/products' },
  { label: 'Orders', href: '/orders' },
  { label: 'Deposits', href: '/deposits' },
  { label: 'Withdrawals', href: '/withdraw' },
];

const SETTINGS_LINKS: readonly StoreLink[] = [
  { label: 'Company Settings', href: '/settings/company' },
  { label: 'Banking Details', href: '/settings/banking' },
  { label: 'Account Settings', href: '/settings/account' },
];

/**
 * The places that are offered: none that the route protection closes (see guard.ts). Before the approval these are the home page and the
 * company; a visitor sees all of them, because each leads to the sign-in and back.
 */
export function linksFor(user: Pick<CurrentUser, 'is_approved' | 'is_company_detail_complete'> | undefined) {
  const count = !user || (user.is_approved && user.is_company_detail_complete) ? MAIN_LINKS.length : 1;
  // Home and the company are the first.
  return { main: MAIN_LINKS.slice(0, count), settings: SETTINGS_LINKS.slice(0, count) };
}

/** Whether a path lies at or below a link. */
export const isActive = (href: string, path: string): boolean =>
  href === '/' ? path === '/' : path === href || path.startsWith(`${href}/`);
