import { useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { api } from '#web/lib/api/api.ts';
import { apiQuery } from '#web/lib/api/api-query.ts';
import { sessionAtoms } from '#web/lib/api/session-atoms.ts';
import { forgetSession } from '#web/lib/api/session-refresh.ts';
import { isCancelled } from '#web/lib/call/api-error.ts';
import type { Realm } from '#web/lib/call/realm.ts';

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
 * Signs out: ends the session on the server, forgets it here and in the other tabs, and no call is sent for a second, so that a closing
 * screen is not refused. The sign-out counts here even without an answer from the server.
 */
export async function signOut(realm: Realm): Promise<void> {
  try {
    await api(realm === 'customer' ? 'POST /auth/sign-out' : 'POST /admin/logout', { endsSession: true });
  } catch (error) {
    if (!isCancelled(error)) console.warn('The sign-out did not reach the server.', error);
  } finally {
    forgetSession(realm, location.pathname);
  }
}
