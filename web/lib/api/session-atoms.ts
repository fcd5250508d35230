import { atom, getDefaultStore } from 'jotai';
import type { Realm } from '#web/lib/call/realm.ts';

/**
 * Whether somebody is signed in: `unknown` until the session cookie was tried. The access token is only in memory here, so a script that
 * reads local storage finds nothing. An administrator's cookie is the session itself, so after a reload there is no token.
 */
export type SessionState =
  | { status: 'unknown' }
  /** `leftFrom`: the page of a sign-out by the person, and `leftAt` its time (epoch milliseconds). */
  | { status: 'signed-out'; leftFrom?: string | undefined; leftAt?: number }
  | { status: 'signed-in'; accessToken: string | null };

/** After a sign-out no call is sent for this long, so that a closing screen cannot use an ended token. A new session ends it. */
const CLOSING_MILLISECONDS = 1000;
const initial: SessionState = { status: 'unknown' };

export const sessionAtoms = {
  customer: atom<SessionState>(initial),
  admin: atom<SessionState>(initial),
};

/** True while the server gives no answer about the session. It stays unknown then: nobody is signed out by a failure of ours. */
export const unreachableAtom = atom(false);

/** The person has just signed out, and the screens close. */
export function isClosing(realm: Realm): boolean {
  const session = getDefaultStore().get(sessionAtoms[realm]);
  return session.status === 'signed-out' && Date.now() < (session.leftAt ?? 0) + CLOSING_MILLISECONDS;
}

/** The token of a realm's calls; null where there is none, or where the cookie alone is the session. */
export function accessTokenOf(realm: Realm): string | null {
  const session = getDefaultStore().get(sessionAtoms[realm]);
  return session.status === 'signed-in' ? session.accessToken : null;
}
