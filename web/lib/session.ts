import { useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import type { Administrator, AdminSessionAnswer } from '#bff/contract/admin-auth.ts';
import type { CurrentUser, CurrentUserAnswer } from '#bff/contract/user.ts';
import { type Currency, DEFAULT_CURRENCIES } from '#core/kernel/currencies.ts';
import { adminFetch, apiFetch, blockCalls } from './api.ts';
import { isCancelled } from './api-error.ts';
import { keys } from './query-keys.ts';
import { REALMS, type Realm } from './realm.ts';
import { sessionAtoms } from './session-atoms.ts';
import { forgetSession } from './session-refresh.ts';

export type CustomerSession = {
  status: 'unknown' | 'signed-out' | 'signed-in';
  /** Undefined until loaded; its `wallets` are a first sight, `useWallets` keeps them current. */
  user: CurrentUser | undefined;
  error: unknown;
  /** Asks the server again: after the company details were saved, to see an approval. */
  reload: () => Promise<unknown>;
};

/** The signed-in customer. */
export function useCustomer(): CustomerSession {
  const session = useAtomValue(sessionAtoms.customer);
  const { data, error, refetch } = useQuery({
    queryKey: keys.user,
    queryFn: ({ signal }) => apiFetch<CurrentUserAnswer>('/user', { signal }),
    enabled: session.status === 'signed-in',
  });
  return {
    status: session.status,
    user: session.status === 'signed-in' ? data?.data : undefined,
    error: data ? null : error,
    reload: refetch,
  };
}

/** The signed-in administrator, and the currencies that the store offers. */
export function useAdministrator(): {
  status: 'unknown' | 'signed-out' | 'signed-in';
  administrator: Administrator | undefined;
  currencies: readonly Currency[];
} {
  const session = useAtomValue(sessionAtoms.admin);
  const { data } = useQuery({
    queryKey: keys.admin.me,
    queryFn: async ({ signal }) => (await adminFetch<AdminSessionAnswer>('/session', { signal })).data,
    enabled: session.status === 'signed-in',
  });
  return {
    status: session.status,
    administrator: session.status === 'signed-in' ? data?.administrator : undefined,
    currencies: data?.currencies ?? DEFAULT_CURRENCIES,
  };
}

/**
 * Signs out: ends the session on the server, forgets it here and in the other tabs, and lets no call leave for a second, so
 * that a screen still closing is not refused. Signed out here even when the server could not be told.
 */
export async function signOut(realm: Realm): Promise<void> {
  const call = realm === 'customer' ? apiFetch : adminFetch;
  try {
    await call(REALMS[realm].signOut, { method: 'POST', endsSession: true });
  } catch (error) {
    if (!isCancelled(error)) console.warn('The server could not be told of the sign-out.', error);
  } finally {
    blockCalls(realm);
    forgetSession(realm);
  }
}
