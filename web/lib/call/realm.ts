import { STORAGE_KEYS } from '#web/lib/browser/storage.ts';

/** Customers and administrators sign in separately: each realm has its own base path, session and login page. */
export type Realm = 'customer' | 'admin';

/** `base`: the beginning of the addresses of calls about one's own account. */
export const REALMS = {
  customer: { base: '/auth', loginPage: '/login', signedInKey: STORAGE_KEYS.customerSignedIn },
  admin: { base: '/admin', loginPage: '/admin/login', signedInKey: STORAGE_KEYS.adminSignedIn },
} as const satisfies Record<Realm, object>;

/** The login page that leads back to where the visitor is now. */
export function loginPageFrom(realm: Realm, location: Pick<Location, 'pathname' | 'search' | 'hash'>): string {
  const { loginPage } = REALMS[realm];
  const here = location.pathname + location.search + location.hash;
  return here === '/' || location.pathname === loginPage
    ? loginPage
    : `${loginPage}?redirect=${encodeURIComponent(here)}`;
}

/**
 * A safe target of `?redirect=`: a path of this site. Anything else (another origin, '//host', a script URL) becomes the fallback, so that
 * a link to our login cannot lead to another site.
 */
export function safeRedirect(target: string | null, fallback: string): string {
  if (!target?.startsWith('/') || target.startsWith('//') || target.includes('\\')) return fallback;
  const url = new URL(target, 'https://self.invalid');
  // Dots are resolved by now: '/..//host' has become '//host'.
  const isOwn = url.origin === 'https://self.invalid' && !url.pathname.startsWith('//');
  return isOwn ? url.pathname + url.search + url.hash : fallback;
}
