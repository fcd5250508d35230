import { getDefaultStore } from 'jotai';
import { isStorageBlocked, readStorage, writeStorage } from '#web/lib/browser/storage.ts';
import { queryClient } from '#web/lib/cache/query-client.ts';
import { queryKey } from '#web/lib/cache/query-key.ts';
import { ApiError } from '#web/lib/call/api-error.ts';
import type { Answer, JsonKey } from '#web/lib/call/api-types.ts';
import { addressOf } from '#web/lib/call/call-path.ts';
import { loginPageFrom, REALMS, type Realm } from '#web/lib/call/realm.ts';
import { toastSessionExpired } from '#web/lib/toast/toast-error.ts';
import { type SessionState, sessionAtoms, unreachableAtom } from './session-atoms.ts';

const inFlight = new Map<Realm, Promise<boolean>>();

export function startCustomerSession(answer: Answer<'POST /auth/refresh'>): void {
  queryClient.setQueryData(queryKey('GET /user'), { data: answer.user });
  setSession('customer', { status: 'signed-in', accessToken: answer.access_token });
}

/**
 * Restores the session after a 401, or on load; true where it worked. A customer's refresh cookie is exchanged for a new token; an
 * administrator's cookie is the session and is only checked. Many callers share one request. A lock across tabs keeps two of them from
 * using the same one-time cookie, which the server would treat as theft.
 */
export function refreshSession(realm: Realm): Promise<boolean> {
  const running = inFlight.get(realm);
  if (running) return running;
  const request = realm === 'customer' ? refreshCustomer : refreshAdmin;
  const started = withTabLock(`giftledger-session-${realm}`, request).finally(() => inFlight.delete(realm));
  inFlight.set(realm, started);
  return started;
}

/** The pause before the session is asked for again doubles up to this. */
const LONGEST_PAUSE_MS = 30_000;
const FIRST_PAUSE_MS = 1_000;
let endPause: (() => void) | undefined;

/** Asks for the session again at once, while the server could not be reached. */
export const retrySession = (): void => endPause?.();

/**
 * Finds out, once for each page load, whether somebody is signed in. Only the server's refusal means signed out; while it gives no answer, it is
 * asked again and again, and the page says so.
 */
export async function restoreSession(realm: Realm): Promise<void> {
  if (currentSession(realm).status !== 'unknown') return;
  const isMarked = readStorage(REALMS[realm].signedInKey) !== null;
  // Without this mark there is no cookie, so visitors need no refused request. Where storage is blocked, only the server knows.
  if (!isMarked && !isStorageBlocked()) return forgetSession(realm);
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
    try {
      const isRestored = await refreshSession(realm);
      getDefaultStore().set(unreachableAtom, false);
      if (isRestored) return;
      forgetSession(realm);
      if (isMarked) toastSessionExpired();
      return;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      getDefaultStore().set(unreachableAtom, true);
    }
    await new Promise<void>((resolve) => {
      endPause = resolve;
      setTimeout(resolve, pauseMs);
    });
  }
}

/**
 * Forgets the session and its loaded data, in this tab and, through the storage event, in the others. `leftFrom` is the page of a sign-out
 * by the person, to which sign-in does not lead back.
 */
export function forgetSession(realm: Realm, leftFrom?: string): void {
  const wasSignedIn = currentSession(realm).status === 'signed-in';
  writeStorage(REALMS[realm].signedInKey, null);
  getDefaultStore().set(sessionAtoms[realm], {
    status: 'signed-out',
    leftFrom,
    ...(leftFrom !== undefined && { leftAt: Date.now() }),
  });
  // There is something to forget only after a session. Emptying the cache at each refusal would make a page reload without end.
  if (wasSignedIn) queryClient.clear();
}

/** The session has ended (a refresh after a 401 failed): shows a message, forgets it and opens the login page, which leads back here. */
export function endSession(realm: Realm): void {
  if (currentSession(realm).status === 'signed-in') toastSessionExpired();
  leave(realm);
}

function leave(realm: Realm): void {
  const wasSignedIn = currentSession(realm).status === 'signed-in';
  forgetSession(realm);
  if (!wasSignedIn || location.pathname === REALMS[realm].loginPage) return;
  history.pushState(null, '', loginPageFrom(realm, location));
}

/** Refusals of a customer who had full access when this page was loaded, and no longer has it. */
const ACCOUNT_CHANGED = new Set(['email_not_verified', 'company_incomplete', 'not_approved']);

/** Loads the caller's current state before the refusal is shown, so that the shell shows what is open to them. */
export async function followAccount({ code }: ApiError): Promise<void> {
  if (ACCOUNT_CHANGED.has(code)) await queryClient.refetchQueries({ queryKey: queryKey('GET /user') });
  if (code === 'role_missing') await queryClient.refetchQueries({ queryKey: queryKey('GET /admin/session') });
}

/** A sign-out in another tab signs out here too. Returns a function that ends this. */
export function followOtherTabs(): () => void {
  const onStorage = (event: StorageEvent) => {
    for (const realm of ['customer', 'admin'] as const) {
      const signedOutElsewhere = event.key === REALMS[realm].signedInKey && event.newValue === null;
      if (signedOutElsewhere && currentSession(realm).status === 'signed-in') leave(realm);
    }
  };
  addEventListener('storage', onStorage);
  return () => removeEventListener('storage', onStorage);
}

const currentSession = (realm: Realm): SessionState => getDefaultStore().get(sessionAtoms[realm]);

export function setSession(realm: Realm, session: SessionState): void {
  writeStorage(REALMS[realm].signedInKey, '1');
  getDefaultStore().set(sessionAtoms[realm], session);
}

async function refreshCustomer(): Promise<boolean> {
  const answer = await ask('POST /auth/refresh');
  if (answer) startCustomerSession(answer);
  return answer !== undefined;
}

async function refreshAdmin(): Promise<boolean> {
  const answer = await ask('GET /admin/session');
  if (!answer) return false;
  queryClient.setQueryData(queryKey('GET /admin/session'), answer);
  setSession('admin', { status: 'signed-in', accessToken: null });
  return true;
}

/** Undefined where the cookie is not (or no longer) valid. */
async function ask<K extends JsonKey>(key: K): Promise<Answer<K> | undefined> {
  const method = key.slice(0, key.indexOf(' '));
  let response: Response;
  try {
    response = await fetch(addressOf(key, {}), {
      method,
      headers: { accept: 'application/json' },
      credentials: 'same-origin',
    });
  } catch (cause) {
    throw new ApiError(0, {}, { cause });
  }
  if (response.status === 401 || response.status === 403) return undefined;
  if (!response.ok) throw new ApiError(response.status, await response.json().catch(() => ({})));
  return (await response.json()) as Answer<K>;
}

const withTabLock = <T>(name: string, run: () => Promise<T>): Promise<T> =>
  'locks' in navigator ? navigator.locks.request(name, run) : run();
