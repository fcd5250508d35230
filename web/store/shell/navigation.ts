/** The store's main places, in the order of the top bar. */
export const MAIN_LINKS: readonly { label: string; href: string }[] = [
  { label: 'Home', href: '/' },
  { label: 'Products', href: '/products' },
  { label: 'Orders', href: '/orders' },
  { label: 'Deposits', href: '/deposits' },
  { label: 'Withdrawals', href: '/withdraw' },
];

export const SETTINGS_LINKS: readonly { label: string; href: string }[] = [
  { label: 'Company Settings', href: '/settings/company' },
  { label: 'Banking Details', href: '/settings/banking' },
  { label: 'Account Settings', href: '/settings/account' },
];

/** Whether a path lies at or below a link. */
export const isActive = (href: string, path: string): boolean =>
  href === '/' ? path === '/' : path === href || path.startsWith(`${href}/`);
