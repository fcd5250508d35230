import { useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { DEFAULT_CURRENCIES } from '#core/kernel/money/currencies.ts';
import { apiQuery } from '#web/lib/api/api-query.ts';
import { sessionAtoms } from '#web/lib/api/session-atoms.ts';
import { setSession } from '#web/lib/api/session-refresh.ts';
import { queryClient } from '#web/lib/cache/query-client.ts';
import { queryKey } from '#web/lib/cache/query-key.ts';
import type { Answer } from '#web/lib/call/api-types.ts';

/** The signed-in administrator, with their permissions and the store's currencies. */
export function useAdministrator() {
  const session = useAtomValue(sessionAtoms.admin);
  const { data } = useQuery({
    ...apiQuery('GET /admin/session'),
    enabled: session.status === 'signed-in',
  });
  return {
    status: session.status,
    /** The page on which they signed out. */
    leftFrom: session.status === 'signed-out' ? session.leftFrom : undefined,
    administrator: session.status === 'signed-in' ? data?.data.administrator : undefined,
    permissions: data?.data.permissions ?? [],
    /** Undefined until that is loaded. */
    store: data?.data.store,
    currencies: data?.data.currencies ?? DEFAULT_CURRENCIES,
  };
}

export function startAdminSession({ token, ...session }: Answer<'POST /admin/login/code'>): void {
  queryClient.setQueryData(queryKey('GET /admin/session'), { data: session });
  setSession('admin', { status: 'signed-in', accessToken: token });
}
