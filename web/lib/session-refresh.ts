import { getDefaultStore } from 'jotai';
import { ApiError } from './api-error.ts';
import { forgetSession, loginPageFrom, REALMS, type Realm } from './realm.ts';
import { type SessionState, sessionAtoms } from './session-atoms.ts';
import { readStorage, writeStorage } from './storage.ts';

/** What sign-in and refresh answer, under `data` or at the top. */
export type TokenAnswer = { access_token: string; expires_in?: number };

const inFlight = new Map<Realm, Promise<boolean>>();
const sessionEndListeners = new Set<(realm: Realm) => void>();

/** Calls back when a session ends (signed out here, elsewhere, or refused), to drop what was loaded for it. */
export function onSessionEnd(listener: (realm: Realm) => void): () => void {
  sessionEndListeners.add(listener);
  return () => sessionEndListeners.delete(listener);
}

/** Keeps the token of a fresh sign-in, and remembers (not the token) that there is a cookie worth trying next time. */
export function keepToken(realm: Realm, answer: TokenAnswer | { data: TokenAnswer }): void {
  const token = 'data' in answer ? answer.data : answer;
  const expiresAt = Date.now() + (token.expires_in ?? 900) * 1000;
  writeStorage(REALMS[realm].signedInKey, '1');
  getDefaultStore().set(sessionAtoms[realm], { status: 'signed-in', accessToken: token.access_token, expiresAt });
}

/**
 * Trades the refresh cookie for a new access token; true when it worked. Many callers share one request, and a lock across
 * tabs keeps two of them from spending the same one-time cookie, which the server would take for theft.
 */
export function refreshSession(realm: Realm): Promise<boolean> {
  const running = inFlight.get(realm);
  if (running) return running;
  const started = withTabLock(`giftledger-refresh-${realm}`, () => requestRefresh(realm)).finally(() =>
    inFlight.delete(realm),
  );
  inFlight.set(realm, started);
  return started;
}

/** Finds out, once per page load, whether someone is signed in. */
export async function restoreSession(realm: Realm): Promise<void> {
  if (currentSession(realm).status !== 'unknown') return;
  if (readStorage(REALMS[realm].signedInKey) === null) return forgetSession(realm);
  try {
    if (!(await refreshSession(realm))) forgetSession(realm);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // No answer says nothing about the cookie: the visitor is treated as signed out for now, the cookie is tried on reload.
    getDefaultStore().set(sessionAtoms[realm], { status: 'signed-out' });
  }
}

/** The session is over (a 401 that a refresh could not mend): forget it and go to the login page, back to here after. */
export function endSession(realm: Realm): void {
  const wasSignedIn = currentSession(realm).status === 'signed-in';
  forgetSession(realm);
  for (const listener of sessionEndListeners) listener(realm);
  if (!wasSignedIn || location.pathname === REALMS[realm].loginPage) return;
  history.pushState(null, '', loginPageFrom(realm, location));
}

/** Follows what other tabs do: a sign-out there is one here. Answers the way to stop following. */
export function followOtherTabs(): () => void {
  const onStorage = (event: StorageEvent) => {
    for (const realm of ['customer', 'admin'] as const) {
      if (
        event.key === REALMS[realm].signedInKey &&
        event.newValue === null &&
        currentSession(realm).status === 'signed-in'
      ) {
        endSession(realm);
      }
    }
  };
  addEventListener('storage', onStorage);
  return () => removeEventListener('storage', onStorage);
}

const currentSession = (realm: Realm): SessionState => getDefaultStore().get(sessionAtoms[realm]);

async function requestRefresh(realm: Realm): Promise<boolean> {
  let response: Response;
  try {
    response = await fetch(REALMS[realm].refresh, {
      method: 'POST',
      headers: { accept: 'application/json' },
      credentials: 'same-origin',
    });
  } catch (cause) {
    throw new ApiError(0, {}, { cause });
  }
  if (response.status === 401 || response.status === 403) return false;
  if (!response.ok) throw new ApiError(response.status, await response.json().catch(() => ({})));
  keepToken(realm, (await response.json()) as TokenAnswer);
  return true;
}

const withTabLock = <T>(name: string, run: () => Promise<T>): Promise<T> =>
  'locks' in navigator ? navigator.locks.request(name, run) : run();
