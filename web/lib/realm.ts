import { getDefaultStore } from 'jotai';
import { sessionAtoms } from './session-atoms.ts';
import { STORAGE_KEYS, writeStorage } from './storage.ts';

/** Customers and administrators sign in apart: each has its own base path, cookie, token and login page. */
export type Realm = 'customer' | 'admin';

type RealmPaths = { base: string; refresh: string; logout: string; loginPage: string; signedInKey: string };

export const REALMS: Record<Realm, RealmPaths> = {
  customer: {
    base: '/api',
    refresh: '/api/auth/refresh',
    logout: '/api/auth/logout',
    loginPage: '/login',
    signedInKey: STORAGE_KEYS.customerSignedIn,
  },
  admin: {
    base: '/api/admin',
    refresh: '/api/admin/refresh',
    logout: '/api/admin/logout',
    loginPage: '/admin/login',
    signedInKey: STORAGE_KEYS.adminSignedIn,
  },
};

/** The login page that leads back to where the visitor is now. */
export function loginPageFrom(realm: Realm, location: Pick<Location, 'pathname' | 'search'>): string {
  const { loginPage } = REALMS[realm];
  const here = location.pathname + location.search;
  return here === '/' || location.pathname === loginPage
    ? loginPage
    : `${loginPage}?redirect=${encodeURIComponent(here)}`;
}

/**
 * Where `?redirect=` may lead: a path of this site. Anything else (another origin, '//host', a script URL) becomes the
 * fallback, so that a link to our login cannot hand a visitor to a stranger.
 */
export function safeRedirect(target: string | null, fallback: string): string {
  if (!target?.startsWith('/') || target.startsWith('//') || target.includes('\\')) return fallback;
  const url = new URL(target, 'https://self.invalid');
  return url.origin === 'https://self.invalid' ? url.pathname + url.search + url.hash : fallback;
}

/** Forgets the session in this tab, and through the storage event in the others. */
export function forgetSession(realm: Realm): void {
  writeStorage(REALMS[realm].signedInKey, null);
  getDefaultStore().set(sessionAtoms[realm], { status: 'signed-out' });
}
