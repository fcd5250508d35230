import { atom, getDefaultStore } from 'jotai';
import type { Realm } from './realm.ts';

/**
 * Whether someone is signed in: `unknown` until the session cookie has been tried. The access token lives here, in memory
 * only: a script that reads local storage finds nothing. An administrator's cookie carries the session itself, so after a
 * reload there is no token to hold.
 */
export type SessionState =
  | { status: 'unknown' }
  | { status: 'signed-out'; leftFrom?: string | undefined }
  | { status: 'signed-in'; accessToken: string | null };

const initial: SessionState = { status: 'unknown' };

export const sessionAtoms = {
  customer: atom<SessionState>(initial),
  admin: atom<SessionState>(initial),
};

/** The token that a realm's calls carry; null where there is none, or where the cookie alone is the session. */
export function accessTokenOf(realm: Realm): string | null {
  const session = getDefaultStore().get(sessionAtoms[realm]);
  return session.status === 'signed-in' ? session.accessToken : null;
}
