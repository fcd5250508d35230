import { QueryClient } from '@tanstack/react-query';
import { isApiError } from './api-error.ts';
import { onSessionEnd } from './session-refresh.ts';

const FRESH_MILLISECONDS = 30_000;
const KEPT_MILLISECONDS = 5 * 60_000;
const MAX_QUERY_RETRIES = 1;

/**
 * The cache of what was loaded. Lists are fresh for half a minute, so moving between pages asks nothing twice; refused calls
 * are not repeated (the call itself has already retried what a retry can mend), and a session's end empties the cache.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: FRESH_MILLISECONDS,
      gcTime: KEPT_MILLISECONDS,
      refetchOnWindowFocus: false,
      refetchOnReconnect: true,
      retry: (failures, error) => failures < MAX_QUERY_RETRIES && isApiError(error) && error.status >= 500,
    },
    mutations: { retry: false },
  },
});

onSessionEnd(() => queryClient.clear());
