import { useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { api, blockCalls } from './api.ts';
import { isCancelled } from './api-error.ts';
import { apiQuery } from './api-query.ts';
import type { Realm } from './realm.ts';
import { sessionAtoms } from './session-atoms.ts';
import { forgetSession } from './session-refresh.ts';

/** The signed-in customer. */
export function useCustomer() {
  const session = useAtomValue(sessionAtoms.customer);
  const { data, error, refetch } = useQuery({
    ...apiQuery('GET /user'),
    enabled: session.status === 'signed-in',
  });
  return {
    status: session.status,
    /** The page on which they signed out. */
    leftFrom: session.status === 'signed-out' ? session.leftFrom : undefined,
    /** Undefined until loaded. Its `wallets` are the first state; `useWallets` keeps them current. */
    user: session.status === 'signed-in' ? data?.data : undefined,
    error: data ? null : error,
    /** Loads it again: after a save of the company details, or to see an approval. */
    reload: refetch,
  };
}

/**
 * Signs out: ends the session on the server, forgets it here and in the other tabs, and blocks calls for a second, so that a closing screen
 * is not refused. The sign-out counts here even without an answer from the server.
 */
export async function signOut(realm: Realm): Promise<void> {
  try {
    await api(realm === 'customer' ? 'POST /auth/sign-out' : 'POST /admin/logout', { endsSession: true });
  } catch (error) {
    if (!isCancelled(error)) console.warn('The sign-out did not reach the server.', error);
  } finally {
    blockCalls(realm);
    forgetSession(realm, location.pathname);
  }
}
